// The report of a tournament: draws the table, the charts and the list of games from the JSON that
// src/arena/report/report.c puts into the page, and replays a game. Nothing is loaded from outside.

/**
 * @typedef {{ name: string, player: string, isolation?: string }} Player
 * @typedef {{ rank: number, name: string, elo: number, margin: number, games: number, wins: number, draws: number, losses: number, score: number, discs: number, against: ([number, number, number] | null)[] }} Standing
 * Results against the others, in the order of the standings, are wins, draws, losses.
 * @typedef {{ number: number, black: string, white: string, score: number, ending: string, opening_moves: number, moves: string, seconds: [number, number], failed?: 'black' | 'white', reason?: string, start?: string, scores?: number[], losses?: number[], review?: Move[] }} Game  scores for Black after each move; losses of the side that moved
 * @typedef {{ ply: number, side: 'black' | 'white', move: string, best: string, loss: number, verdict: string, exact: boolean, pv: string[], why?: string }} Move  one that lost much; ply counts from 0, with passes
 * @typedef {{ board: string, openings: string, seed: number, move_seconds: number, clock_seconds: number, review_level?: number, players: Player[], standings: Standing[], endings: Record<string, number>, games: Game[] }} Report
 * @typedef {{ discs: Uint8Array, side: number }} Position  discs by row * width + column
 * @typedef {{ position: Position, square: number, ply: number, text: string }} Step  ply of the move that led there, from 0, with passes
 */

const EMPTY = 0, BLACK = 1, WHITE = 2;
const ROWS_SHOWN = 1000;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Report} */
const report = JSON.parse(/** @type {string} */ (byId('data').textContent));
const { players, standings, games } = report;
const [width, height] = report.board.split('x').map(Number);
const squares = width * height;

/** @param {number} number @param {number} digits */
const signed = (number, digits = 0) => (number > 0 ? '+' : number < 0 ? '-' : '') + Math.abs(number).toFixed(digits);

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

// --- Table ---------------------------------------------------------------------------------------

/** An ending as people say it: "played out", "illegal move". @param {string} name */
const endingText = (name) => name.replaceAll('_', ' ');

/** Two players play a match. */
function drawTitle() {
    const title = players.length === 2 ? `Othello match: ${players.map(({ name }) => name).join(' – ')}` : 'Othello tournament';
    byId('heading').textContent = title;
    document.title = `Bianca: ${title}`;
}

function drawSummary() {
    const parts = [`Board ${report.board}`, `${players.length} players`, `${games.length} games`, `openings ${report.openings}`, `seed ${report.seed}`];
    if (report.move_seconds > 0) parts.push(`${report.move_seconds} s per move`);
    if (report.clock_seconds > 0) parts.push(`${report.clock_seconds} s per game`);
    byId('summary').textContent = `${parts.join(', ')}.`;
    const endings = Object.entries(report.endings).map(([name, count]) => `${endingText(name)} ${count}`);
    byId('endings').textContent = `Endings: ${endings.join(', ')}`;
    /** @type {Map<string, string[]>} */
    const isolated = new Map();
    for (const { name, isolation } of players) if (isolation) isolated.set(isolation, [...isolated.get(isolation) ?? [], name]);
    byId('isolation').textContent = [...isolated].map(([isolation, names]) => `Isolation of ${names.length > 4 ? `${names.length} programs` : names.join(', ')}: ${isolation}`).join('; ');
}

/** A cell is tinted by its score: red for none, green for all points. @param {[number, number, number] | null} results */
function pairingCell(results) {
    const [wins, draws, losses] = results ?? [0, 0, 0], count = wins + draws + losses;
    if (count === 0) return html('td', {}, '-');
    const points = wins + draws / 2;
    const cell = html('td', { title: `${wins} won, ${draws} drawn, ${losses} lost` }, points.toFixed(1));
    cell.style.background = `hsl(${Math.round(120 * points / count)} 60% 50% / .35)`;
    return cell;
}

