// Games with variations, comments, signs, marks and arrows as SGF (FF[4], GM[2]), in and out.

/** @import {Tree, Entry} from './store.js' */
import { playThrough, squareName, startPosition } from './rules.js';
import { entry, mainLine, reduce, treeAt } from './store.js';

/** @type {Record<string, string>} */
const SIGN_TAGS = {
    '!!': 'TE[2]',
    '!': 'TE[1]',
    '!?': 'IT[]',
    '?!': 'DO[]',
    '?': 'BM[1]',
    '??': 'BM[2]',
};
/** @type {Record<string, string>} */
const MARK_TAGS = { circle: 'CR', square: 'SQ', triangle: 'TR', cross: 'MA' };
const MOST_DEPTH = 400,
    PASSES = /^(tt|pa|pass|--)?$/i;

/** @param {string} text */
const escape = (text) => text.replace(/[\\\]]/g, '\\$&');

/** What is said about a position, as properties. @param {Entry} at */
function notes(at) {
    let text = at.comment ? `C[${escape(at.comment)}]` : '';
    if (at.sign) text += SIGN_TAGS[at.sign];
    for (const [shape, tag] of Object.entries(MARK_TAGS)) {
        const squares = Object.keys(at.marks).filter((one) => at.marks[one] === shape);
        if (squares.length) text += tag + squares.map((one) => `[${one}]`).join('');
    }
    const cut = /** @param {string} arrow */ (arrow) =>
        /^([a-p]\d+)([a-p]\d+)$/.exec(arrow)?.slice(1).join(':');
    if (at.arrows.length) text += `AR${at.arrows.map((one) => `[${cut(one)}]`).join('')}`;
    return text;
}

/**
 * @param {Tree} tree
 * @param {Entry} at the position whose continuations are written
 * @returns {string}
 */
function writeAfter(tree, at) {
    let text = '';
    for (let node = at; ;) {
        const { children } = node,
            colour = node.state.side === 'black' ? 'B' : 'W';
        const write = /** @param {Entry} child */ (child) =>
            `;${colour}[${child.state.move === 'pass' ? '' : child.state.move}]${notes(child)}`;
        if (children.length === 0) return text;
        if (children.length > 1)
            return (
                text +
                children
                    .map((id) => `(${write(entry(tree, id))}${writeAfter(tree, entry(tree, id))})`)
                    .join('')
            );
        node = entry(tree, children[0]);
        text += write(node);
    }
}

/** @param {Tree} tree @returns {string} */
export function writeSgf(tree) {
    const { width, height } = tree,
        root = entry(tree, tree.root),
        { position } = root.state;
    let text = `(;GM[2]FF[4]CA[UTF-8]SZ[${width === height ? width : `${width}:${height}`}]`;
    if (tree.names.black) text += `PB[${escape(tree.names.black)}]`;
    if (tree.names.white) text += `PW[${escape(tree.names.white)}]`;
    const score = mainLine(tree).at(-1)?.state.score;
    if (score !== undefined)
        text += score === 0 ? 'RE[0]' : `RE[${score > 0 ? 'B' : 'W'}+${Math.abs(score)}]`;
    if (position !== startPosition(width, height)) {
        for (const [tag, disc] of [
            ['AB', 'X'],
            ['AW', 'O'],
        ]) {
            const squares = [...position.slice(0, -2)].flatMap((one, i) =>
                one === disc ? [squareName(i, width)] : [],
            );
            if (squares.length) text += tag + squares.map((one) => `[${one}]`).join('');
        }
        text += `PL[${root.state.side === 'black' ? 'B' : 'W'}]`;
    }
    return `${text}${notes(root)}${writeAfter(tree, root)})`;
}

/** Reads the properties of nodes and the brackets between them. */
class Reader {
    /** @param {string} text */
    constructor(text) {
        this.text = text;
        this.at = 0;
        /** Where the first value of each property of the last node begins. */
        this.places = /** @type {Record<string, number>} */ ({});
    }

    /** The next character that is no blank. */
    peek() {
        while (/\s/.test(this.text[this.at] ?? '')) this.at++;
        return this.text[this.at] ?? '';
    }

    /** @param {string} wanted */
    need(wanted) {
        if (this.peek() !== wanted) throw new SgfError(this.text, this.at, wanted);
        this.at++;
    }

    value() {
        let text = '';
        this.at++;
        for (; this.at < this.text.length && this.text[this.at] !== ']'; this.at++) {
            if (this.text[this.at] === '\\') this.at++;
            text += this.text[this.at] ?? '';
        }
        this.need(']');
        return text;
    }

    /** @returns {Record<string, string[]>} */
    node() {
        /** @type {Record<string, string[]>} */
        const values = {};
        this.places = {};
        this.need(';');
        while (/[A-Za-z]/.test(this.peek())) {
            let name = '';
            for (; /[A-Za-z]/.test(this.text[this.at] ?? ''); this.at++)
                if (/[A-Z]/.test(this.text[this.at])) name += this.text[this.at];
            values[name] ??= [];
            if (this.peek() !== '[') throw new SgfError(this.text, this.at, '[');
            this.places[name] ??= this.at + 1;
            while (this.peek() === '[') values[name].push(this.value());
        }
        return values;
    }
}

/** Where a text stopped being SGF, in lines and columns. */
export class SgfError extends Error {
    /** @param {string} text @param {number} at @param {string} wanted */
    constructor(text, at, wanted) {
        super(wanted);
        this.at = at;
        this.wanted = wanted;
        const before = text.slice(0, at).split('\n');
        this.line = before.length;
        this.column = before[before.length - 1].length + 1;
    }
}

