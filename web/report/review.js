// The report of a review: the players, the games, and for one game its graph, its board, and what each
// move lost and why. All words come with the data, in the language of the command
// (src/cli/review_html.c). Nothing is loaded from outside.

/**
 * @typedef {{ moves: number, loss: number, random_loss: number, accuracy: number, inaccuracies: number, mistakes: number, blunders: number }} Side
 * @typedef {{ ply: number, side: 'black' | 'white', move: string, best: string, score: number, best_score: number, loss: number, exact: boolean, verdict: string, pv: string[], played_pv: string[] }} Move
 * @typedef {{ number: number, board: string, black: string, white: string, event: string, date: string, opening: { english: string } | null, score: number | null, winner: 'black' | 'white' | 'draw' | null, black_review: Side, white_review: Side, moves: string, review: Move[] }} Game
 * @typedef {{ game: Game, positions: string[], reasons: Record<string, string[]> }} Entry  what was reviewed; positions from the start, squares row by row
 * @typedef {{ name: string, games: number, review: Side }} Player
 * @typedef {{ lang: string, words: Record<string, string>, games: Entry[], players: Player[] }} Report
 */

const FAULTS = ['inaccuracy', 'mistake', 'blunder'];
const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };
const GRAPH_WIDTH = 900, GRAPH_HEIGHT = 200, GRAPH_LEFT = 36, GRAPH_FOOT = 22;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Report} */
const report = JSON.parse(/** @type {string} */ (byId('data').textContent));
const { words, games, players } = report;

/**
 * An element with attributes and children.
 * @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 */
function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
}

/** The same in SVG. @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
}

/** A score as the terminal shows it: whole if it is exact. @param {number} score @param {boolean} isExact */
const scoreText = (score, isExact) => (score < 0 ? '' : '+') + score.toFixed(isExact ? 0 : 2);

/** @param {string} id @param {string[]} titles @param {Node[]} rows */
function fillTable(id, titles, rows) {
    const head = html('thead', {}, html('tr', {}, ...titles.map((title) => (title ? html('th', { scope: 'col' }, title) : html('td')))));
    byId(id).replaceChildren(head, html('tbody', {}, ...rows));
}

/** @param {(string | number)[]} texts */
const cells = (texts) => texts.map((text) => html('td', {}, String(text)));

/** A row that can be chosen with the mouse or the keyboard. @param {Node[]} children @param {() => void} pick */
function choice(children, pick) {
    const row = html('tr', { tabindex: 0 }, ...children);
    row.addEventListener('click', pick);
    row.addEventListener('keydown', (event) => { if (event.key === 'Enter') pick(); });
    return row;
}

/** @param {string} id @param {number} index */
function markRow(id, index) {
    byId(id).querySelector('[aria-current]')?.removeAttribute('aria-current');
    const row = byId(id).querySelectorAll('tbody tr')[index];
    row?.setAttribute('aria-current', 'true');
    row?.scrollIntoView({ block: 'nearest' });
}

// --- All games -----------------------------------------------------------------------------------

/** @param {Game} game @param {'black' | 'white'} side */
const nameOf = (game, side) => game[side] || words[side];

/** @param {Side} side */
const sideNumbers = (side) => [`${side.accuracy.toFixed(1)} %`, side.loss.toFixed(1), side.inaccuracies, side.mistakes, side.blunders];

function drawOverview() {
    byId('overview').hidden = games.length < 2;
    byId('players-title').textContent = words.players;
    byId('games-title').textContent = words.games;
    fillTable('players', [words.player, words.games, words.accuracy, words.loss, words.inaccuracies, words.mistakes, words.blunders],
        players.map((player) => html('tr', {}, ...cells([player.name || words.noName, player.games, ...sideNumbers(player.review)]))));
    fillTable('list', ['#', words.black, words.white, words.score, words.accuracy, words.blunders, words.opening], games.map(({ game }, index) => choice(cells([
        game.number, game.black, game.white, game.score === null ? (game.winner === null ? '-' : words[game.winner] + '+') : scoreText(game.score, true),
        `${game.black_review.accuracy.toFixed(1)} - ${game.white_review.accuracy.toFixed(1)}`,
        `${game.black_review.blunders} - ${game.white_review.blunders}`, game.opening?.english ?? '']), () => showGame(index))));
}

