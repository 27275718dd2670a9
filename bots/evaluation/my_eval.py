"""An evaluation of your own: what a position is worth to the side to move.

    bianca match mine=plugin:bots/evaluation/my_eval.py,depth=2 kukreja:depth=2 --games 4
"""

# What a square is worth, by its distance from the nearer side and from the nearer end.
WEIGHTS = [[99, -8, 8, 6], [-8, -24, -4, -3], [8, -4, 7, 4], [6, -3, 4, 0]]


def distance(at, length):
    return min(at, length - 1 - at, 3)


def evaluate(position):
    """`own` and `opp` are sets of squares: bit row * width + column."""
    value = 0
    for i in range(position.width * position.height):
        row, column = distance(i // position.width, position.height), distance(i % position.width, position.width)
        value += WEIGHTS[row][column] * ((position.own >> i & 1) - (position.opp >> i & 1))
    return value
