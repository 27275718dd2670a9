// My games: what was played, tried or imported here. A list of any length, of which only the rows
// in sight exist.

/** @import {View} from './types.js' */
/** @import {Kept} from './library.js' */
import { app, playerTitle } from './app.js';
import { button, chips, fill, h, iconButton } from './dom.js';
import { formatNumber, language, t } from './i18n.js';
import { importDialog } from './import.js';
import { allGames, putGame, removeGame } from './library.js';
import { openingName } from './openings.js';
import { leave } from './session.js';
import { readSgf } from './sgf.js';
import { addToShared, removeFromShared, searchShared, sharedTree } from './shared_library.js';

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
    /** The server's library instead of this browser. */
    isShared = false;
    /** Whether the library has more than was asked for. */
    hasMore = false;

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
                if (this.isShared) this.#load();
                else this.#find();
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
                app.hasLibrary &&
                    chips(
                        t('gamesFrom'),
                        'games-from',
                        ['browser', 'library'].map((value) => ({
                            value,
                            text: t(`games.${value}`),
                        })),
                        this.isShared ? 'library' : 'browser',
                        (value) => {
                            this.isShared = value === 'library';
                            this.#load();
                        },
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
        if (this.isShared) return this.#loadShared(0);
        this.hasMore = false;
        this.games = await allGames();
        this.#find();
    }

    #asked = 0;
    /**
     * A page of the library; the next one is asked for when it comes into sight.
     * @param {number} offset
     */
    async #loadShared(offset) {
        const asked = ++this.#asked;
        try {
            const { games, more } = await searchShared(this.wanted, offset);
            if (asked !== this.#asked || !this.isShared) return;
            this.games = offset ? [...this.games, ...games] : games;
            this.hasMore = more;
            this.#find();
        } catch (error) {
            app.complain(error);
        }
    }

    #find() {
        const words = this.isShared ? [] : this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
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
                          all: formatNumber(this.games.length) + (this.hasMore ? '+' : ''),
                      })
                    : t('noGames'),
            );
        if (this.box) this.box.hidden = !this.found.length;
        if (this.rows) this.rows.style.height = `${this.found.length * ROW}px`;
        this.#draw(true);
    }

    #from = -1;
    /** Only the rows in sight. @param {boolean} [isNew] */
    #draw(isNew) {
        if (!this.box || !this.rows) return;
        const from = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE),
            count = Math.ceil((this.box.clientHeight || 600) / ROW) + 2 * SPARE;
        if (this.hasMore && from + count >= this.found.length && !isNew) {
            this.hasMore = false;
            this.#loadShared(this.games.length);
        }
        if (!isNew && from === this.#from) return;
        this.#from = from;
        fill(
            this.rows,
            this.found.slice(from, from + count).map((game, i) => this.#row(game, from + i)),
        );
    }

    /** @param {Kept} game @param {number} i */
    #row(game, i) {
        const date = game.date
            ? new Date(game.date).toLocaleDateString(language, { dateStyle: 'medium' })
            : '';
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
                        : resultText(game.score, game.board),
                ),
                h(
                    'span',
                    { class: 'soft small' },
                    [game.board === '8x8' ? '' : game.board, opening, accuracy]
                        .filter(Boolean)
                        .join(' · '),
                ),
                h('span', { class: 'soft small date' }, date),
            ),
            iconButton('trash', t('deleteGame', { name }), () => this.#remove(game)),
        );
    }

    /** @param {Kept} game */
    #open(game) {
        leave();
        if (this.isShared) app.useTree(sharedTree(game));
        else app.useTree(readSgf(game.sgf), game.id);
        app.open('analyse');
    }

    /** Gone at once, and back with one press. @param {Kept} game */
    async #remove(game) {
        const { isShared } = this;
        if (isShared) await removeFromShared(game);
        else await removeGame(game.id);
        if (app.gameId === game.id && !isShared) app.gameId = '';
        this.games = this.games.filter((one) => one !== game);
        this.#find();
        const run = async () => {
            if (isShared) await addToShared(game, { black: game.black, white: game.white });
            else await putGame(game);
            await this.#load();
        };
        app.notice(t('gameRemoved'), false, { text: t('undo'), run });
    }
}

/** @param {string} player @param {'black'|'white'} side */
function who(player, side) {
    return player === 'human' ? t('you') : player ? playerTitle(player) : t(side);
}

/**
 * "29–35": Black's discs first, empty squares to the winner.
 * @param {number} score @param {string} board
 */
function resultText(score, board) {
    const [width, height] = board.split('x').map(Number),
        black = (width * height + score) / 2;
    return `${formatNumber(black, 1)}–${formatNumber(width * height - black, 1)}`;
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
