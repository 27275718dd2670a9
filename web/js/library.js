// My games: every game that was played, tried out or imported here, in the browser's own database.

/** @import {Tree, Entry} from './store.js' */
import { app, playerTitle } from './app.js';
import { t } from './i18n.js';
import { openingOf } from './openings.js';
import { writeSgf } from './sgf.js';
import { addToShared } from './shared_library.js';
import { entry, mainLine, movesText } from './store.js';

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {number} date  when it was last changed
 * @property {string} board
 * @property {string} moves
 * @property {string} start
 * @property {string} sgf  with everything
 * @property {string} black  a name, or a player
 * @property {string} white
 * @property {number|null} score  of a finished game, for Black
 * @property {number} plies
 * @property {{english: string, japanese: string|null}|null} opening
 * @property {{black: number, white: number}|null} accuracy
 * @property {number} [odds]  discs a move that the opponent gave away
 */

/**
 * A puzzle to be asked again.
 * @typedef
 *     {{id: string, board: string, position: string, best: string[], played?: string,
 *     loss?: number, due: number, box: number, kind: string}}
 *     Card
 */

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
    opened ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('bianca', 1);
        request.onupgradeneeded = () => {
            request.result
                .createObjectStore('games', { keyPath: 'id' })
                .createIndex('date', 'date');
            request.result.createObjectStore('cards', { keyPath: 'id' });
        };
        request.onsuccess = () => {
            // A page in the browser's memory of pages must not keep others from the games.
            request.result.onversionchange = () => {
                request.result.close();
                opened = null;
            };
            resolve(request.result);
        };
        request.onerror = () => reject(request.error);
    });
    return opened;
}

/**
 * One request of a store; the answer, or undefined where the browser keeps nothing.
 * @param {string} name @param {'readonly'|'readwrite'} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
async function ask(name, mode, ask) {
    try {
        const base = await database();
        return await new Promise((resolve, reject) => {
            const request = ask(base.transaction(name, mode).objectStore(name));
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
    } catch {
        return undefined; // private mode: games last as long as the page
    }
}

/** @param {Kept} game */
export const putGame = (game) => ask('games', 'readwrite', (store) => store.put(game));
/** @param {string} id */
export const removeGame = (id) => ask('games', 'readwrite', (store) => store.delete(id));
/** @param {string} id @returns {Promise<Kept|undefined>} */
export const getGame = (id) => ask('games', 'readonly', (store) => store.get(id));
/** Done when the games that were to be kept are kept. @type {Promise<unknown>} */
let keeping = Promise.resolve();

/** Newest first, the one on the board among them. @returns {Promise<Kept[]>} */
export async function allGames() {
    await keeping;
    return /** @type {Kept[]} */ (
        (await ask('games', 'readonly', (store) => store.index('date').getAll())) ?? []
    ).reverse();
}

/** Many at once, for files of games. @param {Kept[]} games */
export async function putGames(games) {
    const base = await database();
    await new Promise((resolve, reject) => {
        const work = base.transaction('games', 'readwrite'),
            store = work.objectStore('games');
        for (const game of games) store.put(game);
        work.oncomplete = () => resolve(null);
        work.onerror = () => reject(work.error);
    });
}

/** @param {Card} card */
export const putCard = (card) => ask('cards', 'readwrite', (store) => store.put(card));
/** @returns {Promise<Card[]>} */
export async function allCards() {
    return (await ask('cards', 'readonly', (store) => store.getAll())) ?? [];
}

export const newId = () =>
    crypto.randomUUID?.() ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16)).join('');

/**
 * @param {Tree} tree
 * @param {string} id
 * @param {{black: string, white: string}} players who plays where the tree has no names
 * @returns {Kept}
 */
export function describe(tree, id, players) {
    const line = mainLine(tree),
        last = /** @type {Entry} */ (line[line.length - 1]);
    const opening = openingOf(
        line.map(({ state }) => state.position),
        tree.board,
    );
    return {
        id,
        date: Date.now(),
        board: tree.board,
        moves: movesText(line),
        start: entry(tree, tree.root).state.position,
        sgf: writeSgf(tree),
        black: tree.names.black || players.black,
        white: tree.names.white || players.white,
        score: last.state.score ?? null,
        plies: line.length - 1,
        opening: opening && { english: opening.english, japanese: opening.japanese },
        accuracy: null,
    };
}

/** How a player is called in the library, which other people may read. @param {string} player */
function nameOf(player) {
    return player === 'human' ? t('human') : playerTitle(player);
}

let keptSgf = '';

/** Keeps the game on the board, if somebody has done something to it. */
export function keepGame() {
    keeping = Promise.all([keeping, keep()]).catch((error) => app.complain(error));
}

async function keep() {
    if (!app.isTouched || app.isPractice || app.game.tree.entries.size < 2) return;
    if (!app.gameId) app.gameId = newId();
    const id = app.gameId,
        game = describe(app.game.tree, id, app.isPlayed ? app.settings : { black: '', white: '' });
    if (game.sgf + id === keptSgf) return;
    keptSgf = game.sgf + id;
    const before = await getGame(id);
    await putGame({
        ...game,
        accuracy: before?.moves === game.moves ? before.accuracy : null,
        odds: Math.max(app.odds, before?.odds ?? 0),
        black: game.black || before?.black || '',
        white: game.white || before?.white || '',
    });
    if (app.hasLibrary && app.isPlayed && game.score !== null) {
        const { black, white } = game;
        addToShared(game, { black: nameOf(black), white: nameOf(white) }).catch(
            app.complain.bind(app),
        );
    }
}

/** What a review found. @param {string} id @param {{black: number, white: number}} accuracy */
export async function keepAccuracy(id, accuracy) {
    const game = id && (await getGame(id));
    if (game) await putGame({ ...game, accuracy });
}
