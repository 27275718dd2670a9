// The graph of the game: the score after each move, for Black upwards, on a linear scale with
// signs; below, what each move lost. It is a slider: click, drag or use the arrow keys to go to a
// move.

/** @import {Node} from './game.js' */
import { app } from './app.js';
import { h, s, fill } from './dom.js';
import { formatScore, t } from './i18n.js';

/** In pixels where a letter has the usual size; large screens have larger letters. */
const PAD = { left: 34, right: 10, top: 10, bottom: 20 };
const TICK = 10; // moves between two numbers below
const LOSSES = 34,
    MOST_LOSS = 16; // the strip of losses: its height, and what fills half of it

/** The least of these that no score exceeds is the end of the scale. */
const RANGES = [4, 8, 16, 32, 64];

/**
 * The size of a drawing, its lower edge, the ends of its scales, and the way from plies and scores
 * to places. `step` is the distance of two plies.
 * @typedef {object} Frame
 * @property {number} width
 * @property {number} height
 * @property {number} floor
 * @property {number} plies
 * @property {number} most
 * @property {boolean} hasLosses
 * @property {number} step
 * @property {(ply: number) => number} x
 * @property {(score: number) => number} y
 */

export class Graph {
    constructor() {
        this.svg = s('svg', { 'aria-hidden': 'true' });
        this.element = h(
            'div',
            {
                class: 'graph',
                role: 'slider',
                tabindex: 0,
                'aria-label': t('graph'),
                'aria-orientation': 'horizontal',
                'aria-valuemin': 0,
            },
            this.svg,
        );
        this.element.addEventListener('pointerdown', (event) => {
            this.element.setPointerCapture(event.pointerId);
            this.#pick(event);
        });
        this.element.addEventListener('pointermove', (event) => {
            if (event.buttons) this.#pick(event);
        });
        this.element.addEventListener('keydown', (event) => this.#key(event));
        this.observer = new ResizeObserver(() => this.update());
        this.observer.observe(this.element);
    }

    #scale() {
        return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
    }

    close() {
        this.observer.disconnect();
    }

    /** @param {PointerEvent} event */
    #pick(event) {
        const box = this.element.getBoundingClientRect(),
            line = app.game.line(),
            scale = this.#scale();
        const share =
            (event.clientX - box.left - PAD.left * scale) /
            (box.width - (PAD.left + PAD.right) * scale);
        app.game.show(
            line[Math.max(0, Math.min(line.length - 1, Math.round(share * (line.length - 1))))],
        );
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { game } = app;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowLeft: () => game.back(),
            ArrowDown: () => game.back(),
            ArrowRight: () => game.forward(),
            ArrowUp: () => game.forward(),
            Home: () => game.first(),
            End: () => game.last(),
        };
        if (!keys[event.key]) return;
        event.preventDefault();
        event.stopPropagation();
        keys[event.key]();
    }

    #drawn = '';

    update() {
        if (!this.element.clientWidth) return;
        // The engine's news come many times a second, and most do not concern the graph.
        const { tree, current } = app.game;
        const notes = [...tree.entries.values()].map((one) => `${one.score} ${one.verdict?.loss}`);
        const size = [this.element.clientWidth, this.element.clientHeight, this.#scale()];
        const key = [...notes, ...size, tree.current, document.documentElement.lang].join();
        if (key === this.#drawn) return;
        this.#drawn = key;
        const line = app.game.line(),
            aside = current.isMain ? [] : app.game.through(),
            frame = this.#frame(line, aside);
        this.svg.setAttribute('viewBox', `0 0 ${frame.width} ${frame.height}`);
        fill(this.svg, [
            ...scoreGrid(frame),
            ...plyGrid(frame),
            ...curve(scored(line), frame, true),
            ...curve(scored(aside), frame, false),
            ...(frame.hasLosses ? losses(line, frame) : []),
            ...line.map((node) => spot(node, frame)),
            ...marks(current, frame),
        ]);
        this.#announce(current, frame.plies);
    }

    /**
     * Where plies and scores are; drawn at the usual size and scaled with the letters of the page.
     * @param {Node[]} line @param {Node[]} aside @returns {Frame}
     */
    #frame(line, aside) {
        const scale = this.#scale(),
            width = this.element.clientWidth / scale,
            height = this.element.clientHeight / scale;
        const hasLosses = line.some((node) => node.verdict),
            floor = height - PAD.bottom - (hasLosses ? LOSSES : 0);
        const plies = Math.max(1, line.length - 1, app.game.current.ply);
        const scores = [...line, ...aside].map((node) => Math.abs(node.score ?? 0)),
            most = RANGES.find((one) => Math.max(0, ...scores) <= one) ?? 64;
        return {
            width,
            height,
            floor,
            plies,
            most,
            hasLosses,
            step: (width - PAD.left - PAD.right) / plies,
            x: (ply) => PAD.left + (ply / plies) * (width - PAD.left - PAD.right),
            y: (score) =>
                PAD.top + ((1 - Math.max(-1, Math.min(1, score / most))) / 2) * (floor - PAD.top),
        };
    }

    /** What a screen reader says. @param {Node} current @param {number} plies */
    #announce(current, plies) {
        const text =
            current.score === null
                ? ''
                : `, ${formatScore(current.score, current.exact)} ${t('forBlack')}`;
        this.element.setAttribute('aria-valuemax', String(plies));
        this.element.setAttribute('aria-valuenow', String(current.ply));
        this.element.setAttribute(
            'aria-valuetext',
            `${t('moveNumber', { n: current.ply })}${text}`,
        );
    }
}