function drawTable() {
    const titles = ['#', 'Player', 'Elo', '±', 'Games', 'Score', 'Discs', ...standings.map(({ name }) => name)];
    const head = html('thead', {}, html('tr', {}, ...titles.map((title) => html('th', { scope: 'col', title }, title))));
    const playerOf = new Map(players.map(({ name, player }) => [name, player]));
    const rows = standings.map((standing) => {
        const { rank, name } = standing;
        const numbers = [signed(standing.elo), standing.margin.toFixed(0), String(standing.games), `${(100 * standing.score).toFixed(1)} %`, signed(standing.discs, 2)];
        return html('tr', {}, html('td', {}, String(rank)), html('td', { title: playerOf.get(name) ?? '' }, name), ...numbers.map((number) => html('td', {}, number)), ...standing.against.map(pairingCell));
    });
    byId('table').replaceChildren(head, html('tbody', {}, ...rows));
}

// --- Charts --------------------------------------------------------------------------------------

const NAME_WIDTH = 230, NAME_SHOWN = 32; // pixels, and characters of a name
const CHART_MOST = 840, ROW_HEIGHT = 26, NUMBER_WIDTH = 52;
const NARROW = 520; // pixels below which names stand above their bars
const BINS = 17, BIN_WIDTH = 14, BIN_HEIGHT = 90; // an odd number of bins: drawn games are in the middle

/** @param {string} name */
function shortName(name) {
    const letters = [...name];
    return letters.length > NAME_SHOWN ? `${letters.slice(0, NAME_SHOWN - 3).join('')}...` : letters.join('');
}

/** Ratings as bars from 0, with their intervals, as wide as there is room. */
function drawRatings() {
    const room = Math.min(CHART_MOST, byId('ratings').clientWidth || CHART_MOST), isNarrow = room < NARROW;
    const left = isNarrow ? 0 : NAME_WIDTH, lead = isNarrow ? 18 : 0, step = ROW_HEIGHT + lead;
    const low = Math.min(-50, ...standings.map(({ elo, margin }) => elo - margin));
    const high = Math.max(50, ...standings.map(({ elo, margin }) => elo + margin));
    /** @param {number} elo */
    const place = (elo) => left + (elo - low) * (room - left - NUMBER_WIDTH) / (high - low);
    const total = standings.length * step + 10;
    const chart = svg('svg', { role: 'img', 'aria-label': 'Ratings', viewBox: `0 0 ${room} ${total}`, width: room, height: total }, svg('line', { class: 'axis', x1: place(0), x2: place(0), y1: 0, y2: total }));
    standings.forEach(({ name, elo, margin }, index) => {
        const top = index * step + 4 + lead, middle = top + ROW_HEIGHT / 2 - 2;
        const where = isNarrow ? { class: 'start', x: 0, y: top - 4 } : { class: 'end', x: left - 8, y: middle + 4 };
        chart.append(
            svg('text', where, shortName(name)),
            svg('rect', { class: 'bar', x: Math.min(place(0), place(elo)), y: top, width: Math.abs(place(elo) - place(0)), height: ROW_HEIGHT - 6, rx: 3 }),
            svg('line', { class: 'margin', x1: place(elo - margin), x2: place(elo + margin), y1: middle, y2: middle }),
            svg('text', { x: Math.max(place(0), place(elo + margin)) + 6, y: middle + 4 }, signed(elo)),
        );
    });
    byId('ratings').replaceChildren(chart);
}

