# Programs in the languages that people write bots in, with interpreters from the system and from the
# home, start in the sandbox and see what they need; what they miss is named. Run by root, all of it is
# done again as an ordinary user.
. tests/support/shell.sh
. tests/support/arena.sh
expect_sandbox

export HOME="$TMPDIR/home"
mkdir -p "$HOME/bots" "$HOME/data"
cp tests/bots/gtp_greedy.py "$HOME/bots/greedy.py"

# expect_game ENDING COMMAND OPTION...: a game of the program ends like this.
expect_game() {
    wanted=$1 command=$2
    shift 2
    capture "$BIANCA" match "bot=gtp:$command" random --games 1 --json --timeout 20 "$@"
    found=$(echo "$out" | sed -n 1p | field ending)
    [ "$found" = "$wanted" ] || fault "$command $*: '$found', expected '$wanted': $out $err"
}

# Python: of the system, named by its path or found in PATH; as a script; modules beside it.
expect_game played_out "/usr/bin/python3 $HOME/bots/greedy.py"
(
    cd "$HOME/bots" || exit 1
    PATH=/usr/bin:/bin expect_game played_out 'python3 greedy.py'
    exit $faults
) || fault 'a Python found in PATH'
{ echo '#!/usr/bin/python3' && cat tests/bots/gtp_greedy.py; } >"$HOME/bots/script"
{ echo 'import greedy'; } >"$HOME/bots/imports.py"
chmod a+rx "$HOME/bots/script"
expect_game played_out "$HOME/bots/script"
expect_game played_out "/usr/bin/python3 $HOME/bots/imports.py"

# pyenv: a shim that starts what lies beside its folder. conda: an environment with a bin and a lib.
# A virtual environment: a link to the Python that made it. nvm: a folder for each version.
real=$(readlink -f /usr/bin/python3)
pyenv=$HOME/.pyenv conda=$HOME/miniconda3/envs/othello venv=$HOME/project/venv nvm=$HOME/.nvm/versions/node/v20
mkdir -p "$pyenv/shims" "$pyenv/libexec" "$pyenv/versions/3/bin" "$conda/bin" "$conda/lib" "$venv/bin" "$nvm/bin" "$nvm/lib"
cp "$real" "$pyenv/versions/3/bin/python3"
printf '#!/usr/bin/env bash\nexec "%s/libexec/pyenv" "$@"\n' "$pyenv" >"$pyenv/shims/python3"
printf '#!/usr/bin/env bash\nexec "%s/versions/3/bin/python3" "$@"\n' "$pyenv" >"$pyenv/libexec/pyenv"
cp "$real" "$conda/bin/python"
echo 'WORD = "= resign"' >"$conda/lib/condaword.py"
cat >"$HOME/bots/conda.py" <<'END'
import os, sys
sys.path.append(os.path.join(os.path.dirname(sys.executable), '..', 'lib'))
import condaword
for line in sys.stdin:
    print(condaword.WORD if line.startswith('genmove') else '= ', end='\n\n', flush=True)
END
ln -s "$pyenv/versions/3/bin/python3" "$venv/bin/python"
printf '#!/bin/sh\nexec /usr/bin/node "$@"\n' >"$nvm/bin/node"
chmod -R a+rX "$TMPDIR/home" && chmod a+rx "$pyenv/shims/python3" "$pyenv/libexec/pyenv" "$nvm/bin/node"
expect_game played_out "$pyenv/shims/python3 $HOME/bots/greedy.py"
expect_game resigned "$conda/bin/python $HOME/bots/conda.py"
expect_game played_out "$venv/bin/python $HOME/bots/greedy.py"
cp tests/bots/gtp_greedy.py "$HOME/project/greedy.py" && chmod a+r "$HOME/project/greedy.py"
expect_game played_out "$venv/bin/python $HOME/project/greedy.py" # beside the folder of the environment

# What languages do with several processes and threads needs no memory that is refused.
cat >"$HOME/bots/parallel.py" <<'END'
import asyncio, concurrent.futures, multiprocessing, multiprocessing.shared_memory, sys

