// The part of the report that answers "why did I lose?": for a player over all games and for the game
// that is shown, which moves cost discs, and which would have been better. Follows report.js in the
// same script of the page, which is why src/arena/report/report.c leaves these two kinds of lines out.
import { BLACK, byId, flips, games, height, html, listeners, players, replay, report, showGame, showStep, signed, squares, svg, width } from './report.js';

/**
 * @typedef {import('./report.js').Game} Game
 * @typedef {import('./report.js').Move} Move
 * @typedef {Move & { game: Game, at: number, text: string }} Mistake  `at` is its number in the game, from 1, without passes
 * @typedef {{ moves: number, loss: number, worst: number }} Phase
 */

const PHASES = ['opening', 'middle game', 'ending'];
const LISTED = 12, PV_SHOWN = 8; // moves over all games, and of one game; of a line
const SERVER = 'http://127.0.0.1:6464'; // where `bianca serve` listens by default

const reviewed = games.filter(({ review }) => review);
const corners = [0, width - 1, squares - width, squares - 1];

/** Who made a move of a game: 0 Black, 1 White. @param {ReturnType<typeof replay>} steps @param {number} move from 1 */
const moverOf = (steps, move) => (steps[move].text.startsWith('Black') ? 0 : 1);

/** The third of the game that a move belongs to. @param {number} move from 1 */
const phaseOf = (move) => Math.min(PHASES.length - 1, Math.floor((move - 1) * PHASES.length / (squares - 4)));

/** The corner that a move gives away: the opponent takes it next and could not have taken it before. @param {ReturnType<typeof replay>} steps @param {number} move from 1 */
function cornerGiven(steps, move) {
    const next = steps[move + 1], before = steps[move - 1];
    if (!next || !corners.includes(next.square) || moverOf(steps, move + 1) === moverOf(steps, move)) return -1;
    const opponent = moverOf(steps, move) === 0 ? 3 - BLACK : BLACK;
    return flips(before.position.discs, opponent, next.square).length === 0 ? next.square : -1;
}

// --- One player over all games --------------------------------------------------------------------

/** Moves of the opening do not count. @param {Game} game @param {number} move */
const isChosen = (game, move) => move > game.opening_moves;

/** The costly moves of a game, the costliest first. @param {Game} game @param {ReturnType<typeof replay>} steps @returns {Mistake[]} */
function mistakesOf(game, steps) {
    const all = (game.review ?? []).map((move) => {
        const at = steps.findIndex(({ ply }) => ply === move.ply);
        return { ...move, game, at, text: steps[at].text };
    });
    return all.filter(({ at }) => isChosen(game, at)).sort((one, other) => other.loss - one.loss);
}

/** What a player lost, by phase; what it gave away; and its worst moves. @param {string} player */
function lossesOf(player) {
    /** @type {Phase[]} */
    const phases = PHASES.map(() => ({ moves: 0, loss: 0, worst: 0 }));
    /** @type {Mistake[]} */
    const mistakes = [];
    let given = 0, gamesWithCorner = 0;
    for (const game of reviewed) {
        const sides = [game.black, game.white], steps = replay(game);
        const before = given;
        if (!sides.includes(player)) continue;
        game.losses?.forEach((loss, i) => {
            const phase = phases[phaseOf(i + 1)];
            if (!isChosen(game, i + 1) || sides[moverOf(steps, i + 1)] !== player) return;
            phase.moves++;
            phase.loss += loss;
            phase.worst = Math.max(phase.worst, loss);
            if (cornerGiven(steps, i + 1) >= 0) given++;
        });
        gamesWithCorner += given > before ? 1 : 0;
        mistakes.push(...mistakesOf(game, steps).filter(({ side }) => game[side] === player));
    }
    mistakes.sort((one, other) => other.loss - one.loss);
    return { phases, mistakes, given, gamesWithCorner };
}

