// The address of the page holds the view, the game and the position: #b=8x8&m=f5d6&p=2&v=analyse.
// What is shown may lie in a variation: x=4c3d3 means that c3 d3 were tried after the fourth move.
// The rest of the tree stays at home.

/** @import {Tree, Entry} from './store.js' */
import { playThrough, splitMoves, startPosition } from './rules.js';
import { entry, mainLine, movesText, pathTo, reduce, treeAt } from './store.js';

/** The fragment for a tree and a view, without '#'. @param {Tree} tree @param {string} view */
export function writeAddress(tree, view) {
    const parts = [`b=${tree.board}`],
        line = mainLine(tree),
        moves = movesText(line);
    const { position } = entry(tree, tree.root).state;
    if (moves) parts.push(`m=${moves}`);
    if (position !== startPosition(tree.width, tree.height))
        parts.push(`s=${position.replace(' ', '_')}`);
    const path = pathTo(tree, tree.current),
        last = /** @type {Entry} */ (path.at(-1));
    const fork = path.findIndex((one, i) => line[i]?.id !== one.id);
    if (fork >= 0)
        parts.push(
            `x=${fork - 1}${path
                .slice(fork)
                .map((one) => one.state.move)
                .join('')}`,
        );
    else if (last.ply !== line.length - 1) parts.push(`p=${last.ply}`);
    if (view !== 'play') parts.push(`v=${view}`);
    return parts.join('&');
}

/** Why an address cannot be read. */
export class AddressError extends Error {}

/**
 * The tree and the view of a fragment; null if it carries no game. Throws an AddressError for moves
 * that the rules forbid.
 * @param {string} fragment
 * @returns {{tree: Tree, view: string, moves: string}|null}
 */
export function readAddress(fragment) {
    const values = new URLSearchParams(fragment.replace(/^#/, '')),
        board = values.get('b');
    if (!board) return null;
    const size = /^(\d{1,2})x(\d{1,2})$/.exec(board),
        width = Number(size?.[1]),
        height = Number(size?.[2]);
    if (!size || width < 4 || height < 4 || width * height > 64) throw new AddressError(board);
    const start = values.get('s')?.replace('_', ' ') ?? startPosition(width, height);
    if (!new RegExp(`^[XO-]{${width * height}} [XO]$`).test(start)) throw new AddressError(start);
    /** @type {import('./store.js').PageState} */
    let page = { tree: treeAt(board, start), view: '', settings: {} };
    const follow = /** @param {string} text */ (text) => {
        for (const move of splitMoves(text)) {
            const tree = /** @type {Tree} */ (page.tree);
            const states = playThrough(entry(tree, tree.current).state, move, width, height);
            if (!states.length) throw new AddressError(move);
            for (const one of states) page = reduce(page, { type: 'play', move: one.move });
        }
    };
    follow(values.get('m') ?? '');
    const line = mainLine(/** @type {Tree} */ (page.tree)),
        aside = /^(\d+)(.*)$/.exec(values.get('x') ?? '');
    const ply = aside
        ? Number(aside[1])
        : values.has('p')
          ? Number(values.get('p')) || 0
          : line.length - 1;
    page = reduce(page, { type: 'show', id: line[Math.max(0, Math.min(ply, line.length - 1))].id });
    if (aside) follow(aside[2]);
    return {
        tree: /** @type {Tree} */ (page.tree),
        view: values.get('v') ?? 'play',
        moves: values.get('m') ?? '',
    };
}
