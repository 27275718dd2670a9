"""The Python package: boards, engines, players, reviews; and the examples of its documents."""

from __future__ import annotations

import _thread
import contextlib
import copy
import ctypes
import doctest
import importlib
import io
import os
import pickle
import random
import re
import subprocess
import tempfile
import threading
import time
import unittest

import bianca
from bianca import BLACK, WHITE, BiancaError, Board, Engine, Game, _native
from bianca.gtp import Session, load, run
import reference

SIZES = ("8x8", "6x6", "9x7", "4x4", "5x12", "16x4")


def random_game(board: str, seed: int) -> Game:
    rng, game = random.Random(seed), Game(board=board)
    while not game.end.is_over:
        game.play(game.end.random_move(rng))
    return game


class Boards(unittest.TestCase):
    def test_moves_and_flips_agree_with_the_slow_rules_on_every_board(self) -> None:
        for board in SIZES:
            for position in random_game(board, 5).boards():
                size = position.width, position.height
                self.assertEqual(position.legal_set, reference.moves(position.own, position.opp, *size))
                for square in position.legal_squares[:2]:
                    after = position.play(square)
                    expected = reference.play(position.own, position.opp, square, *size)
                    self.assertEqual((after.own, after.opp), expected)

    def test_a_board_is_a_value(self) -> None:
        board = Board.of_moves("f5d6c3")
        self.assertEqual(board, Board.parse(board.text))
        self.assertEqual(board, pickle.loads(pickle.dumps(board)))
        self.assertEqual(board, copy.deepcopy(board))
        self.assertEqual(board, eval(repr(board), {"Board": Board}))
        self.assertEqual(len({board, Board.of_moves("f5d6c3"), Board()}), 2)
        before = board.text
        board.play(board.legal_moves[0])
        self.assertEqual(board.text, before)

    def test_a_forced_pass_is_the_only_legal_move(self) -> None:
        board = Board.parse("XO--" + "----" * 3 + " O", "4x4")
        self.assertTrue(board.must_pass)
        self.assertEqual(board.legal_moves, ["pass"])
        self.assertEqual(board.play("pass").legal_moves, ["c1"])

    def test_symmetric_positions_have_one_canonical_form(self) -> None:
        for board in SIZES:
            position = random_game(board, 3).end
            self.assertEqual({image.canonical() for image in position.symmetries()}, {position.canonical()})

    def test_what_cannot_be_used_is_refused_with_the_reason(self) -> None:
        for wrong, reason in (
            (lambda: Board("8"), "expected columns x rows"),
            (lambda: Board("3x3"), "at least 4"),
            (lambda: Board((8, 8.5)), "two whole numbers"),
            (lambda: Board().play("d3x"), "unexpected 'x'"),
            (lambda: Board().play(99), "off the board"),
            (lambda: Board().play("pass"), "may not pass"),
            (lambda: Board.of_sets(1, 1), "two discs"),
            (lambda: Board.of_sets(1 << 40, 0, board="6x6"), "off the board"),
            (lambda: Board.of_sets(1 << 64, 0), "64 bits"),
            (lambda: Board.parse("0" * 64 + " X"), "0"),
            (lambda: Game().undo(), "no move"),
            (lambda: Engine(eval="nonsense"), "nonsense"),
            (lambda: Engine(weights="/nowhere"), "/nowhere"),
            (lambda: Engine(hash_mb=4).think(Board("6x6"), depth=1), "6x6"),
            (lambda: Engine(hash_mb=4).evaluate(Board("6x6")), "6x6"),
            (lambda: Engine(hash_mb=4).think(Board(), depth=1, lines=0), "lines"),
            (lambda: Engine(hash_mb=4).think(Board(), depth=-1), "depth: 0 to"),
            (lambda: bianca.Player("gtp:./bot"), "gtp"),
            # What a C int would cut to something else.
            (lambda: Board().play(2**32 + 19), "off the board"),
            (lambda: Board().play(-1), "off the board"),
            (lambda: Board("6x6").play(36), "off the board"),
            (lambda: Board().play(19.5), "whole number"),
            (lambda: Board()[2**32], "off the board"),
            (lambda: Board()[64], "off the board"),
            (lambda: Board().flips(2**64 + 19), "off the board"),
            (lambda: Board().square_name(2**32), "off the board"),
            (lambda: Board((2**32 + 8, 8)), "64 squares"),
            (lambda: Board("4294967304x8"), "64 squares"),
            (lambda: Board.of_sets(0, 0, side=2**32), "side"),
            (lambda: Board().stable(2), "side"),
            (lambda: Board().perft(2**32 + 1), "depth"),
            (lambda: Board().perft(-1), "depth"),
            (lambda: Engine(threads=2**32 + 1), "threads"),
            (lambda: Engine(hash_mb=2**32 + 1), "hash_mb"),
            (lambda: Engine(hash_mb=4).think(Board(), depth=2**32 + 1), "depth"),
            (lambda: Engine(hash_mb=4).think(Board(), nodes=2**64 + 1), "nodes"),
            (lambda: Engine(hash_mb=4).think(Board(), level=2**32 + 1), "level"),
            (lambda: bianca.Player("random").begin(0, 2**32), "side"),
            # No limit is None: 0, less and NaN are mistakes.
            (lambda: Engine(hash_mb=4).best(Board(), seconds=-1), "seconds"),
            (lambda: Engine(hash_mb=4).best(Board(), seconds=0), "seconds"),
            (lambda: Engine(hash_mb=4).best(Board(), seconds=float("nan")), "seconds"),
            (lambda: Engine(hash_mb=4).review("f5", seconds=-1), "seconds"),
            (lambda: bianca.Player("random").choose(Board(), seconds=-1), "seconds"),
            (lambda: bianca.Player("random").choose(Board(), seconds=float("nan")), "seconds"),
            # An evaluation that is no number.
            (lambda: bianca.AlphaBeta(lambda board: float("nan"))(Board()), "NaN"),
            (lambda: bianca.AlphaBeta(lambda board: float("inf"))(Board()), "infinity"),
        ):
            with self.assertRaises(BiancaError) as caught:
                wrong()
            self.assertIn(reason, str(caught.exception))