/** @param {Node[]} nodes */
function scored(nodes) {
    return nodes.filter((node) => node.score !== null);
}

/** Lines and numbers of scores, and whose half is whose. @param {Frame} frame */
function scoreGrid({ width, floor, most, y }) {
    const lines = [most, most / 2, 0, -most / 2, -most].flatMap((mark) => [
        s('line', {
            class: mark === 0 ? 'zero' : 'grid',
            x1: PAD.left,
            x2: width - PAD.right,
            y1: y(mark),
            y2: y(mark),
        }),
        s(
            'text',
            { x: PAD.left - 5, y: y(mark) + 3.5, 'text-anchor': 'end' },
            formatScore(mark, true),
        ),
    ]);
    return [...lines, word(t('black'), PAD.top + 12), word(t('white'), floor - 5)];
}

/** @param {string} kind @param {number} ply @param {Frame} frame */
function upright(kind, ply, { x, height }) {
    return s('line', { class: kind, x1: x(ply), x2: x(ply), y1: PAD.top, y2: height - PAD.bottom });
}

/** Lines and numbers of plies. @param {Frame} frame */
function plyGrid(frame) {
    const { plies, height, x } = frame,
        parts = [];
    for (let ply = TICK; ply < plies; ply += TICK)
        parts.push(
            upright('grid', ply, frame),
            s('text', { x: x(ply), y: height - 6, 'text-anchor': 'middle' }, ply),
        );
    return parts;
}

/** A sign on the curve for a mistake. @param {Node} node @param {Frame} frame */
function spot(node, { x, y }) {
    return spotShape(node.verdict?.verdict ?? '', x(node.ply), y(node.score ?? 0));
}

/** Where the game is now. @param {Node} current @param {Frame} frame */
function marks(current, frame) {
    const here = { class: 'here', cx: frame.x(current.ply), cy: frame.y(current.score ?? 0), r: 4.5 };
    return [
        upright('now', current.ply, frame),
        current.score === null ? null : s('circle', here),
    ];
}

/** @param {string} text @param {number} at */
function word(text, at) {
    return s('text', { class: 'side-name', x: PAD.left + 5, y: at }, text);
}

/** @param {Node[]} nodes @param {Frame} frame @param {boolean} isGame */
function curve(nodes, { x, y }, isGame) {
    if (nodes.length < 2) return [];
    const points = nodes
        .map((node) => `${x(node.ply).toFixed(1)} ${y(node.score ?? 0).toFixed(1)}`)
        .join('L');
    const line = s('path', { class: isGame ? 'curve' : 'curve is-aside', d: `M${points}` });
    if (!isGame) return [line];
    return [
        s('path', {
            class: 'area',
            d: `M${x(nodes[0].ply)} ${y(0)}L${points}L${x(nodes[nodes.length - 1].ply)} ${y(0)}Z`,
        }),
        line,
    ];
}

/**
 * Bars for the discs that each move lost: Black's upwards, White's downwards.
 * @param {Node[]} line @param {Frame} frame
 */
function losses(line, { x, floor, step }) {
    const middle = floor + LOSSES / 2,
        wide = Math.max(2, Math.min(8, step * 0.7));
    const bars = [
        s('line', { class: 'grid', x1: x(0), x2: x(line.length - 1), y1: middle, y2: middle }),
        s('text', { x: PAD.left - 5, y: middle + 3.5, 'text-anchor': 'end' }, t('lost.short')),
    ];
    for (const { verdict, ply } of line) {
        if (!verdict || verdict.loss < 0.5) continue;
        const tall = Math.min(1, verdict.loss / MOST_LOSS) * (LOSSES / 2 - 3),
            isBlack = verdict.side === 'black';
        bars.push(
            s('rect', {
                class: `loss-of ${verdict.side}`,
                x: x(ply) - wide / 2,
                y: isBlack ? middle - tall : middle,
                width: wide,
                height: tall,
            }),
        );
    }
    return bars;
}

/**
 * Mistakes have shapes of their own: circle, triangle, diamond.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 */
export function spotShape(kind, x, y) {
    if (kind === 'inaccuracy')
        return s('circle', { class: 'spot inaccuracy', cx: x, cy: y, r: 4.5 });
    if (kind === 'mistake')
        return s('path', { class: 'spot mistake', d: `M${x} ${y - 6}l6 10.5h-12z` });
    if (kind === 'blunder')
        return s('path', { class: 'spot blunder', d: `M${x} ${y - 7}l7 7-7 7-7-7z` });
    return null;
}