/** How many discs the games of one player were decided by, from a total loss to a total win. @param {string} player */
function discChart(player) {
    const bins = new Array(BINS).fill(0);
    for (const game of games) {
        if (game.black !== player && game.white !== player) continue;
        const discs = game.black === player ? game.score : -game.score;
        bins[Math.floor((discs + squares) * BINS / (2 * squares + 1))]++;
    }
    const most = Math.max(1, ...bins), name = shortName(player), right = BINS * BIN_WIDTH;
    const chart = svg('svg', { role: 'img', 'aria-label': `Disc differences of ${name}`, width: right, height: BIN_HEIGHT + 16 });
    bins.forEach((count, i) => {
        const tall = Math.ceil(count * BIN_HEIGHT / most), middle = (BINS - 1) / 2;
        chart.append(svg('rect', { class: i < middle ? 'loss' : i > middle ? 'win' : 'draw', x: i * BIN_WIDTH + 1, y: BIN_HEIGHT - tall, width: BIN_WIDTH - 2, height: tall }, svg('title', {}, `${count} games`)));
    });
    chart.append(
        svg('text', { x: 0, y: BIN_HEIGHT + 14 }, `-${squares}`),
        svg('text', { class: 'middle', x: right / 2, y: BIN_HEIGHT + 14 }, '0'),
        svg('text', { class: 'end', x: right, y: BIN_HEIGHT + 14 }, `+${squares}`),
    );
    return html('figure', {}, chart, html('figcaption', {}, name));
}

// --- The game that is shown ----------------------------------------------------------------------

/** @returns {Position} */
function usualStart() {
    const discs = new Uint8Array(squares), row = height >> 1, column = width >> 1;
    discs[(row - 1) * width + column - 1] = discs[row * width + column] = WHITE;
    discs[(row - 1) * width + column] = discs[row * width + column - 1] = BLACK;
    return { discs, side: BLACK };
}

/** A position as `bianca show --position` takes it. @param {string} text @returns {Position} */
function parsePosition(text) {
    /** @param {string} letter */
    const disc = (letter) => (letter === 'X' ? BLACK : letter === 'O' ? WHITE : EMPTY);
    return { discs: Uint8Array.from(text.slice(0, squares), disc), side: disc(text[text.length - 1]) };
}

/** The squares that a move flips. @param {Uint8Array} discs @param {number} side @param {number} square */
function flips(discs, side, square) {
    /** @type {number[]} */
    const found = [];
    if (discs[square] !== EMPTY) return found;
    const column = square % width, row = (square - column) / width;
    for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
            /** @type {number[]} */
            const run = [];
            let x = column + dx, y = row + dy;
            /** @param {number} disc */
            const holds = (disc) => x >= 0 && y >= 0 && x < width && y < height && discs[y * width + x] === disc;
            if (dx === 0 && dy === 0) continue;
            for (; holds(3 - side); x += dx, y += dy) run.push(y * width + x);
            if (run.length > 0 && holds(side)) found.push(...run);
        }
    }
    return found;
}

/** All positions of a game. Passes are not written: a move that flips nothing is the other side's. @param {Game} game */
function replay(game) {
    let position = game.start ? parsePosition(game.start) : usualStart();
    let ply = -1;
    /** @type {Step[]} */
    const steps = [{ position, square: -1, ply, text: 'start' }];
    for (const name of game.moves.match(/[a-p]\d+/g) ?? []) {
        const square = (parseInt(name.slice(1), 10) - 1) * width + name.charCodeAt(0) - 97;
        const side = flips(position.discs, position.side, square).length > 0 ? position.side : 3 - position.side;
        const discs = position.discs.slice();
        ply += side === position.side ? 1 : 2;
        for (const flipped of [square, ...flips(position.discs, side, square)]) discs[flipped] = side;
        position = { discs, side: 3 - side };
        steps.push({ position, square, ply, text: `${side === BLACK ? 'Black' : 'White'} ${name}` });
    }
    return steps;
}

/** @type {Step[]} */
let steps = [];
let at = 0;

/** Called when another game, or another position of it, is shown. @type {((game: Game, move: number) => void)[]} */
const listeners = [];
/** @type {Game | undefined} */
let shownGame;

