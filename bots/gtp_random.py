"""A bot in Python that plays any legal move, for GTP. To play it:

    bianca match "mine=gtp:python3 bots/gtp_random.py" random --games 10
"""

import random
import sys

EMPTY, BLACK, WHITE = 0, 1, 2  # the other side is 3 - side
PASS = -1  # a square is row * 8 + column
STEPS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


def start():
    board = [EMPTY] * 64
    board[27] = board[36] = WHITE
    board[28] = board[35] = BLACK
    return board


def flips(board, side, square):
    """The squares whose discs a move turns; none: it is illegal."""
    turned = []
    if board[square] != EMPTY:
        return turned
    for dr, dc in STEPS:
        row, column, run = square // 8 + dr, square % 8 + dc, []
        while 0 <= row < 8 and 0 <= column < 8 and board[row * 8 + column] == 3 - side:
            run.append(row * 8 + column)
            row, column = row + dr, column + dc
        if run and 0 <= row < 8 and 0 <= column < 8 and board[row * 8 + column] == side:
            turned += run
    return turned


def after(board, side, square):
    """The board after a move."""
    board = board[:]
    for turned in flips(board, side, square) + [square]:
        board[turned] = side
    return board


def legal_moves(board, side):
    return [square for square in range(64) if flips(board, side, square)]


def choose(board, side):
    """Any legal move, each as likely."""
    moves = legal_moves(board, side)
    return random.choice(moves) if moves else PASS


def main():
    board = start()
    for line in sys.stdin:
        words = line.split() + ["", "", ""]
        command, side, text = words[0], BLACK if words[1].lower().startswith("b") else WHITE, words[2].lower()
        answer = "= "
        if command == "clear_board":
            board = start()
        elif command == "boardsize" and words[1] != "8":
            answer = "? this bot plays on 8x8"
        elif command == "name":
            answer = "= gtp_random.py"
        elif command == "play" and text != "pass":
            square = (int(text[1]) - 1) * 8 + ord(text[0]) - ord("a")
            if flips(board, side, square):
                board = after(board, side, square)
            else:
                answer = "? illegal move"
        elif command == "genmove":
            square = choose(board, side)
            answer = "= pass" if square == PASS else f"= {'abcdefgh'[square % 8]}{square // 8 + 1}"
            board = after(board, side, square) if square != PASS else board
        print(answer + "\n", flush=True)
        if command == "quit":
            break


main()
