"""Arrays of positions agree with one position at a time, and are far faster than a loop over them."""

from __future__ import annotations

import doctest
import os
import time
import unittest
from typing import Callable

import numpy as np

import bianca
from bianca import BiancaError, Engine, arrays
import reference

SIZES = ("8x8", "6x6", "9x7", "4x4", "5x12", "16x4")


class Agree(unittest.TestCase):
    def test_moves_and_plays_agree_with_the_slow_rules(self) -> None:
        for board in SIZES:
            size = tuple(map(int, board.split("x")))
            for plies in (0, 4, 9, 12):
                own, opp = arrays.random_positions(25, plies, board, seed=plies)
                moves = arrays.legal_moves(own, opp, board)
                squares = arrays.random_squares(moves, board, seed=7)
                for i in range(len(own)):
                    self.assertEqual(int(moves[i]), reference.moves(int(own[i]), int(opp[i]), *size))
                can = squares < 64
                after = arrays.play(own[can], opp[can], squares[can], board)
                for i, (a, b) in enumerate(zip(*after)):
                    given = int(own[can][i]), int(opp[can][i]), int(squares[can][i])
                    self.assertEqual((int(a), int(b)), reference.play(*given, *size))

    def test_symmetries_agree_with_those_of_a_board(self) -> None:
        for board in SIZES:
            own, opp = arrays.random_positions(20, 8, board, seed=2)
            images = [arrays.to_board(a, b, board).symmetries() for a, b in zip(own, opp)]
            for number in range(len(images[0])):
                expected = [image[number].own for image in images]
                self.assertEqual(arrays.symmetry(own, number, board).tolist(), expected)
            a, b, numbers = arrays.canonical(own, opp, board)
            for i in range(len(own)):
                one = arrays.to_board(own[i], opp[i], board).canonical()
                self.assertEqual((int(a[i]), int(b[i])), (one.own, one.opp))
                self.assertEqual(images[i][numbers[i]], one)

    def test_evaluations_agree_on_one_thread_and_on_several(self) -> None:
        for board in ("8x8", "9x7", "5x5"):
            own, opp = arrays.random_positions(60, 12, board, seed=4)
            one, two = Engine(board, hash_mb=1), Engine(board, threads=2, hash_mb=1)
            expected = [one.evaluate(arrays.to_board(a, b, board)) for a, b in zip(own, opp)]
            self.assertEqual(arrays.evaluate(one, own, opp).tolist(), expected)
            many = np.tile(own, 200), np.tile(opp, 200)
            self.assertEqual(arrays.evaluate(two, *many).tolist(), expected * 200)

    def test_shapes_are_kept_and_planes_can_be_turned_back(self) -> None:
        own, opp = arrays.random_positions(24, 9, "9x7")
        cube = own.reshape(2, 3, 4), opp.reshape(2, 3, 4)
        self.assertEqual(arrays.legal_moves(*cube, "9x7").shape, (2, 3, 4))
        planes = arrays.planes(own, opp, "9x7")
        self.assertEqual(planes.shape, (24, 2, 7, 9))
        self.assertTrue((arrays.sets_of(planes[:, 0]) == own).all())
        self.assertTrue((arrays.sets_of(planes[:, 1]) == opp).all())
        self.assertEqual(arrays.legal_moves(own[:0], opp[:0], "9x7").shape, (0,))

    def test_what_cannot_be_used_is_refused_with_its_place(self) -> None:
        own, opp = arrays.random_positions(4, 6)
        both = own.copy()
        both[2] |= opp[2]
        for wrong, reason in (
            (lambda: arrays.legal_moves(both, opp), "position 2: a square holds two discs"),
            (lambda: arrays.legal_moves(own, opp, "4x4"), "position 0: a disc is off the board"),
            (lambda: arrays.legal_moves(own, opp[:3]), "shape"),
            (lambda: arrays.legal_moves(own.astype(float), opp), "uint64"),
            (lambda: arrays.legal_moves([-1], [1]), "from 0 on"),
            (lambda: arrays.play(own, opp, [64, 64, 64, 64]), "position 0: pass 64 is illegal"),
            (lambda: arrays.play(own, opp, [300, 0, 0, 0]), "0 to 63"),
            (lambda: arrays.symmetry(own, 8), "0 to 7"),
            (lambda: arrays.symmetry([1], 4, "9x7"), "0 to 3"),
            (lambda: arrays.evaluate(Engine("4x4", hash_mb=1), own, opp), "off the board"),
            (lambda: arrays.random_positions(1, 61), "at most 60"),
        ):
            with self.assertRaises(BiancaError) as caught:
                wrong()
            self.assertIn(reason, str(caught.exception))

    def test_inputs_stay_as_they_were(self) -> None:
        own, opp = arrays.random_positions(4, 6)
        before = own.copy(), opp.copy()
        arrays.play(own, opp, arrays.random_squares(arrays.legal_moves(own, opp)))
        arrays.canonical(own, opp)
        self.assertTrue((own == before[0]).all() and (opp == before[1]).all())


def cpu_flags() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return file.read()
    except OSError:
        return ""


def cost(work: Callable[[], object], count: int) -> float:
    """Processor time for one position; the best of three, so that a busy machine does not count."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times) / count


class Speed(unittest.TestCase):
    """One call for many positions takes less than a fiftieth of what a loop over them takes."""

    def test_arrays_are_fifty_times_as_fast_as_a_loop(self) -> None:
        own, opp = arrays.random_positions(40000, 20)
        moves = arrays.legal_moves(own, opp)
        keep = moves != 0
        own, opp, squares = own[keep], opp[keep], arrays.random_squares(moves[keep])
        engine = Engine(hash_mb=1)
        few = [(int(a), int(b), int(s)) for a, b, s in zip(own[:300], opp[:300], squares[:300])]
        board = arrays.to_board
        for name, loop, array in (
            ("legal moves", lambda a, b, s: board(a, b).legal_set, lambda: arrays.legal_moves(own, opp)),
            ("play", lambda a, b, s: board(a, b).play(s), lambda: arrays.play(own, opp, squares)),
            ("canonical", lambda a, b, s: board(a, b).canonical(), lambda: arrays.canonical(own, opp)),
            ("evaluate", lambda a, b, s: engine.evaluate(board(a, b)), lambda: arrays.evaluate(engine, own, opp)),
        ):
            one = cost(lambda: [loop(*position) for position in few], len(few))
            ratio = one / cost(array, len(own))
            print(f"{name}: {one * 1e6:.1f} us in a loop, {ratio:.0f} times as fast in an array")
            # Without AVX2 the network's value itself takes most of the time.
            has_avx2 = "BIANCA_ISA" not in os.environ and "avx2" in cpu_flags()
            self.assertGreater(ratio, 50 if name != "evaluate" or has_avx2 else 25, name)


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    tests.addTests(doctest.DocTestSuite(arrays))
    return tests


if __name__ == "__main__":
    unittest.main()
