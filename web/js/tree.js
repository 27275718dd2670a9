// The search tree of alpha-beta: MAX and MIN, windows, and scissors where
// a branch was cut off.

/** @import {GameData, TreeData, TreeNode} from './types.js' */
import { app } from './app.js';
import { call, session } from './api.js';
import { fill, h, icon, selectField } from './dom.js';
import { formatNumber, t } from './i18n.js';
import { moveText } from './moves.js';

const MOST_DEPTH = 6,
    MOST_NAMED = 6;

/** The first few moves of a list, and how many more there are. @param {string[]} moves */
function some(moves) {
    const text = moves.slice(0, MOST_NAMED).map(moveText).join(' ');
    return moves.length > MOST_NAMED
        ? `${text} ${t('andMore', { n: moves.length - MOST_NAMED })}`
        : text;
}

/** A value in the program's own unit. @param {number|null} value @param {string} [none] */
function text(value, none = '') {
    return value === null ? none : formatNumber(value, 1).replace('-', '−');
}

/** The result of a finished game for MAX. @param {number} score */
function result(score) {
    return score === 0
        ? t('drawnGame')
        : `${t(score > 0 ? 'win' : 'loss')} ${formatNumber(Math.abs(score))}`;
}

export class Tree {
    constructor() {
        this.summary = h('div', { class: 'saved' });
        this.drawing = h('div', { class: 'tree' });
        this.why = h('p', { class: 'why', role: 'status' });
        this.said = h('p', { class: 'small soft' });
        /** @type {AbortController|null} */
        this.abort = null;
        const depths = Array.from({ length: MOST_DEPTH }, (_, i) => ({
            value: String(i + 1),
            text: t('plies', { n: i + 1 }),
        }));
        const orders = ['program', 'sorted', 'reversed'].map((value) => ({
            value,
            text: t(`order.${value}`),
        }));
        this.element = h(
            'div',
            { class: 'panel' },
            h(
                'div',
                { class: 'card' },
                h(
                    'div',
                    { class: 'pair' },
                    selectField(
                        t('depth'),
                        depths,
                        String(app.settings.treeDepth),
                        (value) => {
                            app.save({ treeDepth: Number(value) });
                            this.load();
                        },
                        'tree-depth',
                    ),
                    selectField(
                        t('moveOrder'),
                        orders,
                        app.settings.treeOrder,
                        (value) => {
                            app.save({ treeOrder: value });
                            this.load();
                        },
                        'tree-order',
                    ),
                ),
                this.summary,
                this.said,
            ),
            h(
                'div',
                { class: 'card' },
                h('h2', { class: 'minor' }, t('learnTree')),
                this.why,
                this.drawing,
            ),
        );
    }

    stop() {
        this.abort?.abort();
        this.abort = null;
    }

    async load() {
        this.stop();
        const abort = (this.abort = new AbortController()),
            { game, settings } = app;
        try {
            /** @type {TreeData} */
            const data = await call(
                'tree',
                {
                    session,
                    board: game.board,
                    position: game.current.state.position,
                    eval: settings.eval,
                    depth: settings.treeDepth,
                    order: settings.treeOrder,
                },
                abort.signal,
            );
            if (this.abort !== abort) return;
            this.#draw(data);
        } catch (error) {
            app.complain(error);
        }
    }