def work(number):
    return number * number

def check():
    with multiprocessing.Pool(2) as pool:
        assert sum(pool.map(work, range(10))) == 285
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, [5])) == [25]
    context = multiprocessing.get_context('forkserver')
    queue, value = context.Queue(), context.Value('i', 1)
    process = context.Process(target=queue.put, args=(7,))
    process.start()
    assert queue.get() == 7 and value.value == 1
    process.join()
    memory = multiprocessing.shared_memory.SharedMemory(create=True, size=1 << 20)
    memory.buf[0] = 1
    memory.close()
    memory.unlink()

async def wait():
    process = await asyncio.create_subprocess_exec('true')
    return await process.wait()

if __name__ == '__main__':
    for line in sys.stdin:
        if line.startswith('genmove'):
            check()
            assert asyncio.run(wait()) == 0
        print('= resign' if line.startswith('genmove') else '= ', end='\n\n', flush=True)
END
chmod a+r "$HOME/bots/parallel.py"
expect_game resigned "/usr/bin/python3 $HOME/bots/parallel.py" --timeout 60

# Bots that resign at once show that a conversation took place.
cat >"$HOME/bots/bot.js" <<'END'
const { Worker, isMainThread, parentPort } = require('worker_threads');
const shared = new SharedArrayBuffer(1 << 20);
require('child_process').execFileSync('true');
const play = () => require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  process.stdout.write(line.startsWith('genmove') ? '= resign\n\n' : '= \n\n');
});
new Worker('require("worker_threads").workerData[0] = 7', { eval: true, workerData: new Uint8Array(shared) })
  .on('exit', () => new Uint8Array(shared)[0] === 7 && play());
END
cat >"$HOME/bots/Bot.java" <<'END'
public class Bot {
    public static void main(String[] args) throws Exception {
        if (java.util.stream.IntStream.range(0, 1000).parallel().sum() != 499500) return;
        if (new ProcessBuilder("true").start().waitFor() != 0) return;
        java.nio.channels.Selector.open().close();
        java.nio.channels.Pipe.open();
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            System.out.print(line.startsWith("genmove") ? "= resign\n\n" : "= \n\n");
            System.out.flush();
        }
    }
}
END
cat >"$HOME/bots/bot.cpp" <<'END'
#include <iostream>
#include <string>
int main() {
    for (std::string line; std::getline(std::cin, line);)
        std::cout << (line.rfind("genmove", 0) == 0 ? "= resign" : "= ") << "\n\n" << std::flush;
}
END
cat >"$HOME/bots/bot.sh" <<'END'
while read -r line; do
    case $line in genmove*) printf '= resign\n\n' ;; *) printf '= \n\n' ;; esac
done
END
expect_game resigned "/bin/sh $HOME/bots/bot.sh" # a path that is a link in the box
if command -v /usr/bin/node >/dev/null; then
    expect_game resigned "/usr/bin/node $HOME/bots/bot.js"
    expect_game resigned "$nvm/bin/node $HOME/bots/bot.js"
fi
if command -v g++ >/dev/null; then
    g++ "$HOME/bots/bot.cpp" -o "$HOME/bots/bot" && chmod a+rx "$HOME/bots/bot"
    expect_game resigned "$HOME/bots/bot"
fi
if command -v javac >/dev/null && javac -d "$HOME/bots" "$HOME/bots/Bot.java"; then
    chmod a+r "$HOME/bots/Bot.class"
    expect_game resigned "/usr/bin/java -cp $HOME/bots Bot"
fi