// --- One game ------------------------------------------------------------------------------------

let current = 0, at = 0; // the game, and how many of its moves have been played

/** @param {Move} move */
const blackScore = (move) => (move.side === 'black' ? move.score : -move.score);

/** Black's score after each move: bars up and down, with the faults marked. */
function drawGraph() {
    const { review } = games[current].game;
    const most = Math.max(8, ...review.map((move) => Math.abs(move.score))), middle = (GRAPH_HEIGHT - GRAPH_FOOT) / 2;
    const step = (GRAPH_WIDTH - GRAPH_LEFT) / Math.max(1, review.length);
    const chart = svg('svg', { viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, role: 'img', 'aria-label': words.graph });
    review.forEach((move, i) => {
        const score = blackScore(move), tall = Math.abs(score) * (middle - 4) / most, left = GRAPH_LEFT + i * step;
        chart.append(svg('rect', { class: score < 0 ? 'white-ahead' : 'black-ahead', x: left, y: score < 0 ? middle : middle - tall, width: Math.max(1, step - 1), height: tall },
            svg('title', {}, `${i + 1}. ${move.move} ${scoreText(score, move.exact)}`)));
        if (FAULTS.includes(move.verdict)) chart.append(svg('circle', { class: move.verdict, cx: left + step / 2, cy: GRAPH_HEIGHT - GRAPH_FOOT / 2, r: 4 }));
    });
    chart.append(
        svg('line', { class: 'axis', x1: GRAPH_LEFT, x2: GRAPH_WIDTH, y1: middle, y2: middle }),
        svg('text', { class: 'end', x: GRAPH_LEFT - 5, y: 12 }, `+${Math.round(most)}`),
        svg('text', { class: 'end', x: GRAPH_LEFT - 5, y: middle + 4 }, '0'),
        svg('text', { class: 'end', x: GRAPH_LEFT - 5, y: 2 * middle }, `-${Math.round(most)}`),
        svg('line', { class: 'now', x1: GRAPH_LEFT + at * step, x2: GRAPH_LEFT + at * step, y1: 0, y2: GRAPH_HEIGHT - GRAPH_FOOT }),
    );
    chart.addEventListener('click', (event) => {
        const box = chart.getBoundingClientRect();
        const place = (/** @type {MouseEvent} */ (event).clientX - box.left) * GRAPH_WIDTH / box.width;
        showMove(Math.floor((place - GRAPH_LEFT) / step) + 1);
    });
    byId('graph').replaceChildren(chart);
}

/** The position that is shown; the last move, and the better one, are marked. */
function drawBoard() {
    const { game, positions } = games[current], move = game.review[at - 1], width = parseInt(game.board, 10);
    const position = positions[at];
    /** @param {number} index */
    const nameAt = (index) => String.fromCharCode(97 + index % width) + (Math.floor(index / width) + 1);
    const isFault = move && FAULTS.includes(move.verdict);
    const discs = [...position].map((letter, index) => {
        const name = nameAt(index), mark = move?.move === name ? 'played' : isFault && move.best === name ? 'better' : '';
        const cell = html('div', mark ? { class: mark } : {});
        if (letter !== '-') cell.append(html('i', { class: letter === 'X' ? 'black' : 'white' }));
        return cell;
    });
    const count = /** @param {string} letter */ (letter) => [...position].filter((one) => one === letter).length;
    const letters = Array.from({ length: width }, (_, i) => html('span', {}, nameAt(i)[0]));
    const rows = Array.from({ length: discs.length / width }, (_, i) => [html('span', {}, String(i + 1)), ...discs.slice(i * width, (i + 1) * width)]);
    byId('board').style.setProperty('--columns', String(width));
    byId('board').replaceChildren(html('span'), ...letters, ...rows.flat());
    byId('count').textContent = `${words.black} ${count('X')}, ${words.white} ${count('O')}`;
    byId('board').setAttribute('aria-label', `${move ? `${at}. ${move.move}. ` : ''}${byId('count').textContent}`);
}