class Engines(unittest.TestCase):
    def test_the_end_of_a_game_is_solved_exactly(self) -> None:
        def best(board: Board) -> int:
            if board.is_over:
                return board.score()
            return max(-best(board.play(move)) for move in board.legal_moves)

        engine = Engine(hash_mb=4)
        for seed in range(3):
            board = list(random_game("8x8", seed).boards())[-6]
            if board.is_over:
                continue
            line = engine.solve(board)
            self.assertTrue(line.is_exact)
            self.assertEqual(line.score, best(board))

    def test_several_lines_are_ranked_and_their_moves_can_be_played(self) -> None:
        board = Board("9x7")
        thought = Engine("9x7", hash_mb=4).think(board, depth=3, lines=4)
        self.assertEqual(sorted(line.move for line in thought.lines), sorted(board.legal_moves))
        for line in thought.lines:
            position = board
            for move in line.pv:
                position = position.play(move)

    def test_a_finished_game_has_no_best_move(self) -> None:
        over = random_game("4x4", 1).end
        engine = Engine("4x4", hash_mb=4)
        self.assertEqual(engine.think(over, depth=3).lines, [])
        with self.assertRaises(BiancaError):
            engine.best(over, depth=3)

    def test_ctrl_c_ends_an_endless_search(self) -> None:
        engine = Engine(hash_mb=4)
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            threading.Timer(0.3, _thread.interrupt_main).start()
            engine.solve(Board())
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(engine.best(Board(), depth=2).depth, 2)

    def test_a_closed_engine_says_so(self) -> None:
        with Engine(hash_mb=4) as engine:
            pass
        with self.assertRaisesRegex(BiancaError, "closed"):
            engine.best(Board(), depth=1)

    def test_terms_add_up_for_every_evaluation(self) -> None:
        board = Board.of_moves("f5d6c3d3c4")
        for name in bianca.evaluations() + ["pattern"]:
            try:
                explained = Engine(eval=name, hash_mb=1).explain(board)
            except BiancaError as reason:
                self.assertIn("8x8", str(reason))
                continue
            self.assertAlmostEqual(explained.value, sum(t.value * t.weight for t in explained.terms), places=6)
        table = Engine(eval="miniproject3", hash_mb=1).explain(board).table
        self.assertEqual((table[0], table[1], table[9]), (99, -10, -99))

    def test_an_evaluation_of_your_own_is_an_engine_and_a_player(self) -> None:
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        mine = f"plugin:{root}/bots/evaluation/my_eval.py"
        board = Board.of_moves("f5d6c3")
        engine = Engine(eval=mine, hash_mb=1)
        self.assertEqual(engine.evaluate(board), -7)
        self.assertIn(engine.best(board, depth=2).move, board.legal_moves)
        self.assertIn(bianca.Player(mine + ",depth=1").choose(board).move, board.legal_moves)
        with tempfile.TemporaryDirectory() as folder:
            bad = os.path.join(folder, "bad.py")
            with open(bad, "w") as file:
                file.write("def evaluate(position):\n    return float('nan')\n")
            for use in (
                lambda: Engine(eval=f"plugin:{bad}", hash_mb=1).evaluate(board),
                lambda: Engine(eval=f"plugin:{bad}", hash_mb=1).best(board, depth=1),
                lambda: bianca.Player(f"plugin:{bad},depth=1").choose(board),
            ):
                with self.assertRaisesRegex(BiancaError, "NaN"):
                    use()

    def test_a_review_finds_the_move_that_gives_the_corner_away(self) -> None:
        review = Engine(hash_mb=16).review("f5d6c3d3c4f4f6f3e6e7d7b3", level=6)
        self.assertEqual([move.played for move in review.moves[:2]], ["f5", "d6"])
        self.assertEqual([move.side for move in review.moves[:2]], [BLACK, WHITE])
        for move in review.moves:
            self.assertAlmostEqual(move.loss, move.best_score - move.score, places=2)
        blunder = max(review.moves, key=lambda move: move.loss)
        self.assertIn(blunder.verdict, ("mistake", "blunder"))
        self.assertNotEqual(blunder.played, blunder.best)
        reasons = [reason for move in review.moves for reason in move.reasons]
        self.assertTrue(reasons)
        for reason in reasons:
            self.assertTrue(reason.name.replace("-", "").isalpha() and 0.5 <= reason.share <= 1, reason)
        self.assertFalse(any(move.reasons for move in review.moves if move.loss < 4))
        total = sum(move.loss for move in review.moves if move.side == WHITE)
        self.assertAlmostEqual(review.white.loss, total, places=2)

    def test_the_reference_game_of_the_6x6_programs_is_played_as_in_the_report(self) -> None:
        game = bianca.play_game("e03-judge:depth=4", "e03-myjudge:depth=4", Board("6x6"))
        again = bianca.play_game("e03-judge:depth=4", "e03-myjudge:depth=4", Board("6x6"))
        self.assertEqual(str(game), str(again))

    def test_alpha_beta_in_python_equals_minimax(self) -> None:
        def weights(board: Board) -> float:
            return bin(board.own).count("1") * 3 - bin(board.opp).count("1") + len(board.legal_squares)

        def minimax(board: Board, depth: int) -> float:
            if board.is_over:
                discs = board.score()
                return discs + (discs > 0) * 1e6 - (discs < 0) * 1e6
            if board.must_pass:
                return -minimax(board.play("pass"), depth)
            if depth == 0:
                return weights(board)
            return max(-minimax(board.play(move), depth - 1) for move in board.legal_moves)

        for board in list(random_game("6x6", 2).boards())[::6]:
            if not board.is_over:
                move, value = bianca.AlphaBeta(weights, 3).search(board)
                values = {m: -minimax(board.play(m), 2) for m in board.legal_moves}
                self.assertEqual(value, max(values.values()))
                self.assertEqual(values[move], value)


