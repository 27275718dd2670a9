"""The rules of Othello, slow and obviously right: the tests compare the library with them."""

from __future__ import annotations

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def flips(own: int, opp: int, square: int, width: int, height: int) -> int:
    """The discs that a move turns: 0 if it is illegal."""
    turned = 0
    if (own | opp) >> square & 1:
        return 0
    for dx, dy in STEPS:
        x, y, run = square % width + dx, square // width + dy, 0
        while 0 <= x < width and 0 <= y < height and opp >> (y * width + x) & 1:
            run |= 1 << (y * width + x)
            x, y = x + dx, y + dy
        if run and 0 <= x < width and 0 <= y < height and own >> (y * width + x) & 1:
            turned |= run
    return turned


def moves(own: int, opp: int, width: int, height: int) -> int:
    return sum(1 << square for square in range(width * height) if flips(own, opp, square, width, height))


def play(own: int, opp: int, square: int, width: int, height: int) -> tuple[int, int]:
    if square == 64:
        return opp, own
    turned = flips(own, opp, square, width, height)
    return opp & ~turned, own | turned | 1 << square
