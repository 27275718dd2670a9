// My games: what was played, tried or imported here. A list of any length, of which only the rows
// in sight exist.

/** @import {View} from './types.js' */
/** @import {Kept} from './library.js' */
import { app, playerTitle } from './app.js';
import { button, fill, h, iconButton } from './dom.js';
import { formatNumber, formatScore, language, t } from './i18n.js';
import { importDialog } from './io.js';
import { allGames, putGame, removeGame } from './library.js';
import { openingName } from './openings.js';
import { leave } from './session.js';
import { readSgf } from './sgf.js';

const ROW = 60,
    SPARE = 8;

/** @implements {View} */
export class GamesView {
    name = 'games';
    isBoardless = true;
    /** @type {Kept[]} */
    games = [];
    /** Those that the search leaves. @type {Kept[]} */
    found = [];
    wanted = '';

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.search = h('input', {
            type: 'search',
            name: 'search-games',
            placeholder: t('searchGames'),
            'aria-label': t('searchGames'),
            value: this.wanted,
            oninput: () => {
                this.wanted = this.search?.value ?? '';
                this.#find();
            },
        });
        this.count = h('p', { class: 'soft small', role: 'status' });
        this.rows = h('div', { class: 'game-rows', role: 'list', 'aria-label': t('myGames') });
        this.box = h(
            'div',
            { class: 'games-box', tabindex: 0, role: 'group', 'aria-label': t('myGames') },
            this.rows,
        );
        this.box.addEventListener('scroll', () => this.#draw(), { passive: true });
        fill(
            panel,
            h(
                'div',
                { class: 'card games' },
                h(
                    'div',
                    { class: 'row is-apart' },
                    h('h2', {}, t('myGames')),
                    button(t('import'), () => importDialog(), {
                        icon: 'import',
                        kind: 'is-plain',
                        id: 'import',
                    }),
                ),
                this.search,
                this.count,
                this.box,
            ),
        );
        this.observer = new ResizeObserver(() => this.#draw());
        this.observer.observe(this.box);
        this.#load();
    }

    unmount() {
        this.observer?.disconnect();
    }

    changed() {}
    clicked() {}

    async #load() {
        this.games = await allGames();
        this.#find();
    }

    #find() {
        const words = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
        this.found = words.length
            ? this.games.filter((one) => {
                  const text = textOf(one);
                  return words.every((word) => text.includes(word));
              })
            : this.games;
        if (this.count)
            fill(
                this.count,
                this.games.length
                    ? t('gamesFound', {
                          count: formatNumber(this.found.length),
                          all: formatNumber(this.games.length),
                      })
                    : t('noGames'),
            );
        if (this.rows) this.rows.style.height = `${this.found.length * ROW}px`;
        this.#draw(true);
    }

    #from = -1;
    /** Only the rows in sight. @param {boolean} [isNew] */
    #draw(isNew) {
        if (!this.box || !this.rows) return;
        const from = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE),
            count = Math.ceil((this.box.clientHeight || 600) / ROW) + 2 * SPARE;
        if (!isNew && from === this.#from) return;
        this.#from = from;
        fill(
            this.rows,
            this.found.slice(from, from + count).map((game, i) => this.#row(game, from + i)),
        );
    }

    /** @param {Kept} game @param {number} i */
    #row(game, i) {
        const date = new Date(game.date).toLocaleDateString(language, { dateStyle: 'medium' });
        const name = `${who(game.black, 'black')} – ${who(game.white, 'white')}`;
        const opening = game.opening ? openingName({ line: '', ...game.opening }) : '';
        const accuracy =
            game.accuracy &&
            `${t('accuracy')} ${formatNumber(game.accuracy.black)} / ` +
                `${formatNumber(game.accuracy.white)} %`;
        return h(
            'div',
            {
                class: 'game',
                role: 'listitem',
                vars: { top: `${i * ROW}px` },
                'aria-setsize': this.found.length,
                'aria-posinset': i + 1,
            },
            h(
                'button',
                {
                    type: 'button',
                    class: 'open',
                    id: `game-${game.id}`,
                    onclick: () => this.#open(game),
                },
                h('b', {}, name),
                h(
                    'span',
                    { class: 'result' },
                    game.score === null
                        ? t('movesIs', { n: game.plies })
                        : formatScore(game.score, true),
                ),
                h(
                    'span',
                    { class: 'soft small' },
                    [game.board === '8x8' ? '' : game.board, opening, accuracy, date]
                        .filter(Boolean)
                        .join(' · '),
                ),
            ),
            iconButton('trash', t('deleteGame', { name }), () => this.#remove(game)),
        );
    }

    /** @param {Kept} game */
    #open(game) {
        leave();
        app.useTree(readSgf(game.sgf), game.id);
        app.open('analyse');
    }

    /** Gone at once, and back with one press. @param {Kept} game */
    async #remove(game) {
        await removeGame(game.id);
        if (app.gameId === game.id) app.gameId = '';
        this.games = this.games.filter((one) => one !== game);
        this.#find();
        app.notice(t('gameRemoved'), false, {
            text: t('undo'),
            run: async () => {
                await putGame(game);
                await this.#load();
            },
        });
    }
}

/** @param {string} player @param {'black'|'white'} side */
function who(player, side) {
    return player === 'human' ? t('you') : player ? playerTitle(player) : t(side);
}

/** What a game is found by. @param {Kept} game */
function textOf(game) {
    return [
        who(game.black, 'black'),
        who(game.white, 'white'),
        game.black,
        game.white,
        game.board,
        game.moves,
        game.opening?.english,
        game.opening?.japanese,
        new Date(game.date).toISOString(),
    ]
        .join(' ')
        .toLowerCase();
}