class Header(unittest.TestCase):
    def test_every_function_of_the_header_is_declared_with_as_many_arguments(self) -> None:
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        with open(os.path.join(root, "include", "bianca.h")) as header:
            text = re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)
        found = re.findall(r"BIANCA_API[^;]*?\bbianca_(\w+)\(([^)]*)\);", text)
        counts = {name: 0 if args == "void" else args.count(",") + 1 for name, args in found}
        declared = {name: len(arguments) for name, _, arguments in _native._FUNCTIONS}
        self.assertGreater(len(counts), 40)
        self.assertEqual(declared, counts)


    def test_every_struct_has_the_layout_that_the_compiler_gives_it(self) -> None:
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        structs = {
            name: kind
            for name, kind in vars(_native).items()
            if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and kind is not ctypes.Structure
        }
        lines, expected = [], []
        for name, kind in structs.items():
            lines.append(f'printf("{name} %zu\\n", sizeof(Bianca{name}));')
            expected.append(f"{name} {ctypes.sizeof(kind)}")
            for field, *_ in kind._fields_:
                lines.append(f'printf("{name}.{field} %zu\\n", offsetof(Bianca{name}, {field}));')
                expected.append(f"{name}.{field} {getattr(kind, field).offset}")
        self.assertGreater(len(structs), 10)
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
            with open(source, "w") as file:
                file.write('#include <bianca.h>\n#include <stdio.h>\nint main(void) {\n' + "\n".join(lines) + "\n}\n")
            subprocess.run(["cc", f"-I{root}/include", source, "-o", program], check=True)
            output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        self.assertEqual(output.split("\n")[:-1], expected)


