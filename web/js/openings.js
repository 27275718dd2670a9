// The names of openings. The server has the table; a name belongs to a position, however the board
// is turned and whatever order of moves led there.

import { call } from './api.js';
import { language, t } from './i18n.js';
import { canonical, makeState, playMove, splitMoves, startPosition } from './rules.js';

/** @typedef {{line: string, english: string, japanese: string|null}} Opening */

/** By canonical position. @type {Map<string, Opening>} */
const table = new Map();

export async function loadOpenings() {
    if (table.size) return;
    /** @type {{openings: Opening[]}} */
    const { openings } = await call('openings');
    for (const one of openings) {
        let state = makeState(startPosition(8, 8), 8, 8);
        for (const move of splitMoves(one.line)) state = playMove(state, move, 8, 8) ?? state;
        table.set(canonical(state.position, 8, 8), one);
    }
}

/** The opening of this very position. @param {string} position @param {string} board */
export function openingAt(position, board) {
    const squares = position.replace(/[ -]/g, '').length;
    return board === '8x8' && table.size && squares < 22
        ? (table.get(canonical(position, 8, 8)) ?? null)
        : null;
}

/**
 * The opening of a game: the last of its positions that has a name.
 * @param {string[]} positions
 * @param {string} board
 */
export function openingOf(positions, board) {
    let found = null;
    for (const position of positions.slice(0, 22)) found = openingAt(position, board) ?? found;
    return found;
}

/** In Japanese where the name is known; elsewhere in English. @param {Opening} opening */
export function openingName(opening) {
    return language === 'ja' && opening.japanese ? opening.japanese.split('/')[0] : opening.english;
}

/** The last answer: a view asks many times a second. */
let last = { key: '', names: /** @type {Map<string, Opening>} */ (new Map()) };

/**
 * What the moves of a position lead to.
 * @param {import('./types.js').State} state
 * @param {string} board
 */
export function openingsAfter(state, board) {
    const key = `${board} ${state.position}`;
    if (key === last.key) return last.names;
    /** @type {Map<string, Opening>} */
    const names = new Map();
    if (board !== '8x8' || !table.size || state.black + state.white > 20) return names;
    for (const move of Object.keys(state.legal)) {
        const after = playMove(state, move, 8, 8),
            opening = after && openingAt(after.position, board);
        if (opening) names.set(move, opening);
    }
    last = { key, names };
    return names;
}

/** For a tooltip. @param {Opening} opening */
export function openingTitle(opening) {
    const other = language !== 'ja' && opening.japanese?.split('/')[0];
    return `${t('opening')}: ${openingName(opening)}${other ? ` (${other})` : ''}`;
}
