// Positions to solve: one's own mistakes, and solved endgames. What was missed comes back soon,
// what was found comes back later (spaced repetition).

/** @import {Node} from './game.js' */
/** @import {Verdict} from './types.js' */
/** @import {Card} from './library.js' */
import { allCards, putCard } from './library.js';
import { app } from './app.js';

const DAY_MS = 86400000,
    LEAST_LOSS = 4;

/** Days until a card of each box comes back. */
const PAUSES = [0, 1, 3, 7, 16, 35, 90];

/**
 * The card after an answer. Pure.
 * @param {Card} card
 * @param {boolean} isFound
 * @param {number} now
 * @returns {Card}
 */
export function answered(card, isFound, now) {
    const box = isFound ? Math.min(card.box + 1, PAUSES.length - 1) : 0;
    return { ...card, box, due: isFound ? now + PAUSES[box] * DAY_MS : now + 600000 };
}

/**
 * Which card to ask: the one that has been due for longest; null if none is.
 * @param {Card[]} cards
 * @param {number} now
 * @returns {Card|null}
 */
export function dueCard(cards, now) {
    return cards.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due)[0] ?? null;
}

/**
 * Days in a row on which something was solved; a day off in between is forgiven. Pure.
 * @param {number[]} days numbers of days, any order
 * @param {number} today
 */
export function streak(days, today) {
    const all = new Set(days);
    let count = 0,
        missed = 0;
    for (let day = today; missed < 2; day--) {
        if (all.has(day)) {
            count++;
            missed = 0;
        } else if (day !== today) missed++;
    }
    return count;
}

/**
 * Keeps the mistakes of a person as cards.
 * @param {Node[]} line of the reviewed game
 * @param {Verdict[]} verdicts
 */
export async function keepMistakes(line, verdicts) {
    const { settings, game } = app,
        known = new Set((await allCards()).map(({ id }) => id));
    for (const verdict of verdicts) {
        const isMine = settings[verdict.side] === 'human' || !app.isPlayed;
        if (!isMine || verdict.loss < LEAST_LOSS || !line[verdict.ply]?.isThere) continue;
        const { position } = line[verdict.ply].state,
            id = `${game.board} ${position}`;
        if (known.has(id)) continue;
        await putCard({
            id,
            board: game.board,
            position,
            best: [verdict.best],
            played: verdict.move,
            loss: verdict.loss,
            due: Date.now(),
            box: 0,
            kind: 'mistake',
        });
    }
}
