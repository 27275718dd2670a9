// A program's turn: asks the server for its move and plays it.

/** @import {Line} from './types.js' */
/** @import {PlayView} from './view_play.js' */
import { app } from './app.js';
import { ApiError, insist, session } from './api.js';
import { formatNumber } from './i18n.js';

const FULL_STRENGTH_SECONDS = 5,
    MOST_SECONDS = 20,
    ODDS_LEAST_LEVEL = 5,
    EVEN = -1; // what a program with odds aims at, in discs for itself

/** Whether it is a program's turn at the end of the game. @param {PlayView} view */
function mayThink(view) {
    const node = app.game.current,
        isOld = node.next && view.resumeAt !== node.id,
        isDone = node.state.over || node.state.pass || view.isFlagged,
        isWaiting = view.thinking || app.pending || (view.isWatching && view.isPaused);
    return !isOld && !isDone && !isWaiting && view.player(node.state.side) !== 'human';
}

/** How long a program may think. @param {PlayView} view @param {string} player */
function secondsFor(view, player) {
    const { side } = app.game.current.state,
        left = view.clock ? Math.max(0.05, view.clock[side] / 1000 / 15) : MOST_SECONDS;
    return Math.min(left, player === 'engine' ? FULL_STRENGTH_SECONDS : MOST_SECONDS);
}

/**
 * Asks for a move: with odds if there are any, else of the player itself.
 * @param {PlayView} view @param {string} player @param {AbortSignal} signal
 */
function askMove(view, player, signal) {
    const { game, settings } = app,
        node = game.current,
        seconds = secondsFor(view, player);
    if (settings.odds !== '0' && !view.isWatching && canGiveOdds(player))
        return oddsMove(node, player, Math.min(seconds, FULL_STRENGTH_SECONDS), signal);
    const where = isProgram(player) ? game.toRequest(node) : { board: game.board };
    const { position } = node.state;
    return insist('move', { ...where, session, position, player: varied(player), seconds }, signal);
}

/** Lets a program move, if it is its turn at the end of the game. @param {PlayView} view */
export async function letThink(view) {
    if (!mayThink(view)) return;
    const node = app.game.current,
        player = view.player(node.state.side),
        abort = (view.thinking = new AbortController());
    view.draw();
    try {
        const pause = new Promise((resolve) =>
            setTimeout(resolve, view.isWatching ? app.settings.pause : 450),
        );
        const answer = await askMove(view, player, abort.signal);
        await pause;
        if (view.thinking !== abort || app.game.current !== node) return;
        view.thinking = null;
        await app.play(answer.move);
        if (answer.unit !== 'own' && !isProgram(player)) return;
        view.said = { node: app.game.current, text: saidText(player, answer) };
        view.draw();
    } catch (error) {
        if (view.thinking === abort) view.thinking = null;
        app.complain(error);
        view.draw();
    }
}

/** Whether it is a program of the server. @param {string} player */
const isProgram = (player) => app.programs.some(({ name }) => name === player);

/** What a program tells of its move. @param {string} player @param {any} answer */
function saidText(player, answer) {
    const hasTime = isProgram(player) && answer.seconds !== undefined;
    const parts = [
        player,
        answer.score === undefined ? '' : formatNumber(answer.score, 4),
        hasTime ? `${formatNumber(answer.seconds, 2)} s` : '',
    ];
    return parts.filter(Boolean).join(' · ');
}

/**
 * Whether a player is strong enough to give discs away and still be an opponent: those below play
 * so already.
 * @param {string} player
 */
export function canGiveOdds(player) {
    const found = /^engine(?::level=(\d+))?$/.exec(player);
    return !!found && Number(found[1] ?? ODDS_LEAST_LEVEL) >= ODDS_LEAST_LEVEL;
}

/**
 * Of the moves that cost no more than the odds, the one that keeps the game closest to even, with
 * the person a little ahead. Pure.
 * @param {Line[]} lines  the best first @param {number} odds  in discs
 */
export function withOdds(lines, odds) {
    const fair = lines.filter(({ score }) => score >= lines[0].score - odds);
    return fair.reduce(
        (best, one) =>
            Math.abs(one.score - EVEN) < Math.abs(best.score - EVEN) ? one : best,
        fair[0],
    );
}

/**
 * A move of an opponent that gives discs away on purpose: it ranks its moves as it always does.
 * @param {import('./game.js').Node} node @param {string} player @param {number} seconds
 * @param {AbortSignal} signal
 */
async function oddsMove(node, player, seconds, signal) {
    const odds = Number(app.settings.odds),
        level = /level=(\d+)/.exec(player)?.[1];
    const request = { session, board: app.game.board, position: node.state.position };
    const limits = { seconds, lines: 64, ...(level ? { level: Number(level) } : {}) };
    /** @type {import('./types.js').SearchData} */
    const { lines } = await insist('best', { ...request, ...limits }, signal);
    if (!lines.length) throw new ApiError('no-move', '');
    app.odds = Math.max(app.odds, odds);
    return withOdds(lines, odds);
}

/** The engine with the user's taste for openings; anybody else as he is. @param {string} player */
function varied(player) {
    if (!/^engine\b/.test(player) || app.settings.variety === '0') return player;
    return `${player}${player.includes(':') ? ',' : ':'}variety=${app.settings.variety}`;
}
