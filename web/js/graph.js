// The graph of the game: the score after each move, for Black upwards. It is a slider: click, drag
// or use the arrow keys to go to a move.

import { app } from './app.js';
import { h, s, fill } from './dom.js';
import { formatScore, t } from './i18n.js';

const PAD = { left: 28, right: 10, top: 10, bottom: 20 };

const TICK = 10; // moves between two numbers below

export class Graph {
    constructor() {
        this.svg = s('svg', { 'aria-hidden': 'true' });
        this.element = h('div', { class: 'graph', role: 'slider', tabindex: 0, 'aria-label': t('graph'), 'aria-orientation': 'horizontal', 'aria-valuemin': 0 }, this.svg);
        this.element.addEventListener('pointerdown', (event) => {
            this.element.setPointerCapture(event.pointerId);
            this.#pick(event);
        });
        this.element.addEventListener('pointermove', (event) => { if (event.buttons) this.#pick(event); });
        this.element.addEventListener('keydown', (event) => this.#key(event));
        new ResizeObserver(() => this.update()).observe(this.element);
    }

    /** @param {PointerEvent} event */
    #pick(event) {
        const box = this.element.getBoundingClientRect(), line = app.game.line();
        const share = (event.clientX - box.left - PAD.left) / (box.width - PAD.left - PAD.right);
        app.game.show(line[Math.max(0, Math.min(line.length - 1, Math.round(share * (line.length - 1))))]);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { game } = app;
        /** @type {Record<string, () => void>} */
        const keys = { ArrowLeft: () => game.back(), ArrowDown: () => game.back(), ArrowRight: () => game.forward(), ArrowUp: () => game.forward(), Home: () => game.first(), End: () => game.last() };
        if (!keys[event.key]) return;
        event.preventDefault();
        event.stopPropagation();
        keys[event.key]();
    }

    update() {
        if (!app.game || !this.element.clientWidth) return;
        const line = app.game.line(), current = app.game.current;
        const width = this.element.clientWidth, height = this.element.clientHeight;
        const most = app.game.width * app.game.height;
        const x = /** @param {number} ply */ (ply) => PAD.left + (ply / Math.max(1, line.length - 1)) * (width - PAD.left - PAD.right);
        // Small differences matter more than large ones: the square root opens the middle.
        const y = /** @param {number} score */ (score) => {
            const part = Math.sign(score) * Math.sqrt(Math.min(1, Math.abs(score) / most));
            return PAD.top + ((1 - part) / 2) * (height - PAD.top - PAD.bottom);
        };
        const word = /** @param {string} text @param {number} at */ (text, at) => s('text', { class: 'side-name', x: PAD.left + 5, y: at }, text);
        const known = line.filter((node) => node.score !== null);
        const parts = [];
        for (const mark of [most, most / 4, 0, -most / 4, -most]) {
            parts.push(s('line', { class: mark === 0 ? 'zero' : 'grid', x1: PAD.left, x2: width - PAD.right, y1: y(mark), y2: y(mark) }));
            if (Math.abs(mark) !== most || most < 20) parts.push(s('text', { x: PAD.left - 5, y: y(mark) + 3.5, 'text-anchor': 'end' }, formatScore(mark, true)));
        }
        parts.push(word(t('black'), PAD.top + 12), word(t('white'), height - PAD.bottom - 5));
        for (let ply = TICK; ply < line.length - 1; ply += TICK) {
            parts.push(s('line', { class: 'grid', x1: x(ply), x2: x(ply), y1: PAD.top, y2: height - PAD.bottom }));
            parts.push(s('text', { x: x(ply), y: height - 6, 'text-anchor': 'middle' }, ply));
        }
        if (known.length > 1) {
            const points = known.map((node) => `${x(node.ply).toFixed(1)} ${y(node.score ?? 0).toFixed(1)}`);
            parts.push(s('path', { class: 'area', d: `M${x(known[0].ply)} ${y(0)}L${points.join('L')}L${x(known[known.length - 1].ply)} ${y(0)}Z` }));
            parts.push(s('path', { class: 'curve', d: `M${points.join('L')}` }));
        }
        for (const node of line) parts.push(spotShape(node.verdict?.verdict ?? '', x(node.ply), y(node.score ?? 0)));
        parts.push(s('line', { class: 'now', x1: x(current.ply), x2: x(current.ply), y1: PAD.top, y2: height - PAD.bottom }));
        if (current.score !== null) parts.push(s('circle', { class: 'here', cx: x(current.ply), cy: y(current.score), r: 4.5 }));
        fill(this.svg, parts);
        const text = current.score === null ? '' : `, ${formatScore(current.score, current.exact)} ${t('forBlack')}`;
        this.element.setAttribute('aria-valuemax', String(line.length - 1));
        this.element.setAttribute('aria-valuenow', String(current.ply));
        this.element.setAttribute('aria-valuetext', `${t('moveNumber', { n: current.ply })}${text}`);
    }
}

/** Mistakes have shapes of their own: circle, triangle, diamond. @param {string} kind @param {number} x @param {number} y */
export function spotShape(kind, x, y) {
    if (kind === 'inaccuracy') return s('circle', { class: 'spot inaccuracy', cx: x, cy: y, r: 4.5 });
    if (kind === 'mistake') return s('path', { class: 'spot mistake', d: `M${x} ${y - 6}l6 10.5h-12z` });
    if (kind === 'blunder') return s('path', { class: 'spot blunder', d: `M${x} ${y - 7}l7 7-7 7-7-7z` });
    return null;
}
