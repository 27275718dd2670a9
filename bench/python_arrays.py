"""How much faster a million positions in one call are than a loop over boards, in processor time.

    PYTHONPATH=python python3 bench/python_arrays.py
"""

import time

from bianca import Engine, arrays

COUNT, LOOP = 1_000_000, 20_000

own, opp = arrays.random_positions(COUNT, plies=30)
moves = arrays.legal_moves(own, opp)
keep = moves != 0
own, opp, squares = own[keep], opp[keep], arrays.random_squares(moves[keep])
boards = [arrays.to_board(a, b) for a, b in zip(own[:LOOP], opp[:LOOP])]
engine = Engine(threads=1, hash_mb=1)


def timed(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin


print(f"{'':12} {'a loop':>12} {'one call':>12} {'times as fast':>14}   ({len(own)} positions, 1 thread)")
for name, loop, array in (
    ("legal moves", lambda: [b.legal_set for b in boards], lambda: arrays.legal_moves(own, opp)),
    ("play", lambda: [b.play(int(s)) for b, s in zip(boards, squares)], lambda: arrays.play(own, opp, squares)),
    ("symmetries", lambda: [b.canonical() for b in boards], lambda: arrays.canonical(own, opp)),
    ("evaluations", lambda: [engine.evaluate(b) for b in boards], lambda: arrays.evaluate(engine, own, opp)),
):
    one, many = timed(loop) / LOOP, timed(array) / len(own)
    print(f"{name:12} {one * len(own):10.2f} s {many * len(own):10.3f} s {one / many:14.0f}")
