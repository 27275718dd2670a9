// Opponents as a ladder: who plays how strongly, where the idea comes from, whom you have beaten
// and who comes next. Ratings belong to a board; docs/players.md says how they were measured.

/** @import {Kept} from './library.js' */
import { app, classicSummary, playerTitle } from './app.js';
import { button, h, openDialog } from './dom.js';
import { t, tMaybe } from './i18n.js';
import { allGames } from './library.js';

/**
 * The ratings that were measured on each board, weakest first, random play at 0.
 * @type {Record<string, Record<string, number>>}
 */
const ratings = {
    '8x8': {
        random: 0,
        baseline2: 220,
        'alpha-othello': 300,
        'nine-by-seven': 320,
        discs: 320,
        'beginner:1': 450,
        baseline3: 530,
        baseline4: 550,
        baseline5: 560,
        positional: 570,
        miniproject3: 710,
        'beginner:2': 750,
        mobility: 800,
        botzone: 910,
        'beginner:3': 980,
        'engine:level=1': 980,
        handmade: 1090,
        'beginner:4': 1100,
        kukreja: 1120,
        'beginner:5': 1250,
        'engine:level=2': 1300,
        'engine:level=3': 1410,
        'engine:level=5': 1560,
        'engine:level=6': 1700,
        'engine:level=8': 1850,
        'engine:level=10': 1910,
        'engine:level=16': 1960,
    },
    '6x6': {
        random: 0,
        baseline2: 270,
        discs: 290,
        'beginner:1': 310,
        'nine-by-seven': 360,
        baseline4: 370,
        baseline3: 430,
        baseline5: 460,
        'beginner:2': 510,
        positional: 550,
        mobility: 690,
        miniproject3: 710,
        'beginner:3': 720,
        botzone: 780,
        'beginner:4': 820,
        'engine:level=1': 820,
        handmade: 820,
        kukreja: 840,
        'engine:level=2': 900,
        'beginner:5': 910,
        'e03-judge': 930,
        'e03-myjudge': 960,
        'engine:level=3': 980,
        'engine:level=6': 1120,
        'engine:level=5': 1130,
        'engine:level=10': 1150,
        'engine:level=8': 1160,
        'engine:level=16': 1180,
        engine: 1200,
    },
};
/** Stronger than all others, whether measured or not. */
const STRONGEST = ['engine:level=16', 'engine'];

/** What was measured of a player on a board; null if nothing was. @param {string} player */
export function ratingOf(player, board = app.game.board) {
    return ratings[board]?.[player] ?? null;
}

/**
 * Who stands on the ladder of a board, weakest first: where nobody has measured, as on 8x8.
 * @param {string} board @returns {string[]}
 */
export function ladderOf(board) {
    const measured = Object.keys(ratings[board] ?? ratings['8x8']);
    return [...measured, ...STRONGEST.filter((one) => !measured.includes(one))];
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
 * Who was beaten in games on a board; what was won with odds does not count.
 * @param {Kept[]} games @param {string} board
 * @returns {Map<string, {won: number, played: number}>}
 */
export function tally(games, board) {
    const all = new Map();
    for (const { black, white, score, odds, board: where } of games) {
        const isMine = (black === 'human') !== (white === 'human');
        if (score === null || !isMine || odds || where !== board) continue;
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
    return ladderOf(board).filter((name) => {
        const classic = app.classics.find((one) => one.name === name);
        return !classic?.home_only || classic.boards.split(',').includes(board);
    });
}

/**
 * What the games against a player have come to.
 * @param {{won: number, played: number}|undefined} result @param {boolean} isNext
 */
function resultText(result, isNext) {
    if (result?.won) return t('beaten', { won: result.won, played: result.played });
    const tries = result ? t('notBeaten', { played: result.played }) : '';
    return [isNext ? t('nextRung') : '', tries].filter(Boolean).join(' · ');
}

/** The dialog to choose from. @param {(player: string) => void} choose */
export async function ladderDialog(choose) {
    const { board } = app.game,
        results = tally(await allGames(), board),
        players = rungs(board),
        next = nextRung(results, players);
    const chosen = app.settings.black === 'human' ? app.settings.white : app.settings.black;
    const row = /** @param {string} player */ (player) =>
        h(
            'button',
            {
                type: 'button',
                class: `rung ${player === next ? 'is-next' : ''}`,
                'data-player': player,
                'aria-current': player === chosen ? 'true' : null,
                onclick: () => {
                    dialog.close();
                    choose(player);
                },
            },
            h('b', {}, playerTitle(player)),
            h('span', { class: 'rating' }, ratingOf(player, board) ?? t('notMeasured')),
            h('span', { class: 'soft small' }, aboutPlayer(player)),
            h('span', { class: 'small result' }, resultText(results.get(player), player === next)),
        );
    const dialog = openDialog(
        t('ladder'),
        h('p', { class: 'soft small' }, t(board in ratings ? 'ladderHelp' : 'ladderOther')),
        h(
            'ol',
            { class: 'ladder' },
            players.toReversed().map((player) => h('li', {}, row(player))),
        ),
        h(
            'div',
            { class: 'dialog-end' },
            button(t('close'), () => dialog.close()),
        ),
    );
    const at = /** @param {string} what @returns {HTMLElement|null} */ (what) =>
        dialog.querySelector(what);
    (at('[aria-current]') ?? at('.is-next'))?.focus({ preventScroll: true });
    at('.is-next')?.scrollIntoView({ block: 'center' });
}
