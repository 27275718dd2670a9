// The game on the board: a tree of positions, one of which is shown. It knows no rules; the server
// sends each position with its legal moves and what they turn.

/** @import {State, GameData, Side, Verdict} from './types.js' */

/** A position in the tree. */
export class Node {
    ply = 0;

    /** @param {State} state @param {Node|null} parent */
    constructor(state, parent) {
        this.state = state;
        this.parent = parent;
        /** @type {Node[]} */
        this.children = [];
        /** The child that `forward` goes to. @type {Node|null} */
        this.next = null;
        if (parent) this.ply = parent.ply + 1;
        /** For Black, in discs. @type {number|null} */
        this.score = null;
        this.exact = false;
        /** What the review said about the move that led here. @type {Verdict|null} */
        this.verdict = null;
    }

    /** Who played the move that led here. @returns {Side} */
    get by() {
        return this.parent?.state.side ?? 'black';
    }
}

export class Game extends EventTarget {
    /** @param {GameData} data */
    constructor(data) {
        super();
        this.board = '';
        this.width = this.height = 0;
        this.names = { black: '', white: '' };
        this.root = new Node(data.states[0], null);
        /** @type {Node} */
        this.current = this.root;
        this.load(data);
    }

    /** Replaces everything; shows the end of the line. @param {GameData} data @param {number} [ply] */
    load(data, ply) {
        this.board = data.board;
        this.width = data.width;
        this.height = data.height;
        this.names = { black: data.black_name ?? '', white: data.white_name ?? '' };
        this.root = new Node(data.states[0], null);
        this.current = this.root;
        for (const state of data.states.slice(1)) this.current = this.#child(this.current, state);
        if (ply !== undefined) this.current = this.line()[Math.max(0, Math.min(ply, this.current.ply))];
        this.#tell('new');
    }

    /** @param {Node} parent @param {State} state @returns {Node} */
    #child(parent, state) {
        let child = parent.children.find((one) => one.state.move === state.move);
        if (!child) {
            child = new Node(state, parent);
            parent.children.push(child);
        }
        parent.next = child;
        return child;
    }

    /** @param {string} kind */
    #tell(kind) {
        this.dispatchEvent(new CustomEvent('change', { detail: kind }));
    }

    /** Adds the position after a move and shows it. @param {State} state */
    play(state) {
        this.current = this.#child(this.current, state);
        this.#tell('play');
    }

    /** @param {Node} node */
    show(node) {
        for (let one = node; one.parent; one = one.parent) one.parent.next = one;
        if (node === this.current) return;
        const isStep = node.parent === this.current || this.current.parent === node;
        this.current = node;
        this.#tell(isStep ? 'step' : 'jump');
    }

    /** Takes moves away for good: the position becomes the end. @param {Node} node */
    cut(node) {
        node.children = [];
        node.next = null;
    }

    /** The positions from the start through the one shown to the end of its line. */
    line() {
        const nodes = [];
        for (let one = /** @type {Node|null} */ (this.current); one; one = one.parent) nodes.unshift(one);
        for (let one = this.current.next; one; one = one.next) nodes.push(one);
        return nodes;
    }

    back() { if (this.current.parent) this.show(this.current.parent); }
    forward() { if (this.current.next) this.show(this.current.next); }
    first() { this.show(this.root); }
    last() { this.show(this.line().at(-1) ?? this.root); }

    /** The moves as text, up to a position (the end of the line if none is given). @param {Node} [node] */
    transcript(node) {
        const nodes = this.line().slice(1, node ? node.ply + 1 : undefined);
        return nodes.map((one, i) => (one.state.move === 'pass' && i < nodes.length - 1 ? '' : one.state.move)).join('');
    }

    /** What the server needs to know the whole game. @param {Node} [node] */
    toRequest(node) {
        return { board: this.board, start: this.root.state.position, moves: this.transcript(node) };
    }

    /** The same in the fragment of a link. @param {string} view */
    toFragment(view) {
        const parts = [`b=${this.board}`];
        const moves = this.transcript();
        if (moves) parts.push(`m=${moves}`);
        if (!isUsualStart(this.root.state, this.width, this.height)) parts.push(`s=${packPosition(this.root.state.position)}`);
        if (this.current.ply !== this.line().length - 1) parts.push(`p=${this.current.ply}`);
        if (view !== 'play') parts.push(`v=${view}`);
        return parts.join('&');
    }
}

/** @param {string} position */
function packPosition(position) {
    return position.replace(' ', '_');
}

/** @param {State} state @param {number} width @param {number} height */
function isUsualStart(state, width, height) {
    const r = height >> 1, c = width >> 1, squares = Array(width * height).fill('-');
    squares[(r - 1) * width + c - 1] = squares[r * width + c] = 'O';
    squares[(r - 1) * width + c] = squares[r * width + c - 1] = 'X';
    return state.position === `${squares.join('')} X`;
}

/**
 * Reads the fragment of a link; null if it carries no game.
 * @param {string} fragment
 */
export function readFragment(fragment) {
    const values = new URLSearchParams(fragment.replace(/^#/, ''));
    if (!values.has('b')) return null;
    const start = values.get('s')?.replace('_', ' ');
    const ply = values.get('p');
    return {
        request: { board: values.get('b'), moves: values.get('m') ?? '', ...(start ? { start } : {}) },
        ply: ply === null ? undefined : Number(ply) || 0,
        view: values.get('v') ?? 'play',
    };
}

/** @param {string} name @param {number} width */
export function squareIndex(name, width) {
    return (Number(name.slice(1)) - 1) * width + name.charCodeAt(0) - 97;
}

/** @param {number} index @param {number} width */
export function squareName(index, width) {
    return String.fromCharCode(97 + (index % width)) + (Math.floor(index / width) + 1);
}
