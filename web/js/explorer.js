// The explorer: what was played in a position in My games, with results, what the book thinks, and
// the names of the openings that follow.

/** @import {Line} from './types.js' */
import { app } from './app.js';
import { call } from './api.js';
import { fill, h, keepFocus } from './dom.js';
import { formatNumber, shortScore, t } from './i18n.js';
import { allGames } from './library.js';
import { openingName, openingsAfter } from './openings.js';
import { exploreShared } from './shared_library.js';
import { splitMoves, squareIndex, squareName, symmetries } from './rules.js';

/** @typedef {{count: number, black: number, white: number, draws: number}} Tally */
/**
 * @typedef {{move: string, games: number, black_wins: number, draws: number,
 *     white_wins: number}} SharedMove
 */

/**
 * The way to lay the board so that a game on 8x8 begins with f5: games that are mirror images of
 * each other then have the same moves.
 * @param {string[]} moves @param {string} board
 */
export function wayOf(moves, board) {
    const [width, height] = board.split('x').map(Number),
        ways = symmetries(width, height);
    /** @param {(i: number) => number} way @param {string} move */
    const turned = (way, move) =>
        move === 'pass' ? move : squareName(way(squareIndex(move, width)), width);
    /** @type {(i: number) => number} */
    let best = ways[0];
    let least = '';
    // The start looks the same in half of the ways; the other half has the colours swapped.
    for (const way of ways) {
        const a = way(squareIndex(squareName(0, width), width)),
            last = width * height - 1;
        if (a !== 0 && a !== last) continue;
        const text = moves.map((one) => turned(way, one).padEnd(4)).join('');
        if (!least || text > least) [best, least] = [way, text];
    }
    return { to: best, name: least.replaceAll(' ', '') };
}

/**
 * What followed the moves in the games: next move, in the games' common orientation, and results.
 * @param {{board: string, name: string, score: number|null}[]} games @param {string} board
 * @param {string} prefix
 * @returns {Map<string, Tally>}
 */
export function explore(games, board, prefix) {
    /** @type {Map<string, Tally>} */
    const found = new Map();
    for (const game of games) {
        if (game.board !== board || !game.name.startsWith(prefix)) continue;
        const next = /^([a-p]\d{1,2}|pass)/.exec(game.name.slice(prefix.length))?.[1];
        if (!next) continue;
        const one = found.get(next) ?? { count: 0, black: 0, white: 0, draws: 0 };
        one.count++;
        if (game.score !== null)
            one[game.score > 0 ? 'black' : game.score < 0 ? 'white' : 'draws']++;
        found.set(next, one);
    }
    return found;
}

/** My games by their moves, read once and again after a while. */
let index = /** @type {{board: string, name: string, score: number|null}[]} */ ([]);
let indexedAt = -Infinity;
const INDEX_MS = 5000;

async function gamesIndex() {
    if (performance.now() - indexedAt > INDEX_MS) {
        const games = (await allGames()).filter(({ id }) => id !== app.gameId);
        index = games.map((one) => ({
            board: one.board,
            name: wayOf(splitMoves(one.moves), one.board).name,
            score: one.score,
        }));
        indexedAt = performance.now();
    }
    return index;
}

export class Explorer {
    constructor() {
        this.body = h('div');
        this.element = h(
            'details',
            { class: 'card notes', id: 'explorer', ontoggle: () => this.update() },
            h('summary', {}, t('explorer')),
            this.body,
        );
        /** The book's lines for the position shown. @type {Line[]} */
        this.book = [];
        /** What the server's library has. @type {{moves: SharedMove[]}|null} */
        this.shared = null;
    }

    #key = '';

    async update() {
        const { game } = app,
            { current } = game;
        const key = `${current.id} ${current.state.position} ${document.documentElement.lang}`;
        if (!this.element.open || key === this.#key) return;
        this.#key = key;
        const { position } = current.state,
            { board } = game;
        const [games, shared, book] = await Promise.all([
            gamesIndex(),
            exploreShared(game.toRequest(current)),
            call('book', { board, position }).catch(() => ({ lines: [] })),
        ]);
        if (game.current !== current) return;
        this.book = book.lines;
        this.shared = shared;
        this.#draw(games);
    }

    /** @param {{board: string, name: string, score: number|null}[]} games */
    #draw(games) {
        const { game } = app,
            { current } = game,
            { width } = game;
        const moves = splitMoves(game.transcript(current));
        const way = wayOf(moves, game.board),
            found = explore(games, game.board, way.name);
        const names = openingsAfter(current.state, game.board);
        const rows = Object.keys(current.state.legal).map((move) => ({
            move,
            tally: found.get(squareName(way.to(squareIndex(move, width)), width)),
            shared: sharedTally(this.shared?.moves.find((one) => one.move === move)),
            book: this.book.find((one) => one.move === move),
            opening: names.get(move),
        }));
        const known = rows.filter((one) => one.tally || one.shared || one.book || one.opening);
        known.sort(
            (a, b) =>
                (b.shared?.count ?? 0) - (a.shared?.count ?? 0) ||
                (b.tally?.count ?? 0) - (a.tally?.count ?? 0) ||
                (b.book?.score ?? -99) - (a.book?.score ?? -99),
        );
        if (!known.length) return fill(this.body, h('p', { class: 'soft' }, t('explorerEmpty')));
        const head = ['move', 'results', 'games', ...(this.shared ? ['library'] : []), 'book'];
        const titles = head.map((key) => h('th', { scope: 'col' }, t(`explorer.${key}`)));
        const table = h(
            'table',
            { class: 'explorer' },
            h('thead', {}, h('tr', {}, titles)),
            h(
                'tbody',
                {},
                known.map((row) => this.#row(row)),
            ),
        );
        keepFocus(() => fill(this.body, table));
    }

    /**
     * The name of the opening stands above the results: a column of its own has no room.
     * @param {{move: string, tally?: Tally, shared?: Tally, book?: Line,
     *     opening?: import('./openings.js').Opening}} row
     */
    #row({ move, tally, shared, book, opening }) {
        const play = h(
            'button',
            {
                type: 'button',
                class: 'button is-small',
                id: `explore-${move}`,
                onclick: () => app.play(move),
            },
            move,
        );
        const known = shared ?? tally;
        return h(
            'tr',
            {},
            h('td', {}, play),
            h(
                'td',
                {},
                opening && h('span', { class: 'opening' }, openingName(opening)),
                known && results(known),
            ),
            h('td', {}, tally ? formatNumber(tally.count) : ''),
            this.shared && h('td', {}, shared ? formatNumber(shared.count) : ''),
            h('td', {}, book ? shortScore(book.score, book.exact) : ''),
        );
    }
}

/**
 * Black's wins, draws and White's wins as a bar with words for who cannot see it.
 * @param {Tally} tally
 */
function results({ black, white, draws }) {
    const all = Math.max(1, black + white + draws);
    const said = `${t('black')} ${black}, ${t('drawnGame')} ${draws}, ${t('white')} ${white}`;
    /** @param {string} kind @param {number} count */
    const part = (kind, count) =>
        h('i', { class: kind, vars: { width: `${(100 * count) / all}%` } });
    return h(
        'span',
        { class: 'results', role: 'img', 'aria-label': said, title: said },
        part('black', black),
        part('drawn', draws),
        part('white', white),
    );
}

/** @param {SharedMove} [one] @returns {Tally|undefined} */
function sharedTally(one) {
    return (
        one && { count: one.games, black: one.black_wins, white: one.white_wins, draws: one.draws }
    );
}
