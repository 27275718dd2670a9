// The server's library of games (`bianca serve --games FILE`), in the form of My games.

/** @import {Kept} from './library.js' */
/** @import {Opening} from './openings.js' */
import { app } from './app.js';
import { call } from './api.js';
import { splitMoves, startPosition } from './rules.js';
import { treeOfMoves } from './sgf.js';

const PAGE = 100;

/**
 * @typedef {{id: number, board: string, date: string, black: string, white: string, event: string,
 *     place: string, opening: Opening|null, score: number|null, moves: string,
 *     start?: string}} SharedGame
 */

/** @param {SharedGame} game @returns {Kept} */
function keptOf(game) {
    const [width, height] = game.board.split('x').map(Number);
    return {
        id: String(game.id),
        date: Date.parse(game.date.replaceAll('.', '-')) || 0,
        board: game.board,
        moves: game.moves,
        start: game.start ?? startPosition(width, height),
        sgf: '',
        black: game.black,
        white: game.white,
        score: game.score,
        plies: splitMoves(game.moves).length,
        opening: game.opening,
        accuracy: null,
    };
}

/** The tree of a game of the library. @param {Kept} game */
export function sharedTree(game) {
    const tree = treeOfMoves(game.board, game.start, splitMoves(game.moves));
    return { ...tree, names: { black: game.black, white: game.white } };
}

/**
 * Games whose player, opening or moves fit a text.
 * @param {string} text @param {number} offset
 * @returns {Promise<{games: Kept[], more: boolean}>}
 */
export async function searchShared(text, offset) {
    const wanted = text.trim(),
        isMoves = /^([a-h][1-8]){2,}$/i.test(wanted);
    const asked = isMoves
        ? [{ moves: wanted }]
        : wanted
          ? [{ player: wanted }, { opening: wanted }]
          : [{}];
    for (const fields of asked) {
        const found = await call('library/search', { ...fields, limit: PAGE, offset });
        const isLast = fields === asked[asked.length - 1];
        if (found.games.length || isLast)
            return { games: found.games.map(keptOf), more: found.more };
    }
    return { games: [], more: false };
}

/** @param {Kept} game @param {{black: string, white: string}} names */
export async function addToShared(game, names) {
    const { board, start, moves } = game,
        date = new Date(game.date || Date.now());
    await call('library/add', {
        board,
        start,
        moves,
        ...names,
        date: date.toISOString().slice(0, 10),
    });
}

/** @param {Kept} game */
export async function removeFromShared(game) {
    await call('library/delete', { id: Number(game.id) });
}

/** What was played in a position, where there is a library. @param {object} request */
export async function exploreShared(request) {
    if (!app.hasLibrary) return null;
    return call('library/explore', request).catch(() => null);
}
