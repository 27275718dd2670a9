// The board on the page: real buttons in a grid. It shows what it is told and says which square was
// pressed; arrow keys move between squares.

/** @import {State} from './types.js' */
import { colourAt, label, markShape, turn, valueClass } from './board_parts.js';
import { h, fill, s } from './dom.js';
import { t } from './i18n.js';
import { squareIndex, squareName } from './rules.js';

/**
 * A number on a square.
 * @typedef {object} SquareValue
 * @property {string} text
 * @property {boolean} [exact]
 * @property {boolean} [best]
 * @property {boolean} [played]
 * @property {string} [label]  for a screen reader, in place of the text
 * @property {number} [loss]  0 to 4: how bad, for its colour
 * @property {boolean} [book]  it comes from the book
 */

/**
 * A colour over a square.
 * @typedef {object} Tint
 * @property {string} kind
 * @property {number} [strength]
 * @property {string} [label]  for a screen reader
 * @property {number} [count]  a number in the corner
 */

/**
 * What to show besides the discs.
 * @typedef {object} Extras
 * @property {boolean} [active]  legal squares may be pressed
 * @property {boolean} [open]  every square may be pressed
 * @property {boolean} [quiet]  do not mark legal squares
 * @property {string} [hint]  a square to point at
 * @property {Map<string, SquareValue>} [values]  numbers on squares
 * @property {Map<string, Tint>} [tints]
 * @property {Map<string, string>} [titles]  what a square says when it is pointed at
 * @property {Record<string, string>} [marks]  square: shape
 * @property {string[]} [arrows]  'c4f5'
 */

const STEP_MS = 55;

export class Board {
    /** @param {HTMLElement} place @param {(square: string) => void} pressed */
    constructor(place, pressed) {
        this.place = place;
        this.pressed = pressed;
        this.width = 0;
        this.height = 0;
        /** @type {HTMLButtonElement[]} */
        this.squares = [];
        /** What each square shows, as text. @type {string[]} */
        this.keys = [];
        this.focused = 0;
        /** @type {string} */
        this.position = '';
        this.grid = h('div', { class: 'board', role: 'grid', id: 'board' });
        this.frame = h('div', { class: 'frame' });
        this.ink = s('svg', { class: 'ink', 'aria-hidden': 'true' });
        this.isTall = false;
        /** The marks and arrows that are drawn, as text. @type {string} */
        this.drawn = '';
        this.grid.addEventListener('keydown', (event) => this.#key(event));
        place.append(this.frame);
        // The strip above the board is as wide as the board.
        new ResizeObserver(() =>
            place.parentElement?.style.setProperty('--board-width', `${this.frame.offsetWidth}px`),
        ).observe(this.frame);
        this.narrow = matchMedia('(max-width: 40rem) and (orientation: portrait)');
        this.narrow.addEventListener('change', () => this.#lay());
    }

    /** @param {number} width @param {number} height */
    #build(width, height) {
        this.width = width;
        this.height = height;
        this.squares = [];
        this.keys = [];
        this.position = '';
        this.focused = (height >> 1) * width + (width >> 1);
        const rows = [];
        for (let row = 0; row < height; row++) {
            const cells = [];
            for (let column = 0; column < width; column++) {
                const name = squareName(row * width + column, width);
                const square = h('button', {
                    type: 'button',
                    class: 'square',
                    'data-square': name,
                    tabindex: -1,
                    onclick: () => this.pressed(name),
                    onfocus: () => this.#rove(row * width + column),
                });
                const isStar =
                    width >= 6 &&
                    height >= 6 &&
                    (column === 1 || column === width - 3) &&
                    (row === 1 || row === height - 3);
                this.squares.push(square);
                cells.push(h('div', { role: 'gridcell', class: isStar ? 'star' : '' }, square));
            }
            rows.push(h('div', { role: 'row' }, cells));
        }
        fill(this.grid, rows);
        const letters = Array.from({ length: width }, (_, i) =>
            h('span', {}, String.fromCharCode(97 + i)),
        );
        const numbers = Array.from({ length: height }, (_, i) => h('span', {}, i + 1));
        fill(
            this.frame,
            h('div', { class: 'names columns', 'aria-hidden': 'true' }, letters),
            h('div', { class: 'names rows', 'aria-hidden': 'true' }, numbers),
            this.grid,
            this.ink,
        );
        this.#lay();
        this.squares[this.focused].tabIndex = 0;
    }

    /**
     * A wide board stands upright on a narrow screen: a mirror image in which every line is still a
     * line.
     */
    #lay() {
        const { width, height } = this;
        this.isTall = this.narrow.matches && width >= 1.5 * height;
        this.frame.classList.toggle('is-tall', this.isTall);
        this.frame.style.setProperty('--w', String(this.isTall ? height : width));
        this.frame.style.setProperty('--h', String(this.isTall ? width : height));
        this.drawn = '';
    }

