// The list of moves: the game, and under its moves the variations, with signs and comments.

/** @import {Node} from './game.js' */
import { app } from './app.js';
import { h, fill, keepFocus } from './dom.js';
import { t } from './i18n.js';
import { openingName, openingOf } from './openings.js';

/** @type {Record<string, string>} */
export const signs = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export class Moves {
    constructor() {
        this.list = h('ol', { class: 'moves', 'aria-label': t('moves') });
        this.opening = h('p', { class: 'opening soft small' });
        this.element = h(
            'div',
            { class: 'card' },
            h('h2', { class: 'minor' }, t('moves')),
            this.opening,
            this.list,
        );
    }

    #key = '';

    update() {
        const { game } = app;
        // The engine's news come many times a second, and most do not concern the list.
        const notes = [...game.tree.entries.values()].map(
            (one) =>
                `${one.id}${one.children}${one.verdict?.verdict ?? ''}${one.sign}${one.comment}`,
        );
        const key = [...notes, game.tree.current, document.documentElement.lang].join();
        if (key === this.#key) return;
        this.#key = key;
        /** @type {HTMLElement[]} */
        const items = [];
        if (game.root.entry.comment) items.push(comment(game.root));
        for (const node of game.line().slice(1)) {
            items.push(
                h(
                    'li',
                    {},
                    h('span', { class: 'number' }, node.ply),
                    this.#button(node, `move-${node.ply}`),
                ),
            );
            if (node.entry.comment) items.push(comment(node));
            for (const other of node.parent?.children.slice(1) ?? [])
                items.push(h('li', { class: 'variation' }, this.#branch(other, true)));
        }
        keepFocus(() =>
            fill(this.list, items.length ? items : h('li', { class: 'soft small' }, t('noMoves'))),
        );
        const opening = openingOf(
            game.through().map((one) => one.state.position),
            game.board,
        );
        fill(this.opening, opening ? openingName(opening) : '');
        this.opening.hidden = !opening;
    }

    /** @param {Node} node @param {string} id @param {boolean} [isNumbered] */
    #button(node, id, isNumbered) {
        const found = node.verdict && signs[node.verdict.verdict],
            sign = node.entry.sign || found;
        const kind = node.entry.sign ? '' : (node.verdict?.verdict ?? '');
        return h(
            'button',
            {
                type: 'button',
                id,
                class: `by-${node.by}`,
                'aria-current': node === app.game.current ? 'step' : null,
                'aria-label': [
                    `${node.ply}, ${t(node.by)}, ${moveText(node.state.move)}`,
                    found && node.verdict ? `, ${t(node.verdict.verdict)}` : '',
                    node.entry.sign ? ` ${node.entry.sign}` : '',
                ].join(''),
                onclick: () => {
                    app.dropPending();
                    app.game.show(node);
                },
            },
            isNumbered && h('span', { class: 'number' }, `${node.ply}.`),
            moveText(node.state.move),
            sign && h('span', { class: `sign ${kind}` }, sign),
        );
    }

    /**
     * A variation to its end, with its own variations in brackets.
     * @param {Node} first
     * @param {boolean} [isNumbered]
     * @returns {HTMLElement}
     */
    #branch(first, isNumbered) {
        const parts = h('span', { class: 'branch' });
        for (
            let node = /** @type {Node|null} */ (first), isFirst = isNumbered;
            node;
            node = node.next, isFirst = false
        ) {
            parts.append(this.#button(node, `var-${node.id}`, isFirst));
            if (node.entry.comment) parts.append(h('span', { class: 'said' }, node.entry.comment));
            if (node === first) continue;
            for (const other of node.parent?.children.slice(1) ?? [])
                parts.append(this.#branch(other, true));
        }
        return parts;
    }
}

/** @param {Node} node */
function comment(node) {
    return h('li', { class: 'comment' }, node.entry.comment);
}

/** @param {string|null} move */
export function moveText(move) {
    return move === 'pass' ? t('pass') : (move ?? '');
}