    /** @param {TreeData} data */
    #draw(data) {
        const most = Math.max(data.minimax_nodes, 1);
        const row = /** @param {string} key @param {number} count @param {string} kind */ (
            key,
            count,
            kind,
        ) =>
            h(
                'div',
                { class: kind },
                h('span', {}, t(key)),
                h('i', { 'aria-hidden': 'true', vars: { width: `${(100 * count) / most}%` } }),
                h('b', {}, formatNumber(count)),
            );
        const saved = 100 * (1 - data.nodes / most);
        fill(
            this.summary,
            row('minimax', data.minimax_nodes, 'all'),
            row('alphaBeta', data.nodes, ''),
        );
        const said =
            data.search === 'minimax'
                ? t('notPruned')
                : t('savedText', {
                      percent: formatNumber(saved, saved > 99 ? 2 : 0),
                      cuts: formatNumber(data.cutoffs),
                      leaves: formatNumber(data.leaves),
                  });
        fill(
            this.said,
            said,
            data.shown < data.nodes && ` ${t('shownText', { shown: formatNumber(data.shown) })}`,
        );
        fill(this.why, t('treeHelp', { side: t(data.side) }));
        fill(this.drawing, h('ul', {}, this.#node(data.tree, true, [], true)));
    }

    /**
     * @param {TreeNode} node @param {boolean} isMax @param {string[]} path @param {boolean} isOpen
     * @returns {HTMLLIElement}
     */
    #node(node, isMax, path, isOpen, isBest = false) {
        const children = node.children ?? [],
            isInner = children.length > 0;
        const item = h('li');
        const list = h('ul');
        const label = h(
            'button',
            {
                type: 'button',
                class: `node ${isBest ? 'is-best' : ''} ${node.skipped ? 'is-cut' : ''}`,
                'aria-expanded': isInner ? String(isOpen) : null,
                onclick: () => {
                    if (isInner) toggle(!list.isConnected);
                    this.#choose(label, node, isMax, path);
                },
            },
            h('b', {}, node.move ? moveText(node.move) : t('root')),
            isInner && h('span', { class: 'kind' }, isMax ? '△ MAX' : '▽ MIN'),
            h('span', {}, text(node.value)),
            isInner &&
                h(
                    'span',
                    { class: 'window' },
                    `[${text(node.alpha, '−∞')}, ${text(node.beta, '∞')}]`,
                ),
            isBest && h('span', { class: 'hidden' }, t('bestMove')),
        );
        const toggle = /** @param {boolean} open */ (open) => {
            label.setAttribute('aria-expanded', String(open));
            if (!open) return list.remove();
            if (!list.childElementCount) {
                fill(
                    list,
                    children.map((child) =>
                        this.#node(
                            child,
                            !isMax,
                            [...path, child.move ?? ''],
                            false,
                            child.move === node.best,
                        ),
                    ),
                    node.skipped?.length &&
                        h(
                            'li',
                            { class: 'cut' },
                            icon('cut'),
                            t('skipped', { moves: some(node.skipped) }),
                        ),
                );
            }
            item.append(list);
        };
        item.append(label);
        if (isInner && isOpen) toggle(true);
        return item;
    }

    /**
     * Shows the node's position on the board and says why its branch ended.
     * @param {HTMLElement} label
     * @param {TreeNode} node
     * @param {boolean} isMax
     * @param {string[]} path
     */
    async #choose(label, node, isMax, path) {
        for (const one of this.drawing.querySelectorAll('[aria-current]'))
            one.removeAttribute('aria-current');
        label.setAttribute('aria-current', 'true');
        const best = node.children?.find((child) => child.move === node.best);
        let words;
        if (node.skipped)
            words = t(isMax ? 'whyMax' : 'whyMin', {
                move: moveText(node.best ?? ''),
                value: text(node.value),
                bound: text(isMax ? node.beta : node.alpha),
                moves: some(node.skipped),
            });
        else if (best)
            words = t(isMax ? 'whyBestMax' : 'whyBestMin', {
                move: moveText(best.move ?? ''),
                value: text(node.value),
            });
        else if (node.reason === 'end')
            words = t('whyEnd', { result: result(node.score ?? 0), value: text(node.value) });
        else words = t(node.reason === 'pass' ? 'whyPass' : 'whyLeaf', { value: text(node.value) });
        fill(this.why, words);
        try {
            const { game } = app,
                root = game.current;
            /** @type {GameData} */
            const data = await call('game', {
                board: game.board,
                start: root.state.position,
                moves: path.join(''),
            });
            if (app.game.current !== root) return;
            app.preview = path.length ? data.states[data.states.length - 1] : null;
            app.refresh();
            app.drawStage();
        } catch (error) {
            app.complain(error);
        }
    }
}