/**
 * A square as "f5", or as SGF's own two letters "fe"; null: off the board.
 * @param {string} text
 * @param {number} width
 * @param {number} height
 */
function square(text, width, height) {
    const found =
        /^([a-p])(\d{1,2})$/.exec(text.toLowerCase()) ??
        /^([a-p])([a-p])$/.exec(text.toLowerCase());
    if (!found) return null;
    const x = found[1].charCodeAt(0) - 97,
        y = /\d/.test(found[2]) ? Number(found[2]) - 1 : found[2].charCodeAt(0) - 97;
    return x < width && y >= 0 && y < height ? squareName(y * width + x, width) : null;
}

/**
 * The first position: AB, AW and PL, or the usual one.
 * @param {Record<string, string[]>} values
 * @param {number} width
 * @param {number} height
 */
function firstPosition(values, width, height) {
    const side = values.PL?.[0]?.[0]?.toUpperCase() === 'W' ? 'O' : 'X';
    if (!values.AB && !values.AW) return `${startPosition(width, height).slice(0, -1)}${side}`;
    const squares = Array(width * height).fill('-');
    for (const [tag, disc] of [
        ['AB', 'X'],
        ['AW', 'O'],
    ]) {
        for (const one of values[tag] ?? []) {
            const name = square(one, width, height);
            if (name) squares[(Number(name.slice(1)) - 1) * width + name.charCodeAt(0) - 97] = disc;
        }
    }
    return `${squares.join('')} ${side}`;
}

/**
 * @param {import('./store.js').PageState} page
 * @param {Record<string, string[]>} values
 * @param {number} width
 * @param {number} height
 */
function readNotes(page, values, width, height) {
    const id = /** @type {Tree} */ (page.tree).current;
    if (values.C?.[0]) page = reduce(page, { type: 'comment', id, text: values.C[0] });
    const sign = values.TE
        ? values.TE[0] === '2'
            ? '!!'
            : '!'
        : values.BM
          ? values.BM[0] === '2'
              ? '??'
              : '?'
          : values.DO
            ? '?!'
            : values.IT
              ? '!?'
              : '';
    if (sign) page = reduce(page, { type: 'sign', id, sign });
    for (const [shape, tag] of Object.entries(MARK_TAGS)) {
        for (const one of values[tag] ?? []) {
            const name = square(one, width, height);
            if (name) page = reduce(page, { type: 'mark', id, square: name, shape });
        }
    }
    for (const one of values.AR ?? []) {
        const [from, to] = one.split(':').map((end) => square(end, width, height));
        if (from && to) page = reduce(page, { type: 'arrow', id, from, to });
    }
    return page;
}

/**
 * Reads one game with all its variations. Throws an SgfError with the place.
 * @param {string} text
 * @returns {Tree}
 */
export function readSgf(text) {
    const reader = new Reader(text);
    reader.need('(');
    const first = reader.node(),
        [w, hgt] = (first.SZ?.[0] ?? '8').split(':').map(Number);
    const width = w || 8,
        height = hgt || width;
    if (width < 4 || height < 4 || width * height > 64) throw new SgfError(text, 0, 'SZ');
    /** @type {import('./store.js').PageState} */
    let page = {
        tree: treeAt(`${width}x${height}`, firstPosition(first, width, height)),
        view: '',
        settings: {},
    };
    page = reduce(page, {
        type: 'names',
        names: { black: first.PB?.[0] ?? '', white: first.PW?.[0] ?? '' },
    });
    page = readNotes(page, first, width, height);
    const play = /** @param {Record<string, string[]>} values */ (values) => {
        const at = reader.places[values.B ? 'B' : 'W'],
            tree = /** @type {Tree} */ (page.tree),
            { state } = entry(tree, tree.current);
        const written = (values.B ?? values.W)?.[0];
        if (written === undefined) return;
        const name = PASSES.test(written) ? 'pass' : square(written, width, height);
        if (!name) throw new SgfError(text, at, written);
        if (name === 'pass' && !state.pass) return; // some programs write a pass after the end
        const states = playThrough(state, name, width, height);
        if (!states.length) throw new SgfError(text, at, name);
        for (const one of states) page = reduce(page, { type: 'play', move: one.move });
        page = readNotes(page, values, width, height);
    };
    const sequence = /** @param {number} depth */ (depth) => {
        if (depth > MOST_DEPTH) throw new SgfError(text, reader.at, ')');
        while (reader.peek() === ';') play(reader.node());
        const { current } = /** @type {Tree} */ (page.tree);
        while (reader.peek() === '(') {
            reader.at++;
            sequence(depth + 1);
            reader.need(')');
            page = reduce(page, { type: 'show', id: current });
        }
    };
    sequence(0);
    reader.need(')');
    const tree = /** @type {Tree} */ (page.tree);
    return { ...tree, current: /** @type {Entry} */ (mainLine(tree).at(-1)).id };
}

/** Whether a text is an SGF game of Othello. @param {string} text */
export function isSgf(text) {
    return /^\s*\(\s*;/.test(text) && !/^\s*\(\s*;\s*GM\[Othello\]/.test(text);
}

/**
 * @param {string} board
 * @param {string} position
 * @param {string[]} moves for whoever has moves only
 */
export function treeOfMoves(board, position, moves) {
    /** @type {import('./store.js').PageState} */
    const page = { tree: treeAt(board, position), view: '', settings: {} };
    return /** @type {Tree} */ (reduce(page, { type: 'line', id: 0, moves, isShown: true }).tree);
}
