/* See page.h: style and script of the report, and how text gets into a page safely. */
#include "arena/report/page.h"

const char report_style[] =
    ":root{color-scheme:light dark;--line:#8886;--win:#2a7f4f;--loss:#b5483f;--draw:#888}\n"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}\n"
    "table{border-collapse:collapse}th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);"
    "text-align:right}th:nth-child(2),td:nth-child(2){text-align:left}\n"
    ".scroll{overflow-x:auto}\n"
    "svg text{font-size:12px;fill:currentColor}svg .name{text-anchor:end}"
    "svg .middle{text-anchor:middle}\n"
    "svg .bar{fill:#5b8def}svg .margin{stroke:currentColor;stroke-width:2}"
    "svg .axis{stroke:var(--line)}\n"
    "svg .win{fill:var(--win)}svg .loss{fill:var(--loss)}svg .draw{fill:var(--draw)}\n"
    "figure{display:inline-block;margin:0 1.5rem 1rem 0}figcaption{text-align:center}\n"
    "#games{max-height:28rem;overflow:auto;border:1px solid var(--line)}"
    "#games tr{cursor:pointer}#games tr.on,#games tr:focus{background:#5b8def44}\n"
    "#viewer{display:flex;gap:1.5rem;flex-wrap:wrap;align-items:flex-start;margin-top:1rem}\n"
    "#board{display:grid;gap:2px;background:#0b3d24;padding:6px;border-radius:6px}\n"
    "#board div{width:2.3rem;height:2.3rem;background:#2a7f4f;display:flex;align-items:center;"
    "justify-content:center}\n"
    "#board i{width:80%;height:80%;border-radius:50%}#board .b{background:#111}"
    "#board .w{background:#f4f4f0}#board .last{outline:3px solid #f2b134}\n"
    "button,select{font:inherit;padding:.2rem .7rem}\n";

