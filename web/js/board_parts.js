// The parts that a board is drawn with: discs that turn, numbers, marks; and small boards.

/** @import {State} from './types.js' */
import { h, s } from './dom.js';
import { t } from './i18n.js';
import { squareIndex } from './rules.js';

const FLIP_MS = 380;

/**
 * The old face narrows to an edge, then the new one widens.
 * @param {HTMLElement} square
 * @param {Element} disc
 * @param {string} before
 * @param {number} delay
 */
export function turn(square, disc, before, delay) {
    const face = h('span', { class: `face ${before}` }),
        flat = { transform: 'none' },
        edge = { transform: 'scale(.02, 1.12)' };
    square.prepend(face);
    face.animate([flat, edge], {
        duration: FLIP_MS / 2,
        delay,
        easing: 'ease-in',
        fill: 'both',
    }).finished.then(
        () => face.remove(),
        () => {},
    );
    disc.animate([edge, flat], {
        duration: FLIP_MS / 2,
        delay: delay + FLIP_MS / 2,
        easing: 'ease-out',
        fill: 'backwards',
    });
}

/** @param {string} position @param {number} i */
export function colourAt(position, i) {
    return position[i] === 'X' ? 'black' : position[i] === 'O' ? 'white' : '';
}

/**
 * What a screen reader says: "d3, empty, legal, +2".
 * @param {string} name @param {string} disc @param {boolean} isLegal @param {boolean} isLast
 * @param {import('./board.js').SquareValue} [value]
 * @param {{label?: string}} [tint] @param {boolean} [isHint]
 */
export function label(name, disc, isLegal, isLast, value, tint, isHint) {
    return [
        name,
        t(disc || 'empty'),
        isLegal && t('legal'),
        isLast && t('lastMove'),
        isHint && t('hint'),
        value && (value.label ?? value.text),
        value?.exact && t('exact'),
        value?.best && t('bestMove'),
        tint?.label,
    ]
        .filter(Boolean)
        .join(', ');
}

/** @param {import('./board.js').SquareValue} value */
export function valueClass({ text, exact, loss, book }) {
    const size = exact ? 'is-exact' : text.length > 4 ? 'is-long' : '';
    const kind = `${book ? 'is-book' : ''} ${loss === undefined ? '' : `loss-${loss}`}`;
    return `value ${size} ${kind}`;
}

/** @param {string} shape @param {number} x @param {number} y */
export function markShape(shape, x, y) {
    const r = 0.27;
    if (shape === 'circle') return s('circle', { class: 'sketch', cx: x, cy: y, r });
    if (shape === 'square')
        return s('path', { class: 'sketch', d: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z` });
    if (shape === 'triangle')
        return s('path', {
            class: 'sketch',
            d: `M${x} ${y - r}l${r * 1.1} ${r * 1.8}h${-r * 2.2}z`,
        });
    return s('path', {
        class: 'sketch',
        d: `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`,
    });
}

/**
 * A small picture of a position.
 * @param {State} state @param {number} width @param {number} height
 */
export function miniBoard(state, width, height) {
    const origin = state.move && state.move !== 'pass' ? squareIndex(state.move, width) : -1,
        parts = [];
    for (let i = 1; i < width; i++)
        parts.push(s('path', { class: 'lines', d: `M${i} 0v${height}` }));
    for (let i = 1; i < height; i++)
        parts.push(s('path', { class: 'lines', d: `M0 ${i}h${width}` }));
    for (let i = 0; i < width * height; i++) {
        const colour = colourAt(state.position, i);
        if (!colour) continue;
        const cx = (i % width) + 0.5,
            cy = Math.floor(i / width) + 0.5;
        parts.push(s('circle', { class: colour, cx, cy, r: 0.41 }));
        if (i === origin)
            parts.push(
                s('path', { class: 'last', d: `M${cx} ${cy - 0.16}l.16 .16-.16 .16-.16-.16z` }),
            );
    }
    return s(
        'svg',
        {
            class: 'mini',
            viewBox: `0 0 ${width} ${height}`,
            role: 'img',
            'aria-label': `${t('black')} ${state.black}, ${t('white')} ${state.white}`,
        },
        parts,
    );
}
