"""Makes a player written in Python a program that speaks GTP, for `bianca match` and other arenas:

    bianca match "mine=gtp:python3 -m bianca.gtp my_player.py" baseline3 --games 10

The file has a function `choose(board)` that takes a bianca.Board and returns a move, such as "f5". It
may have a `name`. Whatever it prints goes to standard error.
"""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from typing import Any, Callable, Optional, TextIO

from ._native import BiancaError
from .board import PASS, Board, Game, Move, Side

COMMANDS = "protocol_version name version known_command list_commands boardsize clear_board komi play genmove undo showboard quit"


class Session:
    """One conversation: `answer` takes a command and returns what to write.

    >>> session = Session(lambda board: board.legal_moves[0])
    >>> session.answer("play b f5"), session.answer("3 genmove w")
    ('= \\n\\n', '=3 f4\\n\\n')
    >>> session.answer("play b a1"), session.answer("dance")
    ('? a1 turns nothing for Black\\n\\n', '? unknown command\\n\\n')
    """

    def __init__(self, choose: Callable[[Board], Move], name: str = "bianca.gtp") -> None:
        self.choose, self.name = choose, name
        self.size = (8, 8)
        self.game = Game()
        self.is_over = False

    def answer(self, line: str) -> Optional[str]:
        """The answer to a line; None if the line asks for nothing."""
        words = line.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            return None
        method = getattr(self, "do_" + words[0].lower(), None) if words[0] in COMMANDS.split() else None
        try:
            if method is None:
                raise BiancaError("unknown command")
            return f"={number} {method(*words[1:])}\n\n"
        except (BiancaError, TypeError, ValueError) as reason:
            return f"?{number} {' '.join(str(reason).split())}\n\n"

    def do_protocol_version(self) -> str:
        return "2"

    def do_name(self) -> str:
        return self.name

    def do_version(self) -> str:
        return "1"

    def do_known_command(self, command: str = "") -> str:
        return "true" if command in COMMANDS.split() else "false"

    def do_list_commands(self) -> str:
        return "\n".join(COMMANDS.split())

    def do_boardsize(self, columns: str, rows: str = "") -> str:
        size = int(columns), int(rows or columns)
        self.game, self.size = Game(board=size), size
        return ""

    def do_clear_board(self) -> str:
        self.game = Game(board=self.size)
        return ""

    def do_komi(self, komi: str = "") -> str:
        return ""

    def do_play(self, colour: str, move: str) -> str:
        self.give_turn_to(colour)
        if move.lower() != PASS:
            self.game.play(move)
        return ""

    def do_genmove(self, colour: str) -> str:
        self.give_turn_to(colour)
        if self.game.end.must_pass or self.game.end.is_over:
            return PASS
        with contextlib.redirect_stdout(sys.stderr):
            move = self.choose(self.game.end)
        self.game.play(move)
        return self.game.moves[-1]

    def do_undo(self) -> str:
        self.game.undo()
        return ""

    def do_showboard(self) -> str:
        return "\n" + str(self.game.end)

    def do_quit(self) -> str:
        self.is_over = True
        return ""

    def give_turn_to(self, colour: str) -> None:
        """A forced pass may be left out in GTP."""
        side = Side.BLACK if colour.lower().startswith("b") else Side.WHITE
        if self.game.end.side != side and self.game.end.must_pass:
            self.game.play(PASS)
        if self.game.end.side != side and not self.game.end.is_over:
            raise BiancaError(f"it is {self.game.end.side.name.lower()}'s turn")


def load(path: str) -> Session:
    """The player of a file."""
    spec = importlib.util.spec_from_file_location("player", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"bianca.gtp: {path} is not a Python file")
    module: Any = importlib.util.module_from_spec(spec)
    with contextlib.redirect_stdout(sys.stderr):
        spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise SystemExit(f"bianca.gtp: {path} has no function choose(board)")
    return Session(module.choose, str(getattr(module, "name", path)))


def run(session: Session, lines: TextIO, out: TextIO) -> None:
    for line in lines:
        answer = session.answer(line)
        if answer is not None:
            out.write(answer)
            out.flush()
        if session.is_over:
            break


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m bianca.gtp FILE.py")
    run(load(sys.argv[1]), sys.stdin, sys.stdout)
