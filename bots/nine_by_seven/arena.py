"""Lets a player file of the 9x7 course framework play in Bianca's arena, which speaks GTP:

    bianca match "mine=gtp:python3 bots/nine_by_seven/arena.py ai/Mine.py" nine-by-seven --board 9x7

The file holds a class of its own name with next_move(board), as the framework expects it. It gets a
copy of the game with the framework's methods; whatever it prints goes to standard error. An answer
that is not a tuple of two plain ints, or not a legal move, loses, as it does there.
"""

import contextlib
import importlib.util
import os
import sys

OTHER = {"B": "W", "W": "B"}
STEPS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


class OthelloGame:
    """The framework's game: rows and columns from 0, '.', 'B' and 'W'; who cannot move is skipped."""

    def __init__(self, rows=7, cols=9, turn="B"):
        self.rows, self.columns, self.turn = rows, cols, turn
        self.current_board = [["."] * cols for _ in range(rows)]
        row, column = rows // 2, cols // 2
        self.current_board[row - 1][column - 1] = self.current_board[row][column] = "W"
        self.current_board[row - 1][column] = self.current_board[row][column - 1] = "B"

    def get_rows(self):
        return self.rows

    def get_columns(self):
        return self.columns

    def get_turn(self):
        return self.turn

    def get_board(self):
        return self.current_board

    def get_scores(self):
        squares = sum(self.current_board, [])
        return squares.count("B"), squares.count("W")

    def copy_game(self):
        game = OthelloGame(self.rows, self.columns, self.turn)
        game.current_board = [row[:] for row in self.current_board]
        return game

    def flips(self, row, column, side):
        """The squares whose discs a move turns; none: it is illegal."""
        found = []
        if not (0 <= row < self.rows and 0 <= column < self.columns) or self.current_board[row][column] != ".":
            return found
        for dr, dc in STEPS:
            r, c, run = row + dr, column + dc, []
            while 0 <= r < self.rows and 0 <= c < self.columns and self.current_board[r][c] == OTHER[side]:
                run.append((r, c))
                r, c = r + dr, c + dc
            if run and 0 <= r < self.rows and 0 <= c < self.columns and self.current_board[r][c] == side:
                found += run
        return found

    def moves_of(self, side):
        return [(r, c) for r in range(self.rows) for c in range(self.columns) if self.flips(r, c, side)]

    def get_possible_move(self):
        return self.moves_of(self.turn)

    def is_game_over(self):
        return not self.moves_of("B") and not self.moves_of("W")

    def put(self, row, column, side):
        turned = self.flips(row, column, side)
        if not turned:
            raise ValueError(f"({row}, {column}) is illegal for {side}")
        for r, c in turned + [(row, column)]:
            self.current_board[r][c] = side

    def move(self, row, column):
        self.put(row, column, self.turn)
        if self.moves_of(OTHER[self.turn]):
            self.turn = OTHER[self.turn]


def load(path):
    """The player of a file: an object of the class that has the file's name."""
    name = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    sys.path[:0] = [folder, os.path.dirname(folder)]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)()


def ask(player, game, side):
    """The player's move as GTP writes it; an answer that the framework refuses becomes one that GTP refuses."""
    if not game.moves_of(side):
        return "pass"
    game.turn = side
    with contextlib.redirect_stdout(sys.stderr):
        answer = player.next_move(game.copy_game())
    if type(answer) is not tuple or [type(number) for number in answer] != [int, int]:
        return f"{answer!r} is not a tuple of two ints"
    row, column = answer
    if not game.flips(row, column, side):
        return f"{answer!r} is an illegal move"
    game.put(row, column, side)
    return f"{chr(ord('a') + column)}{row + 1}"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: arena.py FILE.py")
    with contextlib.redirect_stdout(sys.stderr):
        player = load(sys.argv[1])
    columns, rows = 8, 8
    game = OthelloGame(rows, columns)
    for line in sys.stdin:
        words = line.split() + ["", "", ""]
        command, side, answer = words[0], "B" if words[1].lower().startswith("b") else "W", ""
        if command == "boardsize":
            columns = int(words[1])
            rows = int(words[2]) if words[2] else columns
        if command in ("boardsize", "clear_board"):
            game = OthelloGame(rows, columns)
        if command == "play" and words[2].lower() != "pass":
            game.put(int(words[2][1:]) - 1, ord(words[2][0].lower()) - ord("a"), side)
        if command == "genmove":
            answer = ask(player, game, side)
        if command == "name":
            answer = str(player)
        print(f"= {answer}\n", flush=True)
        if command == "quit":
            break


if __name__ == "__main__":
    main()