const char report_script[] =
    "'use strict';\n"
    "const data=JSON.parse(document.getElementById('data').textContent);\n"
    "const W=data.width,H=data.height,N=W*H;\n"
    "const el=(tag,text)=>{const e=document.createElement(tag);if(text!==undefined)e.textContent="
    "text;return e;};\n"
    "const byId=id=>document.getElementById(id);\n"
    "/* Squares are row * W + column; 0 empty, 1 black, 2 white. */\n"
    "function start(){const s=new Uint8Array(N),r=H>>1,c=W>>1;s[(r-1)*W+c-1]=s[r*W+c]=2;"
    "s[(r-1)*W+c]=s[r*W+c-1]=1;return{s,side:1};}\n"
    "function parse(t){const s=new Uint8Array(N);for(let i=0;i<N;i++)s[i]=t[i]==='X'?1:t[i]==='O'?2"
    ":0;return{s,side:t[t.length-1]==='X'?1:2};}\n"
    "function flips(p,side,sq){const out=[];if(p.s[sq])return out;const x0=sq%W,y0=(sq-x0)/W;\n"
    " for(let dy=-1;dy<=1;dy++)for(let dx=-1;dx<=1;dx++){if(!dx&&!dy)continue;const run=[];\n"
    "  let x=x0+dx,y=y0+dy;while(x>=0&&y>=0&&x<W&&y<H&&p.s[y*W+x]===3-side){run.push(y*W+x);x+=dx;"
    "y+=dy;}\n"
    "  if(run.length&&x>=0&&y>=0&&x<W&&y<H&&p.s[y*W+x]===side)out.push(...run);}\n"
    " return out;}\n"
    "/* All positions of a game; a move that turns nothing belongs to the other side. */\n"
    "function positions(g){const list=[];let p=g.p?parse(g.p):start();list.push({p,last:-1,text:"
    "'start'});\n"
    " for(const m of g.m.match(/[a-p]\\d+/g)||[]){const sq=(parseInt(m.slice(1),10)-1)*W+m.charCode"
    "At(0)-97;\n"
    "  let side=p.side,f=flips(p,side,sq);if(!f.length){side=3-side;f=flips(p,side,sq);}\n"
    "  const s=p.s.slice();s[sq]=side;for(const q of f)s[q]=side;p={s,side:3-side};\n"
    "  list.push({p,last:sq,text:(side===1?'Black ':'White ')+m});}\n"
    " return list;}\n"
    "let current=[],at=0,game=null;\n"
    "function "
    "show(i){if(!current.length)return;at=Math.max(0,Math.min(current.length-1,i));const{p,"
    "last,text}=current[at];\n"
    " const "
    "board=byId('board');board.replaceChildren();board.style.gridTemplateColumns='repeat('+W+"
    "',auto)';\n"
    " let b=0,w=0;for(let i=0;i<N;i++){const d=el('div');if(p.s[i]){const "
    "k=el('i');k.className=p.s[i"
    "]===1?'b':'w';d.append(k);}\n"
    "  if(i===last)d.className='last';b+=p.s[i]===1;w+=p.s[i]===2;board.append(d);}\n"
    " byId('move').textContent='move '+at+' of '+(current.length-1)+': '+text;\n"
    " byId('count').textContent='Black '+b+', White '+w;}\n"
    "function open(i){game=data.games[i];current=positions(game);byId('title').textContent=data."
    "players[game.b]+' (Black) - '+data.players[game.w]+' (White)';\n"
    " byId('result').textContent=(game.s>0?'Black wins by ':game.s<0?'White wins by ':'Draw "
    "')+(game"
    ".s?Math.abs(game.s):'')+(game.e==='played_out'?'':', '+data.players[game.f?game.w:game.b]+' "
    "'+ga"
    "me.e+': '+game.r);\n"
    " byId('moves').textContent=game.m;show(game.o);}\n"
    "function list(){const who=byId('who').value,body=byId('rows');body.replaceChildren();let "
    "shown=0;"
    "\n"
    " data.games.forEach((g,i)=>{if(who!==''&&g.b!==+who&&g.w!==+who)return;if(++shown>1000)return;"
    "\n"
    "  const tr=el('tr');tr.tabIndex=0;for(const t "
    "of[i+1,data.players[g.b],data.players[g.w],(g.s>0?"
    "'+':'')+g.s,g.e])tr.append(el('td',t));\n"
    "  const pick=()=>{for(const o of "
    "body.children)o.classList.remove('on');tr.classList.add('on');"
    "open(i);};\n"
    "  tr.onclick=pick;tr.onkeydown=e=>{if(e.key==='Enter')pick();};body.append(tr);});\n"
    " byId('shown').textContent=shown>1000?'the first 1000 of '+shown+' games':shown+' games';}\n"
    "data.players.forEach((n,i)=>{const o=el('option',n);o.value=i;byId('who').append(o);});\n"
    "byId('who').onchange=list;byId('first').onclick=()=>show(0);byId('back').onclick=()=>show(at-"
    "1);"
    "\n"
    "byId('next').onclick=()=>show(at+1);byId('last').onclick=()=>show(current.length);\n"
    "document.onkeydown=e=>{if(e.key==='ArrowLeft')show(at-1);if(e.key==='ArrowRight')show(at+1);};"
    "\n"
    "list();if(data.games.length)open(0);\n";

/* Bytes of the UTF-8 character that begins here; 0 if it is none. */
static int utf8_length(const unsigned char *bytes) {
    int length = bytes[0] < 0x80                       ? 1
                 : bytes[0] >= 0xc2 && bytes[0] < 0xe0 ? 2
                 : bytes[0] >= 0xe0 && bytes[0] < 0xf0 ? 3
                 : bytes[0] >= 0xf0 && bytes[0] < 0xf5 ? 4
                                                       : 0;
    for (int i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    bool is_overlong =
        (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    bool is_surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    bool is_beyond = bytes[0] == 0xf4 && bytes[1] >= 0x90;
    return length > 1 && (is_overlong || is_surrogate || is_beyond) ? 0 : length;
}

/* Writes all of `text`: harmless characters as they are, others in the given form. */
static void put(FILE *out, const char *text, const char *format) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at != '\0') {
        int length = utf8_length(at);
        bool is_special = *at < ' ' || *at == 0x7f || *at == '<' || *at == '>' || *at == '&' ||
                          *at == '"' || *at == '\'' || *at == '\\';
        if (length == 0)
            fputs("\xef\xbf\xbd", out);
        else if (is_special)
            fprintf(out, format, *at);
        else
            fwrite(at, 1, (size_t)length, out);
        at += length > 0 ? length : 1;
    }
}

void report_text(FILE *out, const char *text) {
    put(out, text, "&#%d;");
}

void report_json(FILE *out, const char *text) {
    fputc('"', out);
    put(out, text, "\\u%04x");
    fputc('"', out);
}