    /** @param {number} index */
    #rove(index) {
        this.squares[this.focused].tabIndex = -1;
        this.focused = index;
        this.squares[index].tabIndex = 0;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const steps = /** @type {Record<string, [number, number]>} */ ({
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, -1],
            ArrowDown: [0, 1],
            Home: [-99, 0],
            End: [99, 0],
        });
        const step = steps[event.key];
        if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        const [dx, dy] = this.isTall ? [step[1], step[0]] : step;
        const column = Math.max(0, Math.min(this.width - 1, (this.focused % this.width) + dx));
        const row = Math.max(
            0,
            Math.min(this.height - 1, Math.floor(this.focused / this.width) + dy),
        );
        this.squares[row * this.width + column].focus();
    }

    focus() {
        this.squares[this.focused]?.focus();
    }

    /**
     * Shows a position. Discs that change colour turn, nearest to the played one first.
     * @param {number} width
     * @param {number} height
     * @param {State} state
     * @param {Extras} extras
     */
    show(width, height, state, extras) {
        if (width !== this.width || height !== this.height) this.#build(width, height);
        const canMove =
            this.position !== '' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
        const origin = state.move && state.move !== 'pass' ? squareIndex(state.move, width) : -1;
        this.grid.dataset.side = state.side;
        this.grid.setAttribute('aria-label', t('boardLabel', { w: width, h: height }));
        this.grid.classList.toggle('is-active', !!extras.active);
        this.grid.classList.toggle('is-quiet', !!extras.quiet);
        for (let i = 0; i < this.squares.length; i++)
            this.#showSquare(i, state, extras, origin, canMove);
        this.position = state.position;
        this.#drawInk(extras.marks ?? {}, extras.arrows ?? []);
    }

    /**
     * Marks and arrows, over everything.
     * @param {Record<string, string>} marks
     * @param {string[]} arrows
     */
    #drawInk(marks, arrows) {
        const key = JSON.stringify([marks, arrows, this.isTall]);
        if (this.drawn === key) return;
        this.drawn = key;
        const across = this.isTall ? this.height : this.width,
            down = this.isTall ? this.width : this.height;
        this.ink.setAttribute('viewBox', `0 0 ${across} ${down}`);
        fill(
            this.ink,
            Object.entries(marks).map(([name, shape]) => markShape(shape, ...this.#middle(name))),
            arrows.map((one) => this.#arrow(one)),
        );
    }

    /** @param {string} name @returns {[number, number]} */
    #middle(name) {
        const i = squareIndex(name, this.width),
            x = (i % this.width) + 0.5,
            y = Math.floor(i / this.width) + 0.5;
        return this.isTall ? [y, x] : [x, y];
    }

    /** @param {string} arrow */
    #arrow(arrow) {
        const ends = /^([a-p]\d+)([a-p]\d+)$/.exec(arrow);
        if (!ends) return null;
        const [x1, y1] = this.#middle(ends[1]),
            [x2, y2] = this.#middle(ends[2]);
        const length = Math.hypot(x2 - x1, y2 - y1) || 1,
            dx = (x2 - x1) / length,
            dy = (y2 - y1) / length;
        const point = /** @param {number} along @param {number} aside */ (along, aside) =>
            `${x2 - dx * along - dy * aside} ${y2 - dy * along + dx * aside}`;
        return s('path', {
            class: 'arrow',
            d:
                `M${x1} ${y1}L${point(0.34, 0)}` +
                `M${point(0.1, 0)}L${point(0.45, 0.2)}L${point(0.45, -0.2)}Z`,
        });
    }

    /**
     * @param {number} i
     * @param {State} state
     * @param {Extras} extras
     * @param {number} origin
     * @param {boolean} canMove
     */
    #showSquare(i, state, extras, origin, canMove) {
        const square = this.squares[i],
            name = squareName(i, this.width);
        const disc = colourAt(state.position, i),
            before = this.position ? colourAt(this.position, i) : '';
        if (disc !== before || this.position === '')
            this.#showDisc(square, i, disc, before, origin, canMove);
        const isLegal = name in state.legal && !disc;
        const value = extras.values?.get(name),
            tint = extras.tints?.get(name);
        const said = label(name, disc, isLegal, i === origin, value, tint, extras.hint === name);
        // Most squares are as they were: leaving them alone keeps a click quick.
        const key = [
            said,
            !!extras.active,
            !!extras.open,
            state.flips.includes(name),
            value?.text,
            value?.played,
            value?.loss,
            value?.book,
            extras.titles?.get(name),
            tint?.kind,
            tint?.strength,
            tint?.count,
        ].join('|');
        if (this.keys[i] === key) return;
        this.keys[i] = key;
        square.classList.toggle('is-legal', isLegal);
        square.classList.toggle('is-last', i === origin);
        square.classList.toggle('is-turned', state.flips.includes(name));
        square.classList.toggle('is-hint', extras.hint === name);
        square.classList.toggle('has-value', !!value);
        square.classList.toggle('has-tint', !!tint);
        square.classList.toggle('is-best', !!value?.best);
        square.classList.toggle('is-played', !!value?.played);
        square.setAttribute('aria-label', said);
        square.title = extras.titles?.get(name) ?? '';
        square.setAttribute('aria-disabled', String(!extras.open && !(extras.active && isLegal)));
        const old = square.querySelectorAll('.tint, .region, .value, .mark');
        for (const element of old) element.remove();
        if (tint)
            square.prepend(
                h('span', {
                    class: `tint is-${tint.kind}`,
                    vars: { '--tint': tint.strength ?? 1 },
                }),
            );
        if (tint?.count) square.append(h('span', { class: 'region' }, tint.count));
        if (value) square.append(h('span', { class: valueClass(value) }, value.text));
        if (!value && (i === origin || extras.hint === name || state.flips.includes(name)))
            square.append(h('span', { class: 'mark' }));
    }

    /**
     * @param {HTMLElement} square
     * @param {number} i
     * @param {string} colour
     * @param {string} before
     * @param {number} origin
     * @param {boolean} canMove
     */
    #showDisc(square, i, colour, before, origin, canMove) {
        let disc = square.querySelector('.disc');
        square.querySelector('.face')?.remove();
        if (!colour) {
            disc?.remove();
            return;
        }
        if (!disc) {
            disc = h('span', { class: 'disc' });
            square.prepend(disc);
        }
        for (const animation of disc.getAnimations()) animation.cancel();
        disc.className = `disc ${colour}`;
        if (!canMove) return;
        const distance =
            origin < 0
                ? 0
                : Math.max(
                      Math.abs((i % this.width) - (origin % this.width)),
                      Math.abs(Math.floor(i / this.width) - Math.floor(origin / this.width)),
                  );
        if (before) turn(square, disc, before, distance * STEP_MS);
        else
            disc.animate(
                [
                    { transform: 'scale(1.35)', opacity: 0 },
                    { transform: 'none', opacity: 1 },
                ],
                { duration: 170, easing: 'ease-out' },
            );
    }
}