# A file elsewhere is not there; the ending names it and what to add, and that helps.
echo secret >"$HOME/data/book"
cat >"$HOME/bots/reads.py" <<END
open('$HOME/data/book').read()
import greedy
END
chmod -R a+rX "$HOME/data" "$HOME/bots"
expect_game crashed "/usr/bin/python3 $HOME/bots/reads.py"
case $out in *"No such file or directory: '$HOME/data/book'; --bind PATH"*) ;; *) fault "does not name it: $out" ;; esac
expect_game played_out "/usr/bin/python3 $HOME/bots/reads.py" --bind "$HOME/data"
expect_game played_out "/usr/bin/python3 $HOME/bots/reads.py" --bind "$HOME/bots:$HOME/data"
# A path is one of the current folder, and one that is not there is a mistake, in every command.
(
    cd "$HOME" || exit 1
    expect_game played_out "/usr/bin/python3 $HOME/bots/reads.py" --bind data
    out=$(printf 'f5\n' | "$BIANCA" play --white "gtp:/usr/bin/python3 $HOME/bots/reads.py" --bind data 2>&1)
    case $out in *"White's program runs under bubblewrap"*f5*) ;; *) fault "play --bind: $out" ;; esac
    for command in 'match random random' 'tournament random discs' 'referee random random' play serve "worker $TMPDIR/x.db"; do
        expect_error 2 "--bind: 'none': No such file" "$BIANCA" $command --bind data:none
    done
    exit $faults
) || fault 'paths of --bind'

# What root alone may read is not for programs: the message says what helps.
if [ "$(id -u)" -eq 0 ]; then
    mkdir -m 755 "$HOME/private"
    cp "$bots/gtp_first" "$HOME/private/bot" && cp tests/bots/gtp_greedy.py "$HOME/private/greedy.py"
    chmod 700 "$HOME/private/bot" "$HOME/private/greedy.py"
    expect_error 1 'it runs as a user of its own: make it readable to all (chmod a+rx)' \
        "$BIANCA" match "gtp:$HOME/private/bot" random --games 1
    expect_game crashed "/usr/bin/python3 $HOME/private/greedy.py"
    case $out in *'it runs as another user: chmod a+rX'*) ;; *) fault "does not say what helps: $out" ;; esac
fi

# Only where the system forbids it is that said, with all that can be done about it.
mkdir "$TMPDIR/forbids"
for line in 'No permissions to create new namespace, likely because the kernel does not allow it' \
    'setting up uid map: Permission denied' 'loopback: Failed RTM_NEWADDR: Operation not permitted'; do
    printf '#!/bin/sh\necho "bwrap: %s" >&2\nexit 1\n' "$line" >"$TMPDIR/forbids/bwrap"
    chmod a+rx "$TMPDIR/forbids/bwrap"
    expect_error 1 'does not permit the sandbox: allow user namespaces, or pass --trust to run programs without protection' \
        env "PATH=$TMPDIR/forbids:$PATH" "$BIANCA" match "a-bot-with-quite-a-long-name-as-they-have=gtp:$bots/gtp_first" random --games 1
done
printf '#!/bin/sh\necho "bwrap: Unknown option --dir" >&2\nexit 1\n' >"$TMPDIR/forbids/bwrap"
expect_error 1 'does not start: the sandbox cannot be made: bwrap: Unknown option --dir' \
    env "PATH=$TMPDIR/forbids:$PATH" "$BIANCA" match "b=gtp:$bots/gtp_first" random --games 1

# The network is there only with --network.
cat >"$HOME/bots/calls.py" <<'END'
import socket, sys
socket.create_connection(('127.0.0.1', int(sys.argv[1])))
import greedy
END
chmod a+r "$HOME/bots/calls.py"
/usr/bin/python3 -c 'import socket
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True: s.accept()' >"$TMPDIR/port" &
listener=$!
for try in 1 2 3 4 5 6 7 8 9 10; do [ -s "$TMPDIR/port" ] && break || sleep 0.3; done
command="/usr/bin/python3 $HOME/bots/calls.py $(cat "$TMPDIR/port")"
expect_game crashed "$command"
case $out in *'Address family not supported'*) ;; *) fault "another reason: $out" ;; esac
expect_game played_out "$command" --network
case $out in *no-network*) fault "says no network: $out" ;; esac
kill "$listener"

again_as_ordinary_user tests/cli/interpreters.sh
