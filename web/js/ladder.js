// Opponents as a ladder: who plays how strongly, where the idea comes from, whom you have beaten
// and who comes next. The ratings are of a round robin on 8x8; docs/players.md says how it was
// made.

/** @import {Kept} from './library.js' */
import { app, classicSummary, playerTitle } from './app.js';
import { button, h, openDialog } from './dom.js';
import { t, tMaybe } from './i18n.js';
import { allGames } from './library.js';

/**
 * Player and rating, weakest first; null above what was measured.
 * @type {[string, number|null][]}
 */
export const ladder = [
    ['random', 0],
    ['baseline2', 10],
    ['baseline5', 520],
    ['beginner:1', 540],
    ['positional', 660],
    ['miniproject3', 750],
    ['mobility', 870],
    ['beginner:3', 930],
    ['engine:level=1', 1090],
    ['kukreja', 1140],
    ['beginner:5', 1230],
    ['engine:level=2', 1250],
    ['engine:level=5', 1370],
    ['engine:level=10', 1770],
    ['engine:level=16', null],
    ['engine', null],
];

/** @param {string} player */
export function ratingOf(player) {
    return ladder.find(([name]) => name === player)?.[1] ?? null;
}

/** A sentence on how a player plays and whom it comes from. @param {string} player */
export function aboutPlayer(player) {
    const classic = app.classics.find(({ name }) => name === player),
        summary = classicSummary(player);
    if (classic && summary)
        return classic.origin ? `${summary} (${classic.origin}).` : `${summary}.`;
    return tMaybe(`about.${player.replace('engine:level=', 'level')}`) ?? '';
}

/**
 * Who was beaten in which games.
 * @param {Kept[]} games
 * @returns {Map<string, {won: number, played: number}>}
 */
export function tally(games) {
    const all = new Map();
    for (const { black, white, score } of games) {
        if (score === null || (black === 'human') === (white === 'human')) continue;
        const rival = black === 'human' ? white : black,
            mine = black === 'human' ? score : -score;
        const before = all.get(rival) ?? { won: 0, played: 0 };
        all.set(rival, { won: before.won + (mine > 0 ? 1 : 0), played: before.played + 1 });
    }
    return all;
}

/**
 * The next to be beaten: the weakest who was not.
 * @param {Map<string, {won: number}>} results
 * @param {string[]} players
 */
export function nextRung(results, players) {
    return players.find((one) => !results.get(one)?.won) ?? players[players.length - 1];
}

/** Who can play on a board, weakest first. @param {string} board */
function rungs(board) {
    return ladder
        .map(([name]) => name)
        .filter((name) => {
            const classic = app.classics.find((one) => one.name === name);
            return !classic?.home_only || classic.boards.split(',').includes(board);
        });
}

/** The dialog to choose from. @param {(player: string) => void} choose */
export async function ladderDialog(choose) {
    const results = tally(await allGames()),
        players = rungs(app.game.board),
        next = nextRung(results, players);
    const chosen = app.settings.black === 'human' ? app.settings.white : app.settings.black;
    const rows = players.toReversed().map((player) => {
        const result = results.get(player),
            rating = ratingOf(player);
        return h(
            'li',
            {},
            h(
                'button',
                {
                    type: 'button',
                    class: 'rung',
                    'data-player': player,
                    'aria-current': player === chosen ? 'true' : null,
                    onclick: () => {
                        dialog.close();
                        choose(player);
                    },
                },
                h('b', {}, playerTitle(player)),
                h('span', { class: 'rating' }, rating === null ? '' : String(rating)),
                h('span', { class: 'soft small' }, aboutPlayer(player)),
                h(
                    'span',
                    { class: 'small result' },
                    result?.won
                        ? t('beaten', { won: result.won, played: result.played })
                        : player === next
                          ? t('nextRung')
                          : result
                            ? t('notBeaten', { played: result.played })
                            : '',
                ),
            ),
        );
    });
    const dialog = openDialog(
        t('ladder'),
        h('p', { class: 'soft small' }, t('ladderHelp')),
        h('ol', { class: 'ladder' }, rows),
        h(
            'div',
            { class: 'dialog-end' },
            button(t('close'), () => dialog.close()),
        ),
    );
    /** @type {HTMLElement|null} */ (dialog.querySelector('[aria-current]'))?.focus();
}
