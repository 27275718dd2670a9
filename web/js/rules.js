// The rules of the game on any board, for what must not wait for the server: showing a click,
// walking through a line, reading a tree of variations. It knows nothing of good and bad moves.

/** @import {State} from './types.js' */

const STEPS = [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
];

/** @param {string} name @param {number} width */
export function squareIndex(name, width) {
    return (Number(name.slice(1)) - 1) * width + name.charCodeAt(0) - 97;
}

/** @param {number} index @param {number} width */
export function squareName(index, width) {
    return String.fromCharCode(97 + (index % width)) + (Math.floor(index / width) + 1);
}

/**
 * The usual start: squares row by row, a blank, the side to move.
 * @param {number} width
 * @param {number} height
 */
export function startPosition(width, height) {
    const r = height >> 1,
        c = width >> 1,
        squares = Array(width * height).fill('-');
    squares[(r - 1) * width + c - 1] = squares[r * width + c] = 'O';
    squares[(r - 1) * width + c] = squares[r * width + c - 1] = 'X';
    return `${squares.join('')} X`;
}

/**
 * What a disc of `own` on the square turns.
 * @param {string} squares
 * @param {number} at
 * @param {string} own
 * @param {number} width
 * @param {number} height
 * @returns {number[]}
 */
function turned(squares, at, own, width, height) {
    if (squares[at] !== '-') return [];
    const other = own === 'X' ? 'O' : 'X',
        all = [];
    const x0 = at % width,
        y0 = Math.floor(at / width);
    for (const [dx, dy] of STEPS) {
        const row = [];
        let x = x0 + dx,
            y = y0 + dy;
        while (x >= 0 && x < width && y >= 0 && y < height && squares[y * width + x] === other) {
            row.push(y * width + x);
            x += dx;
            y += dy;
        }
        const isClosed =
            x >= 0 && x < width && y >= 0 && y < height && squares[y * width + x] === own;
        if (isClosed) all.push(...row);
    }
    return all.sort((a, b) => a - b);
}

/**
 * Each legal move of a side with what it turns.
 * @param {string} squares
 * @param {string} own
 * @param {number} width
 * @param {number} height
 */
function legalMoves(squares, own, width, height) {
    /** @type {Record<string, string[]>} */
    const legal = {};
    for (let i = 0; i < width * height; i++) {
        const flips = turned(squares, i, own, width, height);
        if (flips.length) legal[squareName(i, width)] = flips.map((one) => squareName(one, width));
    }
    return legal;
}

/**
 * A position with its legal moves, as the server describes one.
 * @param {string} position @param {number} width @param {number} height
 * @param {string|null} [move]  what led here
 * @param {string[]} [flips]  what that turned
 * @returns {State}
 */
export function makeState(position, width, height, move = null, flips = []) {
    const squares = position.slice(0, width * height),
        own = position[width * height + 1];
    const count = /** @param {string} c */ (c) => squares.split(c).length - 1;
    const black = count('X'),
        white = count('O');
    const legal = legalMoves(squares, own, width, height),
        canMove = Object.keys(legal).length > 0;
    const other = own === 'X' ? 'O' : 'X';
    const over = !canMove && Object.keys(legalMoves(squares, other, width, height)).length === 0;
    /** @type {State} */
    const state = {
        position,
        side: own === 'X' ? 'black' : 'white',
        move,
        flips,
        legal,
        black,
        white,
        pass: !canMove && !over,
        over,
    };
    if (over) state.score = finalScore(black, white, width * height);
    return state;
}

/**
 * The result for Black: empty squares go to the winner.
 * @param {number} black
 * @param {number} white
 * @param {number} squares
 */
function finalScore(black, white, squares) {
    const rest = squares - black - white;
    return black - white + Math.sign(black - white) * rest;
}

/**
 * The position after a move ('pass' where the side must pass); null if the rules forbid it.
 * @param {State} state @param {string} move @param {number} width @param {number} height
 * @returns {State|null}
 */
export function playMove(state, move, width, height) {
    const own = state.side === 'black' ? 'X' : 'O',
        other = own === 'X' ? 'O' : 'X';
    if (move === 'pass')
        return state.pass
            ? makeState(`${state.position.slice(0, -1)}${other}`, width, height, 'pass')
            : null;
    const flips = state.legal[move];
    if (!flips) return null;
    const squares = [...state.position.slice(0, -2)];
    for (const name of [move, ...flips]) squares[squareIndex(name, width)] = own;
    return makeState(`${squares.join('')} ${other}`, width, height, move, flips);
}

/**
 * The same, with the pass that a transcript leaves out.
 * @param {State} state @param {string} move @param {number} width @param {number} height
 * @returns {State[]}  one state, or the pass and the move; empty if the rules forbid it
 */
export function playThrough(state, move, width, height) {
    const after = playMove(state, move, width, height);
    if (after) return [after];
    const passed = move === 'pass' ? null : playMove(state, 'pass', width, height);
    const then = passed && playMove(passed, move, width, height);
    return passed && then ? [passed, then] : [];
}

/**
 * "f5d6c3" as a list of moves; "--" and "pass" are passes.
 * @param {string} text
 * @returns {string[]}
 */
export function splitMoves(text) {
    return (text.toLowerCase().match(/[a-p]\d{1,2}|--|pass/g) ?? []).map((one) =>
        one === '--' ? 'pass' : one,
    );
}

/**
 * Groups of empty squares that touch each other, also at corners: who moves first in a region of
 * an odd number moves last there.
 * @param {string} position @param {number} width @param {number} height @returns {string[][]}
 */
export function emptyRegions(position, width, height) {
    const seen = new Set(),
        regions = [];
    for (let i = 0; i < width * height; i++) {
        if (position[i] !== '-' || seen.has(i)) continue;
        const region = [],
            waiting = [i];
        seen.add(i);
        while (waiting.length) {
            const at = /** @type {number} */ (waiting.pop());
            region.push(squareName(at, width));
            for (const [dx, dy] of STEPS) {
                const x = (at % width) + dx,
                    y = Math.floor(at / width) + dy,
                    next = y * width + x;
                if (
                    x < 0 ||
                    x >= width ||
                    y < 0 ||
                    y >= height ||
                    position[next] !== '-' ||
                    seen.has(next)
                )
                    continue;
                seen.add(next);
                waiting.push(next);
            }
        }
        regions.push(region);
    }
    return regions;
}

/**
 * The eight ways to lay a square board, or four of another: each maps an index.
 * @param {number} width
 * @param {number} height
 */
export function symmetries(width, height) {
    const ways = [];
    for (const isTurned of width === height ? [false, true] : [false]) {
        for (const flipX of [false, true]) {
            for (const flipY of [false, true]) {
                ways.push(
                    /** @param {number} i */ (i) => {
                        let x = i % width,
                            y = Math.floor(i / width);
                        if (flipX) x = width - 1 - x;
                        if (flipY) y = height - 1 - y;
                        return isTurned ? x * width + y : y * width + x;
                    },
                );
            }
        }
    }
    return ways;
}

/**
 * The same text for all positions that are turned or mirrored versions of each other.
 * @param {string} position
 * @param {number} width
 * @param {number} height
 */
export function canonical(position, width, height) {
    let least = '';
    for (const way of symmetries(width, height)) {
        const squares = Array(width * height);
        for (let i = 0; i < width * height; i++) squares[way(i)] = position[i];
        const text = squares.join('');
        if (!least || text < least) least = text;
    }
    return least + position.slice(width * height);
}
