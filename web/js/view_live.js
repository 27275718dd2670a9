// Live: a match or tournament while it is played (`bianca tournament --serve`): the boards, the
// table, the ratings and the latest games, as the server tells them.

/** @import {Game, News, Row, Standing, View} from './types.js' */
import { readAddress } from './address.js';
import { app } from './app.js';
import { ApiError, stream, whenBack } from './api.js';
import { miniBoard } from './board_parts.js';
import { button, fill, h, keepFocus } from './dom.js';
import { formatNumber, formatScore, t } from './i18n.js';
import { entry, treeAt } from './store.js';
import { RatingGraph } from './rating_graph.js';
import { startPosition } from './rules.js';
import { leave } from './session.js';

const MOST_BOARDS = 16,
    MOST_RESULTS = 50,
    FIRST_RESULTS = 10,
    AGAIN_MS = 1000;

/** @implements {View} */
export class LiveView {
    name = 'live';
    isBoardless = true;
    /** What is known of the tournament; null before the first news. @type {News|null} */
    news = null;
    /** The latest first. @type {Game[]} */
    results = [];
    /** Whether all latest games are listed, not only the first of them. */
    isLong = false;
    /** @type {AbortController|null} */
    watching = null;

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.title = h('h2', {}, t('tournament'));
        this.state = h('p', { class: 'soft', role: 'status' });
        this.bar = h('progress', { max: 1, value: 0, 'aria-label': t('tournament') });
        this.about = h('p', { class: 'soft small' });
        this.boards = h('ul', { class: 'live-boards' });
        this.table = h('table', { class: 'cross' });
        this.graph?.close();
        this.graph = new RatingGraph();
        this.list = h('ol', { class: 'live-results' });
        const card = /** @param {string} key @param {...HTMLElement} parts */ (key, ...parts) =>
            h('section', { class: `card ${key}` }, h('h2', { class: 'minor' }, t(key)), ...parts);
        fill(
            panel,
            h(
                'section',
                { class: 'card live-head' },
                h('div', { class: 'row is-apart' }, this.title, this.state),
                this.bar,
                this.about,
            ),
            card('nowPlaying', this.boards),
            card(
                'standings',
                h(
                    'div',
                    {
                        class: 'scroll',
                        tabindex: 0,
                        role: 'region',
                        'aria-label': t('standings'),
                    },
                    this.table,
                ),
            ),
            card('ratings', this.graph.element),
            card('latestGames', this.list),
        );
        this.#draw(true);
        this.#watch();
    }

    unmount() {
        this.watching?.abort();
        this.watching = null;
        this.graph?.close();
    }

    changed() {}
    clicked() {}

    /** Listens until the view is left; begins again when the server was away. */
    async #watch() {
        const watching = (this.watching = new AbortController());
        while (this.watching === watching) {
            try {
                // A session of its own: a search of this page does not end it.
                const request = { session: '' };
                for await (const { data } of stream('tournament', request, watching.signal))
                    this.#take(/** @type {News} */ (data));
            } catch (error) {
                if (watching.signal.aborted) return;
                if (!(error instanceof ApiError) || error.code !== 'offline') app.complain(error);
            }
            await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
            await whenBack(watching.signal).catch(() => {});
        }
    }

    /** @param {News} news */
    #take(news) {
        if (news.players) this.results = [];
        const before = this.news;
        this.news = { ...(news.players ? {} : before), ...news };
        this.results = [...(news.results ?? [])].reverse().concat(this.results);
        this.results.length = Math.min(this.results.length, MOST_RESULTS);
        this.#draw(!!news.standings);
        if (news.over && !before?.over) app.announce(t('tournamentOver'));
    }

    /** @param {boolean} isAll  not only the boards */
    #draw(isAll) {
        const { news } = this;
        if (!news || !this.boards) return;
        keepFocus(() => {
            this.#drawHead(news);
            this.#drawBoards(news);
            if (!isAll) return;
            this.#drawTable(news);
            this.#drawResults(news);
            this.graph?.show(news);
        });
    }

    /** @param {News} news */
    #drawHead(news) {
        const { title, state, bar, about } = this,
            { players, total, done } = news;
        if (!title || !state || !bar || !about) return;
        const isMatch = players.length === 2;
        fill(title, isMatch ? players.map(({ name }) => name).join(' – ') : t('tournament'));
        const count = t('gamesFound', { count: formatNumber(done), all: formatNumber(total) });
        const text = news.over ? `${count} · ${t('tournamentOver')}` : count;
        if (state.textContent !== text) fill(state, text);
        bar.max = total;
        bar.value = done;
        const parts = [
            news.board,
            t('playersAre', { n: players.length }),
            news.move_seconds > 0 && t('secondsMove', { n: news.move_seconds }),
            news.clock_seconds > 0 && t('secondsGame', { n: news.clock_seconds }),
        ];
        const line = parts.filter(Boolean).join(' · ');
        if (about.textContent !== line) fill(about, line);
    }

    /** The boards by the number of their game. @type {Map<number, {key: string, item: Element}>} */
    #shown = new Map();
    /** Only what has changed is drawn again. @param {News} news */
    #drawBoards(news) {
        const { boards } = this;
        if (!boards?.parentElement) return;
        boards.parentElement.hidden = news.over;
        const shown = new Map();
        for (const game of news.running.slice(0, MOST_BOARDS)) {
            const { number, moves } = game,
                key = `${moves} ${document.documentElement.lang}`,
                known = this.#shown.get(number);
            shown.set(number, known?.key === key ? known : { key, item: this.#board(game, news) });
        }
        this.#shown = shown;
        const items = [...shown.values()].map(({ item }) => item);
        if (!items.length)
            items.push(h('li', { class: 'soft' }, t('nextGames')));
        const isSame = items.length === boards.children.length;
        if (!isSame || items.some((item, i) => boards.children[i] !== item)) fill(boards, items);
    }

    /** @param {Game} game @param {News} news */
    #board(game, news) {
        const tree = treeOf(game, news),
            { state } = entry(tree, tree.current);
        const side = /** @param {'black'|'white'} colour */ (colour) =>
            h(
                'span',
                { class: `live-side ${state.side === colour && !state.over ? 'is-turn' : ''}` },
                h('span', { class: `dot ${colour}`, 'aria-hidden': 'true' }),
                h('span', { class: 'name' }, game[colour]),
                h('span', { class: 'discs' }, state[colour]),
            );
        return h(
            'li',
            {},
            h(
                'button',
                {
                    type: 'button',
                    class: 'live-game',
                    id: `live-${game.number}`,
                    title: t('openGame', { name: gameName(game) }),
                    onclick: () => this.#open(game, news),
                },
                side('black'),
                miniBoard(state, tree.width, tree.height),
                side('white'),
            ),
        );
    }

    /** @param {News} news */
    #drawTable(news) {
        const { table } = this,
            { standings } = news;
        if (!table) return;
        const head = ['#', t('player'), 'Elo', '±', t('gamesPlayed'), t('points'), t('discs')];
        fill(
            table,
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    head.map((text) => h('th', { scope: 'col' }, text)),
                    standings.map(({ rank, name }) =>
                        h('th', { scope: 'col', title: name }, rank),
                    ),
                ),
            ),
            h(
                'tbody',
                {},
                standings.map((row) => tableRow(row, news)),
            ),
        );
    }

    /** @param {News} news */
    #drawResults(news) {
        if (!this.list) return;
        if (!this.results.length) return fill(this.list, h('li', { class: 'soft' }, t('noGames')));
        fill(
            this.list,
            this.results.slice(0, this.isLong ? MOST_RESULTS : FIRST_RESULTS).map((game) =>
                h('li', {}, this.#result(game, news)),
            ),
            this.results.length > FIRST_RESULTS && h('li', {}, this.#more(news)),
        );
    }

    /** @param {Game} game @param {News} news */
    #result(game, news) {
        const failure = game.reason && `${game.ending}: ${game.reason}`;
        return h(
            'button',
            {
                type: 'button',
                class: 'live-result',
                id: `result-${game.number}`,
                onclick: () => this.#open(game, news),
            },
            h('span', { class: 'soft' }, game.number),
            h('span', { class: 'name' }, gameName(game)),
            h('b', {}, formatScore(game.score ?? 0, true)),
            failure && h('span', { class: 'soft small failure' }, failure),
        );
    }

    /** Shows more of the latest games, or fewer. @param {News} news */
    #more(news) {
        const run = () => {
            this.isLong = !this.isLong;
            keepFocus(() => this.#drawResults(news));
        };
        const text = t(this.isLong ? 'showFewer' : 'showMore');
        return button(text, run, { kind: 'is-plain is-small', id: 'more-results' });
    }

    /** The game as it is now, on the large board. @param {Game} game @param {News} news */
    #open(game, news) {
        leave();
        app.useTree(treeOf(game, news));
        app.open('analyse');
    }
}

