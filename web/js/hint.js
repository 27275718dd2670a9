// A hint in words: not only where to play but why, from what can be seen on the board.

/** @import {Line, State} from './types.js' */
import { formatScore, t } from './i18n.js';
import { emptyRegions, playMove } from './rules.js';

const ENDGAME_EMPTIES = 16;

/** Corners, and the squares diagonally beside them. @param {number} width @param {number} height */
export function cornerSquares(width, height) {
    const a = 'a',
        z = String.fromCharCode(96 + width),
        b = 'b',
        y = String.fromCharCode(95 + width);
    return {
        corners: [`${a}1`, `${z}1`, `${a}${height}`, `${z}${height}`],
        xSquares: [`${b}2`, `${y}2`, `${b}${height - 1}`, `${y}${height - 1}`],
    };
}

/**
 * Why a move is good, from the most telling reason down.
 * @param {State} state @param {Line} line @param {number} width @param {number} height
 */
export function reasonFor(state, line, width, height) {
    const { move } = line,
        after = playMove(state, move, width, height);
    if (!after) return '';
    const { corners } = cornerSquares(width, height),
        empties = width * height - state.black - state.white;
    const replies = Object.keys(after.legal).length;
    if (line.exact && line.score !== 0)
        return t(line.score > 0 ? 'why.wins' : 'why.loses', {
            score: formatScore(line.score, true),
        });
    if (after.pass) return t('why.pass');
    if (corners.includes(move)) return t('why.corner');
    const gives = corners.some((one) => one in after.legal),
        others = Object.keys(state.legal).filter((one) => one !== move);
    const counts = others.map(
        (one) => Object.keys(playMove(state, one, width, height)?.legal ?? {}).length,
    );
    const offers = others.filter((one) => {
        const then = playMove(state, one, width, height);
        return then && corners.some((corner) => corner in then.legal);
    });
    if (!gives && offers.length > others.length / 2) return t('why.safe');
    if (replies < Math.min(Infinity, ...counts)) return t('why.fewest', { count: replies });
    const region = emptyRegions(state.position, width, height).find((one) => one.includes(move));
    if (empties <= ENDGAME_EMPTIES && region && region.length % 2 === 1)
        return t('why.parity', { count: region.length });
    if (state.legal[move].length === 1) return t('why.quiet');
    return t('why.replies', { count: replies });
}
