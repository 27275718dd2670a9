// What the results of a search become: numbers on squares, facts, scores of the tree.

/** @import {Line, SearchData, Verdict} from './types.js' */
/** @import {Node} from './game.js' */
import { app } from './app.js';
import { stream } from './api.js';
import { h } from './dom.js';
import { shortScore, t } from './i18n.js';

const SKETCH_LEVEL = 6,
    SKETCH_SECONDS = 0.1;
/** A loss of so many discs has the colour of the next class. */
const LOSS_STEPS = [0.5, 2, 4, 8];

/**
 * The scores of lines on their squares, coloured by what they lose.
 * @param {Line[]} lines  the best first
 * @param {boolean} isBook
 */
export function valuesOf(lines, isBook) {
    /** @type {NonNullable<import('./board.js').Extras['values']>} */
    const values = new Map(),
        best = lines[0];
    for (const line of lines) {
        if (line.move === 'pass') continue;
        const lost = best.score - line.score,
            text = shortScore(line.score, line.exact);
        values.set(line.move, {
            text,
            exact: line.exact,
            best: line.score === best.score && (line === best || line.exact),
            loss: LOSS_STEPS.filter((one) => lost >= one).length,
            book: isBook,
            label: isBook ? `${t('explorer.book')} ${text}` : undefined,
        });
    }
    return values;
}

/**
 * A first report of a deeper search may know less of the line than the one before: keep the longer.
 * @param {Line} line
 * @param {SearchData} [before]
 * @returns {Line}
 */
export function longer(line, before) {
    const old = before?.lines.find(({ move }) => move === line.move);
    const isPrefix =
        old && old.pv.length > line.pv.length && line.pv.every((move, i) => move === old.pv[i]);
    return isPrefix ? { ...line, pv: old.pv } : line;
}

/** The depth, and how sure a selective search is. @param {Line|undefined} line */
export function depthFact(line) {
    const isSelective = !!line && line.depth > 0 && line.selectivity < 100;
    return h(
        'span',
        isSelective ? { title: t('selectivity', { n: line.selectivity }) } : {},
        `${t('depth')} `,
        h('b', {}, line?.depth ?? 0),
        isSelective && ` · ${line.selectivity} %`,
    );
}

/** @param {Node} node @param {number} score @param {boolean} exact */
export function setScore(node, score, exact) {
    node.game.dispatch({ type: 'score', id: node.id, score, exact });
}

/**
 * A quick score for every position of the game that has none, so that the graph says something.
 * @param {AbortSignal} signal @param {() => void} drawn
 */
export async function sketch(signal, drawn) {
    const { game } = app,
        line = game.line();
    const last = line[line.length - 1];
    if (last.state.over) setScore(last, last.state.score ?? 0, true);
    if (line.slice(0, -1).every((node) => node.score !== null)) return;
    for await (const { event, data } of stream(
        'review',
        { ...game.toRequest(), level: SKETCH_LEVEL, seconds: SKETCH_SECONDS },
        signal,
    )) {
        if (event !== 'move') continue;
        const verdict = /** @type {Verdict} */ (data),
            node = line[verdict.ply];
        if (node?.isThere && node.score === null)
            setScore(
                node,
                verdict.side === 'black' ? verdict.best_score : -verdict.best_score,
                verdict.exact,
            );
        if (verdict.ply % 8 === 0) drawn();
    }
    drawn();
}
