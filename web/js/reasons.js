// Why a move was a mistake, in words: the review gives codes and numbers, the languages have the
// sentences.

/** @import {Reason, Verdict} from './types.js' */
import { t } from './i18n.js';
import { moveText } from './moves.js';

/** @param {Reason} reason */
function keyOf({ code, line }) {
    if (code === 'corner' && line?.length === 1) return 'reason.corner-near';
    if (code === 'corner' && line?.length === 2) return 'reason.corner-now';
    if (code === 'corner-missed' && line?.length === 1) return 'reason.corner-missed-now';
    return `reason.${code}`;
}

/**
 * One reason as a sentence about the move.
 * @param {Reason} reason @param {{move: string, best: string}} verdict
 */
export function reasonText(reason, { move, best }) {
    const values = /** @type {Record<string, any>} */ ({
        ...reason,
        bestMove: moveText(best),
        square: reason.square ?? '',
        line: (reason.line ?? []).map(moveText).join(' '),
        region: (reason.region ?? []).filter((one) => one !== move).join(' '),
    });
    return t(keyOf(reason), values);
}

/** All of them, the most important first. @param {Verdict} verdict */
export function reasonTexts(verdict) {
    return (verdict.reasons ?? []).map((one) => reasonText(one, verdict));
}
