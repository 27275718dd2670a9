// The list of moves, with variations and the signs of the review.

/** @import {Node} from './game.js' */
import { app } from './app.js';
import { h, fill, keepFocus } from './dom.js';
import { t } from './i18n.js';

/** @type {Record<string, string>} */
export const signs = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export class Moves {
    constructor() {
        this.list = h('ol', { class: 'moves', 'aria-label': t('moves') });
        this.element = h('div', { class: 'card' }, h('h2', { class: 'minor' }, t('moves')), this.list);
    }

    #key = '';

    update() {
        const { game } = app;
        // The engine's news come many times a second, and most do not concern the list.
        const key = game.line().map((node) => `${node.state.move}${node.verdict?.verdict ?? ''}${(node.parent?.children ?? []).filter((one) => one !== node).map(lineOf)}`).join() + game.current.ply;
        if (key === this.#key) return;
        this.#key = key;
        /** @type {HTMLElement[]} */
        const items = [];
        for (const node of game.line().slice(1)) {
            items.push(h('li', {}, h('span', { class: 'number' }, node.ply), this.#button(node, `move-${node.ply}`)));
            for (const other of node.parent?.children ?? []) if (other !== node) items.push(this.#variation(other));
        }
        keepFocus(() => fill(this.list, items.length ? items : h('li', { class: 'soft small' }, t('noMoves'))));
        const current = this.list.querySelector('[aria-current]');
        if (current instanceof HTMLElement) {
            const top = current.offsetTop - this.list.offsetTop;
            if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 30) this.list.scrollTop = top - this.list.clientHeight / 2;
        }
    }

    /** @param {Node} node @param {string} [id] */
    #button(node, id) {
        const sign = node.verdict && signs[node.verdict.verdict];
        return h('button', {
            type: 'button', id, class: `by-${node.by}`, 'aria-current': node === app.game.current ? 'step' : null,
            'aria-label': `${node.ply}, ${t(node.by)}, ${moveText(node.state.move)}${sign && node.verdict ? `, ${t(node.verdict.verdict)}` : ''}`,
            onclick: () => { app.dropPending(); app.game.show(node); },
        }, moveText(node.state.move), sign && h('span', { class: `sign ${node.verdict?.verdict}` }, sign));
    }

    /** A variation: its moves up to the end of its own line. @param {Node} node */
    #variation(node) {
        const buttons = [];
        for (let one = /** @type {Node|null} */ (node); one && buttons.length < 12; one = one.next) buttons.push(this.#button(one));
        return h('li', { class: 'variation' }, buttons);
    }
}

/** @param {Node} node @returns {string} */
function lineOf(node) {
    let text = '';
    for (let one = /** @type {Node|null} */ (node); one; one = one.next) text += one.state.move;
    return text;
}

/** @param {string|null} move */
export function moveText(move) {
    return move === 'pass' ? t('pass') : move ?? '';
}