/** @param {Game} game */
function gameName({ black, white }) {
    return `${black} – ${white}`;
}

/** @param {Game} game @param {News} news */
function treeOf(game, { board }) {
    const start = game.start ? `&s=${game.start.replace(' ', '_')}` : '';
    const [width, height] = board.split('x').map(Number);
    const tree =
        readAddress(`b=${board}&m=${game.moves}${start}`)?.tree ??
        treeAt(board, startPosition(width, height));
    return { ...tree, names: { black: game.black, white: game.white } };
}

/** @param {Standing} row @param {News} news */
function tableRow(row, { players }) {
    const { rank, name } = row,
        player = players.find((one) => one.name === name)?.player ?? name;
    const numbers = [
        formatScore(Math.round(row.elo), true),
        formatNumber(row.margin),
        formatNumber(row.games),
        `${formatNumber(100 * row.score, 1)} %`,
        formatScore(row.discs),
    ];
    return h(
        'tr',
        {},
        h('td', {}, rank),
        h('th', { scope: 'row', title: player }, h('span', {}, name)),
        numbers.map((text) => h('td', {}, text)),
        row.against.map(cell),
    );
}

/** Points against one opponent, tinted by their share. @param {Row|null} results */
function cell(results) {
    const [wins, draws, losses] = results ?? [0, 0, 0],
        count = wins + draws + losses;
    if (!count) return h('td', { class: 'nobody' }, results ? '' : '–');
    const points = wins + draws / 2,
        share = points / count;
    return h(
        'td',
        {
            class: share > 0.5 ? 'is-good' : share < 0.5 ? 'is-bad' : '',
            vars: { '--share': Math.abs(2 * share - 1).toFixed(2) },
            title: t('resultsAre', { wins, draws, losses }),
        },
        formatNumber(points, 1),
    );
}
