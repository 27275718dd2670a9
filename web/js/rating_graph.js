// The ratings of a tournament's players, game by game: a line for each, with its name at the end.

/** @import {News} from './types.js' */
import { fill, h, s } from './dom.js';
import { formatNumber, formatScore, t } from './i18n.js';

const PAD = { left: 52, right: 138, top: 12, bottom: 22 };
const NAME_STEP = 15, // pixels between two names
    NAME_LETTERS = 17,
    TICKS = 5,
    KINDS = 8; // colours, after which lines are dashed

export class RatingGraph {
    /** @type {News|null} */
    #news = null;

    constructor() {
        this.svg = s('svg', { role: 'img' });
        this.element = h('div', { class: 'rating-graph' }, this.svg);
        this.observer = new ResizeObserver(() => this.#draw());
        this.observer.observe(this.element);
    }

    close() {
        this.observer.disconnect();
    }

    /** @param {News} news */
    show(news) {
        this.#news = news;
        this.#draw();
    }

    #draw() {
        const news = this.#news;
        if (!news || !this.element.clientWidth) return;
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
        const width = this.element.clientWidth / rem,
            height = this.element.clientHeight / rem;
        const all = news.ratings.flatMap((point) => point.elo),
            step = niceStep(Math.max(100, Math.max(...all) - Math.min(...all)) / TICKS),
            most = step * Math.ceil(Math.max(...all, 50) / step),
            least = step * Math.floor(Math.min(...all, -50) / step),
            last = Math.max(1, news.ratings.at(-1)?.games ?? 1);
        const x = /** @param {number} games */ (games) =>
            PAD.left + (games / last) * (width - PAD.left - PAD.right);
        const y = /** @param {number} elo */ (elo) =>
            PAD.top + ((most - elo) / (most - least)) * (height - PAD.top - PAD.bottom);
        const parts = [];
        for (let elo = least; elo <= most; elo += step)
            parts.push(
                s('line', {
                    class: elo === 0 ? 'zero' : 'grid',
                    x1: PAD.left,
                    x2: width - PAD.right,
                    y1: y(elo),
                    y2: y(elo),
                }),
                s(
                    'text',
                    { x: PAD.left - 6, y: y(elo) + 4, 'text-anchor': 'end' },
                    formatScore(elo, true),
                ),
            );
        for (const games of [0, last])
            parts.push(
                s(
                    'text',
                    { x: x(games), y: height - 6, 'text-anchor': games ? 'end' : 'start' },
                    games ? t('gamesAre', { n: formatNumber(games) }) : '0',
                ),
            );
        news.players.forEach((_, i) => {
            const points = news.ratings.map(
                ({ games, elo }) => `${x(games).toFixed(1)} ${y(elo[i]).toFixed(1)}`,
            );
            parts.push(s('path', { class: `rating ${kind(i)}`, d: `M${points.join('L')}` }));
        });
        parts.push(...names(news, y, width, height));
        this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.svg.setAttribute('aria-label', summary(news));
        fill(this.svg, parts);
    }
}

/** @param {number} i */
function kind(i) {
    return `line-${i % KINDS} ${i >= KINDS ? 'is-dashed' : ''}`;
}

/** 1, 2 or 5 times a power of ten, not less than `least`. @param {number} least */
function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return ([1, 2, 5].find((one) => one * power >= least) ?? 10) * power;
}

/**
 * The names at the ends of the lines, moved apart where ratings are close; where there is no room
 * for all, those of the first places.
 * @param {News} news @param {(elo: number) => number} y @param {number} width
 * @param {number} height
 */
function names(news, y, width, height) {
    const room = Math.floor((height - PAD.top - PAD.bottom) / NAME_STEP) + 1;
    let at = PAD.top - NAME_STEP / 2;
    const shown = news.standings.slice(0, room).map(({ name, elo }) => {
        at = Math.max(at + NAME_STEP, y(elo) + 4);
        return { name, elo, at };
    });
    let bottom = height - PAD.bottom + 6;
    for (const one of shown.toReversed()) {
        one.at = Math.min(one.at, bottom);
        bottom = one.at - NAME_STEP;
    }
    const left = width - PAD.right;
    return shown.flatMap(({ name, elo, at: top }) => {
        const player = news.players.findIndex((one) => one.name === name);
        const short = name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS - 1)}…` : name;
        return [
            s('path', {
                class: `rating ${kind(player)}`,
                d: `M${left} ${y(elo).toFixed(1)}L${left + 12} ${(top - 4).toFixed(1)}`,
            }),
            s('text', { class: 'rating-name', x: left + 16, y: top }, short),
        ];
    });
}

/** What a screen reader says. @param {News} news */
function summary({ standings }) {
    const all = standings.map(
        ({ name, elo }) => `${name} ${formatScore(Math.round(elo), true)}`,
    );
    return `${t('ratings')}: ${all.join(', ')}`;
}
