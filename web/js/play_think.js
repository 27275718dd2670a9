// A program's turn: asks the server for its move and plays it.

/** @import {PlayView} from './view_play.js' */
import { app } from './app.js';
import { ApiError, insist, session } from './api.js';
import { formatNumber } from './i18n.js';

const FULL_STRENGTH_SECONDS = 5,
    MOST_SECONDS = 20,
    ODDS_LEVEL = 6;

/** Lets a program move, if it is its turn at the end of the game. @param {PlayView} view */
export async function letThink(view) {
    const { game } = app,
        node = game.current;
    if (
        view.thinking ||
        (node.next && view.resumeAt !== node.id) ||
        node.state.over ||
        node.state.pass ||
        view.isFlagged ||
        app.pending
    )
        return;
    const player = view.player(node.state.side);
    if (player === 'human' || (view.isWatching && view.isPaused)) return;
    const abort = (view.thinking = new AbortController());
    view.draw();
    try {
        const left = view.clock
            ? Math.max(0.05, view.clock[node.state.side] / 1000 / 15)
            : MOST_SECONDS;
        const seconds = Math.min(
            left,
            player === 'engine' ? FULL_STRENGTH_SECONDS : MOST_SECONDS,
        );
        const pause = new Promise((resolve) =>
            setTimeout(resolve, view.isWatching ? app.settings.pause : 450),
        );
        const isProgram = app.programs.some(({ name }) => name === player);
        const answer =
            app.settings.odds !== '0' && !view.isWatching && !isProgram
                ? await oddsMove(node, abort.signal)
                : await insist(
                      'move',
                      {
                          ...(isProgram ? game.toRequest(node) : { board: game.board }),
                          session,
                          position: node.state.position,
                          player: varied(player),
                          seconds,
                      },
                      abort.signal,
                  );
        await pause;
        if (view.thinking !== abort || app.game.current !== node) return;
        view.thinking = null;
        await app.play(answer.move);
        if (answer.unit !== 'own' && !isProgram) return;
        view.said = {
            node: app.game.current,
            text: [
                player,
                answer.score === undefined ? '' : formatNumber(answer.score, 4),
                isProgram && answer.seconds !== undefined
                    ? `${formatNumber(answer.seconds, 2)} s`
                    : '',
            ]
                .filter(Boolean)
                .join(' · '),
        };
        view.draw();
    } catch (error) {
        if (view.thinking === abort) view.thinking = null;
        app.complain(error);
        view.draw();
    }
}

/**
 * A move that gives discs away on purpose: of those that cost no more than the odds, the one
 * that keeps the game closest to even.
 * @param {import('./game.js').Node} node @param {AbortSignal} signal
 */
async function oddsMove(node, signal) {
    /** @type {import('./types.js').SearchData} */
    const { lines } = await insist(
        'best',
        {
            session,
            board: app.game.board,
            position: node.state.position,
            level: ODDS_LEVEL,
            seconds: 2,
            lines: 64,
        },
        signal,
    );
    if (!lines.length) throw new ApiError('no-move', '');
    const most = lines[0].score - Number(app.settings.odds),
        fair = lines.filter(({ score }) => score >= most);
    return fair.reduce(
        (best, one) => (Math.abs(one.score + 1) < Math.abs(best.score + 1) ? one : best),
        fair[0],
    );
}

/** The engine with the user's taste for openings; anybody else as he is. @param {string} player */
function varied(player) {
    if (!/^engine\b/.test(player) || app.settings.variety === '0') return player;
    return `${player}${player.includes(':') ? ',' : ':'}variety=${app.settings.variety}`;
}