/** What there is to say about the last move. */
function drawNotes() {
    const { game, reasons } = games[current], move = game.review[at - 1];
    byId('reasons').replaceChildren();
    byId('line').textContent = '';
    if (!move) {
        byId('move').textContent = '';
        return;
    }
    const parts = /** @type {(Node | string)[]} */ ([html('strong', {}, `${at}. ${words[move.side]} ${move.move} ${scoreText(move.score, move.exact)}`)]);
    if (FAULTS.includes(move.verdict)) parts.push(' ', html('span', { class: move.verdict }, `${SIGNS[/** @type {'mistake'} */ (move.verdict)]} ${words[move.verdict]}`));
    if (move.loss > 0) parts.push(` · ${words.best}: ${move.best} ${scoreText(move.best_score, move.exact)}`);
    byId('move').replaceChildren(...parts);
    byId('reasons').replaceChildren(...(reasons[move.ply] ?? []).map((text) => html('li', {}, text)));
    if (move.loss > 0) byId('line').textContent = `${words.best}: ${move.pv.slice(0, 10).join(' ')}`;
}

/** @param {number} index moves that have been played */
function showMove(index) {
    at = Math.max(0, Math.min(games[current].game.review.length, index));
    drawBoard();
    drawNotes();
    drawGraph();
    markRow('moves', at - 1);
}

/** @param {Move} move @param {number} index */
function moveRow(move, index) {
    const isFault = FAULTS.includes(move.verdict);
    const numbers = [index + 1, `${words[move.side]} ${move.move}`, scoreText(move.score, move.exact), move.loss > 0 ? move.best : '', move.loss > 0 ? move.loss.toFixed(move.exact ? 0 : 2) : ''];
    const verdict = html('td', isFault ? { class: move.verdict } : {}, isFault ? words[move.verdict] : '');
    return choice([...cells(numbers), verdict], () => showMove(index + 1));
}

/** @param {number} index */
function showGame(index) {
    current = index;
    const { game } = games[index];
    byId('title').textContent = `${nameOf(game, 'black')} - ${nameOf(game, 'white')}`;
    byId('about').textContent = [game.event, game.date, game.opening?.english ?? '', game.score === null ? (game.winner === null ? '' : words[game.winner] + '+') : scoreText(game.score, true)].filter((text) => text !== '').join(' · ');
    fillTable('sides', ['', words.accuracy, words.loss, words.inaccuracies, words.mistakes, words.blunders],
        /** @type {('black' | 'white')[]} */ (['black', 'white']).map((side) => html('tr', {}, ...cells([nameOf(game, side), ...sideNumbers(game[`${side}_review`])]))));
    fillTable('moves', ['#', words.played, words.score, words.best, words.loss, ''], game.review.map(moveRow));
    markRow('list', index);
    showMove(0);
}

function start() {
    document.documentElement.lang = report.lang;
    byId('heading').textContent = words.review;
    for (const [id, key] of [['first', 'first'], ['back', 'back'], ['next', 'next'], ['last', 'last']]) byId(id).setAttribute('aria-label', words[key]);
    drawOverview();
    byId('first').addEventListener('click', () => showMove(0));
    byId('back').addEventListener('click', () => showMove(at - 1));
    byId('next').addEventListener('click', () => showMove(at + 1));
    byId('last').addEventListener('click', () => showMove(Infinity));
    document.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowLeft') showMove(at - 1);
        if (event.key === 'ArrowRight') showMove(at + 1);
    });
    if (games.length > 0) showGame(0);
}

start();

export {};
