# Othello over GTP in Python, for the tests of the arena: takes the move that turns most discs.
import sys
D=[(a,b) for a in(-1,0,1) for b in(-1,0,1) if a or b]
def start():
    g=[[0]*8 for _ in range(8)]; g[3][3]=g[4][4]=2; g[3][4]=g[4][3]=1; return g
def flips(g,c,r,k):
    if g[r][k]: return []
    out=[]
    for a,b in D:
        line=[];y,x=r+a,k+b
        while 0<=y<8 and 0<=x<8 and g[y][x]==3-c: line.append((y,x)); y+=a;x+=b
        if line and 0<=y<8 and 0<=x<8 and g[y][x]==c: out+=line
    return out
def play(g,c,r,k):
    for y,x in flips(g,c,r,k)+[(r,k)]: g[y][x]=c
g=start()
for l in sys.stdin:
    w=l.split()
    if not w: continue
    a=''
    if w[0]=='clear_board': g=start()
    elif w[0]=='play' and w[2].lower()!='pass': play(g,1 if w[1][0]=='b' else 2,int(w[2][1])-1,ord(w[2][0].lower())-97)
    elif w[0]=='genmove':
        c=1 if w[1][0]=='b' else 2
        m=[(len(flips(g,c,r,k)),r,k) for r in range(8) for k in range(8) if flips(g,c,r,k)]
        n,r,k=max(m); play(g,c,r,k); a='%s%d'%(chr(97+k),r+1)
    print('= '+a+'\n',flush=True)
    if w[0]=='quit': break
