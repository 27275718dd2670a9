// Perfect play on boards that are small enough to be solved: what it leads to from the position
// shown, and whether a move has kept that. The server answers from a table or solves at once.

/** @import {Node} from './game.js' */
import { app } from './app.js';
import { call, session } from './api.js';
import { fill, h } from './dom.js';
import { t } from './i18n.js';
import { moveText } from './moves.js';

/** On larger boards nobody knows. */
const MOST_SQUARES = 36,
    MOST_KNOWN = 400;

/**
 * @typedef {object} PerfectData
 * @property {boolean} known
 * @property {'black'|'white'|'draw'} [winner]
 * @property {number} [black]  discs at the end
 * @property {number} [white]
 * @property {number|null} [loss]  discs that the last move cost
 * @property {string|null} [better]  a move that would have kept the result
 */

/** Answers by the game that was asked about. @type {Map<string, PerfectData>} */
const known = new Map();

/** @param {Node} node */
const keyOf = (node) => JSON.stringify(node.game.toRequest(node));

/**
 * What the server says of the position after the moves to a node.
 * @param {Node} node @param {AbortSignal} signal @returns {Promise<PerfectData>}
 */
async function ask(node, signal) {
    const key = keyOf(node),
        before = known.get(key);
    if (before) return before;
    // A session of its own: it does not end the search of the view.
    const request = { ...node.game.toRequest(node), session: `${session}-perfect` };
    const answer = await call('perfect', request, signal);
    if (known.size >= MOST_KNOWN) known.delete(/** @type {string} */ (known.keys().next().value));
    known.set(key, answer);
    return answer;
}

/** @param {PerfectData} data */
function resultText({ winner, black = 0, white = 0 }) {
    return t('perfect.is', { result: t(`perfect.${winner}`, { black, white }) });
}

/**
 * What a move has done to the result; '' if that is not known.
 * @param {Node} node  the position after the move @param {PerfectData} data
 */
function verdictText(node, { loss, better }) {
    const move = moveText(node.state.move);
    if (loss === null || loss === undefined) return '';
    return loss === 0 || !better
        ? t('perfect.stands', { move })
        : t('perfect.cost', { move, loss, better: moveText(better) });
}

export class Perfect {
    /** @type {AbortController|null} */
    #asking = null;
    #key = '';

    constructor() {
        this.result = h('p', { class: 'result' });
        this.verdict = h('p', { class: 'soft small' });
        this.element = h(
            'div',
            { class: 'perfect', role: 'status', hidden: true },
            this.result,
            this.verdict,
        );
    }

    close() {
        this.#asking?.abort();
        this.#asking = null;
        this.#key = '';
    }

    /**
     * @param {Node} shown
     * @param {Node|null} judged  the position after the move that is judged
     */
    async update(shown, judged) {
        const isSmall = shown.game.width * shown.game.height <= MOST_SQUARES;
        if (!isSmall) this.element.hidden = true;
        const key = [keyOf(shown), judged?.id, document.documentElement.lang].join();
        if (!isSmall || key === this.#key) return;
        this.close();
        this.#key = key;
        const asking = (this.#asking = new AbortController());
        this.element.setAttribute('aria-busy', 'true');
        try {
            // One after the other: the second answer often follows from the first at once.
            const verdict = judged && (await ask(judged, asking.signal)),
                result = await ask(shown, asking.signal);
            if (this.#asking === asking) this.#draw(shown, result, judged, verdict);
        } catch (error) {
            if (this.#asking === asking) this.#key = '';
            app.complain(error);
        }
    }

    /**
     * @param {Node} shown @param {PerfectData} result
     * @param {Node|null} judged @param {PerfectData|null} verdict
     */
    #draw(shown, result, judged, verdict) {
        const said = judged && verdict ? verdictText(judged, verdict) : '';
        this.element.setAttribute('aria-busy', 'false');
        this.element.hidden = !result.known;
        if (!result.known) return;
        fill(this.result, shown.state.over ? '' : resultText(result));
        fill(this.verdict, said);
    }
}

/**
 * The position after the last move that is wanted, on the way to a node.
 * @param {Node} node @param {(node: Node) => boolean} isWanted
 */
export function lastMove(node, isWanted) {
    for (let at = /** @type {Node|null} */ (node); at?.parent; at = at.parent)
        if (at.state.move !== 'pass' && isWanted(at)) return at;
    return null;
}
