# Imports a Python file and serves its evaluate(position): plugin_process.c has the protocol. The
# position has the fields of BiancaPosition; own and opp are the same sets by another name, and rows
# is the board as text. What the file prints goes to standard error. The last line of a failure says
# where it happened: "my_eval.py, line 3: ZeroDivisionError: division by zero".
import importlib.util, os, sys
path = sys.argv[1]
answers, sys.stdout = sys.stdout, sys.stderr
def fail(kind, value, trace):
    sys.__excepthook__(kind, value, trace)
    file, line = path, 0
    while trace:
        code = trace.tb_frame.f_code.co_filename
        if os.path.exists(code): file, line = code, trace.tb_lineno
        trace = trace.tb_next
    if isinstance(value, SyntaxError): file, line = value.filename or path, value.lineno
    text = str(value).splitlines()
    print('%s, line %s: %s: %s' % (os.path.basename(file), line, kind.__name__,
                                   text[0] if text else ''), file=sys.stderr)
sys.excepthook = fail
sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
spec = importlib.util.spec_from_file_location('bianca_plugin', path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
class Position:
    __slots__ = ('width', 'height', 'side', 'black', 'white')
    @property
    def own(self): return self.black
    @property
    def opp(self): return self.white
    @property
    def rows(self):
        text = ''.join('X' if self.black >> i & 1 else 'O' if self.white >> i & 1 else '-'
                       for i in range(self.width * self.height))
        return [text[i:i + self.width] for i in range(0, len(text), self.width)]
position = Position()
position.side = 0
evaluate = module.evaluate
for line in iter(sys.stdin.readline, ''):
    width, height, own, opp = line.split()
    position.width, position.height = int(width), int(height)
    position.black, position.white = int(own, 16), int(opp, 16)
    answers.write('%r\n' % float(evaluate(position)))
    answers.flush()