/** @param {string} player @param {Phase[]} phases */
function drawPhases(player, phases) {
    const count = Math.max(1, reviewed.filter(({ black, white }) => black === player || white === player).length);
    const all = phases.reduce((sum, { loss }) => sum + loss, 0);
    const titles = ['Phase', 'Moves', 'Discs lost per game', 'Share', 'Worst move'];
    const head = html('thead', {}, html('tr', {}, ...titles.map((title) => html('th', { scope: 'col' }, title))));
    const rows = phases.map(({ moves, loss, worst }, i) => {
        const numbers = [String(moves), (loss / count).toFixed(1), `${all > 0 ? Math.round(100 * loss / all) : 0} %`, worst.toFixed(1)];
        return html('tr', {}, html('th', { scope: 'row' }, PHASES[i]), ...numbers.map((text) => html('td', {}, text)));
    });
    byId('phases').replaceChildren(head, html('tbody', {}, ...rows));
    const most = phases.indexOf(phases.reduce((one, other) => (other.loss > one.loss ? other : one)));
    byId('verdict').textContent = all > 0
        ? `${player} lost ${(all / count).toFixed(1)} discs per game, move by move, against the best moves; most of them in the ${PHASES[most]}.`
        : `${player} lost nothing against the best moves.`;
}

/** A button that shows the position before a move. @param {Mistake} mistake @param {string} text */
function jumpButton({ game, at }, text) {
    const button = html('button', { type: 'button' }, text);
    button.addEventListener('click', () => {
        showGame(game);
        showStep(at - 1);
        byId('viewer').scrollIntoView({ block: 'start' });
    });
    return button;
}

/** @param {Mistake[]} mistakes */
function drawCostly(mistakes) {
    const titles = ['Game', 'Move', 'Played', 'Better', 'Discs lost', 'Why'];
    const head = html('thead', {}, html('tr', {}, ...titles.map((title) => html('th', { scope: 'col' }, title))));
    const rows = mistakes.slice(0, LISTED).map((mistake) => {
        const { game, at, move, best, loss, why } = mistake;
        const texts = [best, loss.toFixed(1), why ?? ''];
        return html('tr', {}, html('td', {}, String(games.indexOf(game) + 1)), html('td', {}, String(at)), html('td', {}, jumpButton(mistake, move)), ...texts.map((text) => html('td', {}, text)));
    });
    byId('costly').replaceChildren(head, html('tbody', {}, ...rows));
}

/** The time of both players, for each game and for each move. @param {string} player */
function timeText(player) {
    const texts = players.map(({ name: one }) => {
        const own = games.filter((game) => game.black === one || game.white === one);
        const seconds = own.reduce((sum, game) => sum + game.seconds[game.black === one ? 0 : 1], 0);
        const moves = own.reduce((sum, game) => sum + ((game.moves.match(/[a-p]\d+/g) ?? []).length - game.opening_moves) / 2, 0);
        return { one, text: `${one} used ${(seconds / Math.max(1, own.length)).toFixed(2)} s per game, ${(1000 * seconds / Math.max(1, moves)).toFixed(0)} ms per move` };
    });
    return `${texts.sort((a, b) => Number(b.one === player) - Number(a.one === player)).map(({ text }) => text).join('; ')}.`;
}

function drawPlayer() {
    const player = /** @type {HTMLSelectElement} */ (byId('reviewed')).value;
    const { phases, mistakes, given, gamesWithCorner } = lossesOf(player);
    drawPhases(player, phases);
    drawCostly(mistakes);
    byId('corners').textContent = `Corners given away: ${given}, in ${gamesWithCorner} of ${reviewed.length} games.`;
    byId('time').textContent = timeText(player);
}

// --- The game that is shown -----------------------------------------------------------------------

const GRAPH_WIDTH = 480, GRAPH_HEIGHT = 150, LEFT = 34, BOTTOM = 18;