class Gtp(unittest.TestCase):
    PLAYER = "name = 'first'\nprint('loaded')\ndef choose(board):\n    print('thinking')\n    return board.legal_moves[0]\n"

    def test_a_player_file_speaks_gtp_on_any_board(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "first.py")
            with open(path, "w") as file:
                file.write(self.PLAYER)
            session = load(path)
            out = io.StringIO()
            with contextlib.redirect_stderr(io.StringIO()):
                run(session, io.StringIO("name\nboardsize 9 7\nclear_board\n\n1 genmove b\nplay w a1\nquit\nname\n"), out)
            answers = out.getvalue().split("\n\n")
            self.assertEqual(answers[0], "= first")
            self.assertEqual(answers[3], "=1 " + Board("9x7").legal_moves[0])
            self.assertEqual(answers[4], "? a1 turns nothing for White")
            self.assertEqual(len(answers), 7)

    def test_it_plays_whole_games_and_passes_that_nobody_writes(self) -> None:
        session = Session(lambda board: board.legal_moves[-1])
        board = Board()
        while not board.is_over:
            colour = "bw"[board.side]
            answer = session.answer(f"genmove {colour}")
            self.assertTrue(answer.startswith("= "), answer)
            move = answer[2:].strip()
            board = board.play(move)
            if board.must_pass:
                board = board.play("pass")
        self.assertEqual(session.game.end, board)

    def test_what_it_cannot_do_it_refuses(self) -> None:
        session = Session(lambda board: "a1")
        for line in ("boardsize 3", "boardsize x", "genmove b", "genmove w", "play b", "undo", "dance"):
            self.assertTrue(session.answer(line).startswith("? "), line)
        self.assertIsNone(session.answer("# nothing"))


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    """The examples in the documentation are tests too."""
    for name in ("bianca", "bianca.board", "bianca.engine", "bianca.arena", "bianca.gtp"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    readme = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python", "README.md")
    tests.addTests(doctest.DocFileSuite(readme, module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