/** @param {number} index */
function showStep(index) {
    if (steps.length === 0) return;
    at = Math.max(0, Math.min(steps.length - 1, index));
    const { position, square, text } = steps[at];
    const cells = Array.from(position.discs, (disc, i) => {
        const cell = html('div', i === square ? { class: 'played' } : {});
        if (disc !== EMPTY) cell.append(html('i', { class: disc === BLACK ? 'black' : 'white' }));
        return cell;
    });
    const letters = Array.from({ length: width }, (_, i) => html('span', {}, String.fromCharCode(97 + i)));
    const rows = Array.from({ length: height }, (_, i) => [html('span', {}, String(i + 1)), ...cells.slice(i * width, (i + 1) * width)]);
    const count = /** @param {number} disc */ (disc) => position.discs.filter((one) => one === disc).length;
    byId('board').style.setProperty('--columns', String(width));
    byId('board').replaceChildren(html('span'), ...letters, ...rows.flat());
    byId('move').textContent = `move ${at} of ${steps.length - 1}: ${text}`;
    byId('count').textContent = `Black ${count(BLACK)}, White ${count(WHITE)}`;
    byId('board').setAttribute('aria-label', `Board after ${byId('move').textContent}. ${byId('count').textContent}`);
    for (const listener of listeners) if (shownGame) listener(shownGame, at);
}

/** "Black wins by 12", and why if the game was not played out. @param {Game} game */
function resultText(game) {
    const winner = game.score > 0 ? `Black wins by ${game.score}` : game.score < 0 ? `White wins by ${-game.score}` : 'Draw';
    if (game.ending === 'played_out') return winner;
    return `${winner}, ${game.failed === 'white' ? game.white : game.black} ${endingText(game.ending)}: ${game.reason}`;
}

/** @param {Game} game */
function showGame(game) {
    shownGame = game;
    steps = replay(game);
    byId('title').textContent = `${game.black} (Black) - ${game.white} (White)`;
    byId('result').textContent = resultText(game);
    byId('moves').textContent = game.moves;
    showStep(game.opening_moves);
}

// --- The list of games ---------------------------------------------------------------------------

/** @param {Game} game @param {number} index */
function gameRow(game, index) {
    const cells = [String(index + 1), game.black, game.white, signed(game.score), endingText(game.ending)];
    const row = html('tr', { tabindex: 0 }, ...cells.map((text) => html('td', {}, text)));
    const pick = () => {
        byId('rows').querySelector('[aria-current]')?.removeAttribute('aria-current');
        row.setAttribute('aria-current', 'true');
        showGame(game);
    };
    row.addEventListener('click', pick);
    row.addEventListener('keydown', (event) => { if (event.key === 'Enter') pick(); });
    return row;
}

function listGames() {
    const { value } = /** @type {HTMLSelectElement} */ (byId('filter'));
    const listed = games.map((game, index) => ({ game, index })).filter(({ game }) => value === '' || game.black === value || game.white === value);
    byId('rows').replaceChildren(...listed.slice(0, ROWS_SHOWN).map(({ game, index }) => gameRow(game, index)));
    byId('shown').textContent = listed.length > ROWS_SHOWN ? `the first ${ROWS_SHOWN} of ${listed.length} games` : `${listed.length} games`;
}

function start() {
    drawTitle();
    drawSummary();
    drawTable();
    new ResizeObserver(drawRatings).observe(byId('ratings'));
    byId('discs').replaceChildren(...standings.map(({ name }) => discChart(name)));
    byId('filter').append(...players.map(({ name }) => html('option', { value: name }, name)));
    byId('filter').addEventListener('change', listGames);
    byId('first').addEventListener('click', () => showStep(0));
    byId('back').addEventListener('click', () => showStep(at - 1));
    byId('next').addEventListener('click', () => showStep(at + 1));
    byId('last').addEventListener('click', () => showStep(steps.length));
    document.addEventListener('keydown', (event) => {
        if (event.target instanceof HTMLSelectElement) return;
        if (event.key === 'ArrowLeft') showStep(at - 1);
        if (event.key === 'ArrowRight') showStep(at + 1);
    });
    listGames();
    if (games.length > 0) showGame(games[0]);
}

start();

export { BLACK, byId, flips, games, height, html, listeners, players, replay, report, showGame, showStep, signed, squares, svg, width };
