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
 * @typedef {object} Frame
 * @property {Node[]} line  the game
 * @property {Node[]} aside  the variation that is shown
 * @property {number} width
 * @property {number} height
 * @property {number} floor  where the scores end and the losses begin
 * @property {boolean} hasLosses
 * @property {number} plies
 * @property {number} most  the end of the scale
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
        const { tree } = app.game;
        const notes = [...tree.entries.values()].map((one) => `${one.score} ${one.verdict?.loss}`);
        const size = [this.element.clientWidth, this.element.clientHeight, this.#scale()];
        const key = [...notes, ...size, tree.current, document.documentElement.lang].join();
        if (key === this.#drawn) return;
        this.#drawn = key;
        const frame = this.#frame();
        this.svg.setAttribute('viewBox', `0 0 ${frame.width} ${frame.height}`);
        fill(this.svg, axes(frame), curves(frame), here(frame));
        this.#say(frame.plies);
    }

    /** Where things are. @returns {Frame} */
    #frame() {
        const line = app.game.line(),
            { current } = app.game,
            aside = current.isMain ? [] : app.game.through();
        // Drawn at the usual size and scaled with the letters of the page.
        const scale = this.#scale(),
            width = this.element.clientWidth / scale,
            height = this.element.clientHeight / scale;
        const hasLosses = line.some((node) => node.verdict),
            floor = height - PAD.bottom - (hasLosses ? LOSSES : 0),
            plies = Math.max(1, line.length - 1, current.ply),
            scores = [...line, ...aside].map((node) => Math.abs(node.score ?? 0)),
            highest = Math.max(0, ...scores),
            most = RANGES.find((one) => highest <= one) ?? 64;
        return {
            line,
            aside,
            width,
            height,
            floor,
            hasLosses,
            plies,
            most,
            x: (ply) => PAD.left + (ply / plies) * (width - PAD.left - PAD.right),
            y: (score) =>
                PAD.top + ((1 - Math.max(-1, Math.min(1, score / most))) / 2) * (floor - PAD.top),
        };
    }

    /** For who cannot see it. @param {number} plies */
    #say(plies) {
        const { ply, score, exact } = app.game.current,
            text = score === null ? '' : `, ${formatScore(score, exact)} ${t('forBlack')}`;
        this.element.setAttribute('aria-valuemax', String(plies));
        this.element.setAttribute('aria-valuenow', String(ply));
        this.element.setAttribute('aria-valuetext', `${t('moveNumber', { n: ply })}${text}`);
    }
}

/** Lines and numbers: scores at the left, moves below. @param {Frame} frame */
function axes({ x, y, width, height, floor, most, plies }) {
    const parts = [];
    for (const mark of [most, most / 2, 0, -most / 2, -most]) {
        const kind = mark === 0 ? 'zero' : 'grid',
            end = { x: PAD.left - 5, y: y(mark) + 3.5, 'text-anchor': 'end' };
        parts.push(
            segment(kind, PAD.left, y(mark), width - PAD.right, y(mark)),
            s('text', end, formatScore(mark, true)),
        );
    }
    parts.push(word(t('black'), PAD.top + 12), word(t('white'), floor - 5));
    for (let ply = TICK; ply < plies; ply += TICK)
        parts.push(
            segment('grid', x(ply), PAD.top, x(ply), height - PAD.bottom),
            s('text', { x: x(ply), y: height - 6, 'text-anchor': 'middle' }, ply),
        );
    return parts;
}

/** The game, the variation that is shown, what was lost, the mistakes. @param {Frame} frame */
function curves({ line, aside, x, y, width, floor, plies, hasLosses }) {
    const isKnown = /** @param {Node} node */ (node) => node.score !== null;
    return [
        ...curve(line.filter(isKnown), x, y, true),
        ...curve(aside.filter(isKnown), x, y, false),
        ...(hasLosses ? losses(line, x, floor, (width - PAD.left - PAD.right) / plies) : []),
        ...line.map((node) =>
            spotShape(node.verdict?.verdict ?? '', x(node.ply), y(node.score ?? 0)),
        ),
    ];
}

/** The position that is shown. @param {Frame} frame */
function here({ x, y, height }) {
    const { ply, score } = app.game.current;
    return [
        segment('now', x(ply), PAD.top, x(ply), height - PAD.bottom),
        score === null ? null : s('circle', { class: 'here', cx: x(ply), cy: y(score), r: 4.5 }),
    ];
}

/**
 * @param {string} kind
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2
 */
function segment(kind, x1, y1, x2, y2) {
    return s('line', { class: kind, x1, y1, x2, y2 });
}

/** @param {string} text @param {number} at */
function word(text, at) {
    return s('text', { class: 'side-name', x: PAD.left + 5, y: at }, text);
}

/**
 * @param {Node[]} nodes
 * @param {(ply: number) => number} x
 * @param {(score: number) => number} y
 * @param {boolean} isGame
 */
function curve(nodes, x, y, isGame) {
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
 * @param {Node[]} line
 * @param {(ply: number) => number} x
 * @param {number} top
 * @param {number} step
 */
function losses(line, x, top, step) {
    const middle = top + LOSSES / 2,
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