/** @param {Game} game @param {number} at @param {Mistake[]} mistakes */
function drawGraph(game, at, mistakes) {
    const scores = game.scores ?? [], count = Math.max(1, scores.length);
    const most = Math.max(8, ...scores.map(Math.abs)), middle = (GRAPH_HEIGHT - BOTTOM) / 2;
    /** @param {number} move */
    const x = (move) => LEFT + move * (GRAPH_WIDTH - LEFT - 6) / count;
    /** @param {number} score */
    const y = (score) => middle - score * (middle - 6) / most;
    const points = scores.map((score, i) => `${x(i + 1).toFixed(1)},${y(score).toFixed(1)}`);
    const last = scores.length > 0 ? signed(scores[scores.length - 1], 1) : '0';
    const chart = svg('svg', { viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, role: 'img', 'aria-label': `The engine's score after each move, in discs for Black; at the end ${last}` },
        svg('rect', { class: 'opening', x: x(0), y: 0, width: x(game.opening_moves) - x(0), height: GRAPH_HEIGHT - BOTTOM }),
        svg('line', { class: 'axis', x1: LEFT, x2: GRAPH_WIDTH, y1: middle, y2: middle }),
        svg('text', { class: 'end', x: LEFT - 5, y: y(most) + 8 }, `+${Math.round(most)}`),
        svg('text', { class: 'end', x: LEFT - 5, y: middle + 4 }, '0'),
        svg('text', { class: 'end', x: LEFT - 5, y: y(-most) + 4 }, `-${Math.round(most)}`),
        svg('text', { x: LEFT, y: GRAPH_HEIGHT - 4 }, 'Black is better above, White below'),
        svg('polyline', { class: 'line', points: `${x(0)},${y(0)} ${points.join(' ')}` }),
        ...mistakes.map((one) => svg('circle', { class: 'costly', cx: x(one.at), cy: y(scores[one.at - 1]), r: 4 })),
        svg('line', { class: 'now', x1: x(at), x2: x(at), y1: 0, y2: GRAPH_HEIGHT - BOTTOM }),
    );
    chart.addEventListener('click', (event) => {
        const box = chart.getBoundingClientRect();
        const place = (/** @type {MouseEvent} */ (event).clientX - box.left) * GRAPH_WIDTH / box.width;
        showStep(Math.round((place - LEFT) * count / (GRAPH_WIDTH - LEFT - 6)));
    });
    byId('graph').replaceChildren(chart);
}

/** The link that opens the game in the page's review, at its worst move. @param {Game} game */
function pageLink(game) {
    const worst = [...(game.review ?? [])].sort((one, other) => other.loss - one.loss)[0];
    const parts = [`b=${width}x${height}`, `m=${game.moves}`];
    if (game.start) parts.push(`s=${game.start.replace(' ', '_')}`);
    if (worst) parts.push(`p=${worst.ply}`);
    return `${SERVER}/#${parts.join('&')}&v=review`;
}

/** What the engine says about the position that is shown. @param {Game} game @param {number} at */
function scoreText(game, at) {
    const score = game.scores?.[at - 1];
    if (at === 0 || score === undefined) return '';
    const side = score > 0 ? 'Black is ahead by' : score < 0 ? 'White is ahead by' : 'Even';
    return score === 0 ? `${side}.` : `${side} ${Math.abs(score).toFixed(1)} discs.`;
}

/** @param {Game} game @param {number} at */
function drawReview(game, at) {
    byId('review').hidden = !game.review;
    if (!game.review) return;
    const mistakes = mistakesOf(game, replay(game));
    const lines = mistakes.slice(0, LISTED).map((mistake) => {
        const { move, best, loss, pv, why, text } = mistake;
        const button = jumpButton(mistake, `${mistake.at}. ${text}`);
        return html('li', {}, button, ` lost ${loss.toFixed(1)} discs: ${best} was better`, why ? `; ${move} ${why}` : '', html('span', { class: 'soft' }, ` ${pv.slice(0, PV_SHOWN).join(' ')}`));
    });
    drawGraph(game, at, mistakes);
    byId('score').textContent = scoreText(game, at);
    byId('mistakes').replaceChildren(...lines);
    byId('open').setAttribute('href', pageLink(game));
}

function startReviews() {
    if (reviewed.length === 0) return;
    byId('why').hidden = false;
    byId('level').textContent = `${reviewed.length} of ${games.length} games, reviewed at level ${report.review_level}`;
    byId('reviewed').append(...players.map(({ name }) => html('option', { value: name }, name)));
    byId('reviewed').addEventListener('change', drawPlayer);
    drawPlayer();
    listeners.push(drawReview);
    if (games.length > 0) showGame(games[0]);
}

startReviews();
