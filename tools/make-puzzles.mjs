// Makes web/puzzles.json: endgames with one winning move, graded by which programs find it, and positions for the
// lessons. Usage, beside `bianca serve --port 6464`:
//     node tools/make-puzzles.mjs > web/puzzles.json
//     node tools/make-puzzles.mjs --grade web/puzzles.json > new.json   the same positions, graded again
import { readFileSync } from 'node:fs';
import { cornerSquares } from '../web/js/hint.js';
import { emptyRegions, makeState, playMove, squareIndex, squareName, startPosition } from '../web/js/rules.js';

const URL = process.env.BIANCA_URL ?? 'http://127.0.0.1:6464', PUZZLES = Number(process.env.PUZZLES ?? 60), PER_LESSON = 3;
const judges = ['discs', 'positional', 'mobility', 'baseline4', 'kukreja', 'engine:level=1', 'engine:level=3', 'engine:level=6'];
const EMPTIES = [6, 8, 10, 12, 14, 16];

async function ask(verb, body) {
    const answer = await fetch(`${URL}/api/v1/${verb}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ session: 'puzzles', board: '8x8', ...body }) });
    const data = await answer.json();
    if (data.error) throw new Error(data.error.message);
    return data;
}

let seed = 20;
const random = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 2 ** 32; };

/** The positions of a game between players who err. */
async function* gamePositions(number) {
    let state = makeState(startPosition(8, 8), 8, 8);
    for (let ply = 0; !state.over; ply++) {
        yield state;
        if (state.pass) { state = playMove(state, 'pass', 8, 8); continue; }
        const player = ply < 6 ? 'random' : random() < 0.5 ? 'beginner:5' : 'engine:level=3,variety=2';
        const { move } = await ask('move', { position: state.position, player: `${player}${player.includes(':') ? ',' : ':'}seed=${number * 100 + ply}` });
        state = playMove(state, move, 8, 8);
    }
}

const puzzles = [], lessons = { corners: [], xsquares: [], mobility: [], parity: [], wedges: [], edges: [] };
const { corners, xSquares } = cornerSquares(8, 8);

async function puzzle(state, empties) {
    const { lines } = await ask('best', { position: state.position, lines: 64, seconds: 20, depth: empties });
    if (lines.length < 4 || !lines.every((one) => one.exact) || lines[0].score <= 0 || lines[1].score >= 0) return;
    await add({ position: state.position, empties, best: lines[0].move });
}

/** Adds a puzzle with the judges who find it, by their numbers. */
async function add({ position, empties, best }) {
    const found = [];
    for (const [i, player] of judges.entries()) if ((await ask('move', { position, player })).move === best) found.push(i);
    puzzles.push({ position, empties, best, found });
    console.error(`puzzle ${puzzles.length}: ${empties} empties, ${found.length} of ${judges.length} find ${best}`);
}

const at = (state, x, y) => (x < 0 || y < 0 || x > 7 || y > 7 ? '' : state.position[y * 8 + x]);

/** Along which line of the edge a square lies. */
function along(x, y) {
    if (corners.includes(squareName(y * 8 + x, 8))) return null;
    return y === 0 || y === 7 ? [1, 0] : x === 0 || x === 7 ? [0, 1] : null;
}

/** Which lesson a position teaches, if any. */
function lessonOf(state, lines, empties) {
    const [best, second] = lines, own = state.side === 'black' ? 'X' : 'O', opp = own === 'X' ? 'O' : 'X';
    if (!second) return '';
    const i = squareIndex(best.move, 8), x = i % 8, y = Math.floor(i / 8), way = along(x, y), gain = best.score - second.score;
    const others = lines.filter((one) => !corners.includes(one.move));
    if (corners.includes(best.move)) return others.length && best.score - others[0].score >= 4 ? 'corners' : '';
    if (empties > 12 && way && gain >= 3 && at(state, x + way[0], y + way[1]) === opp && at(state, x - way[0], y - way[1]) === opp) return 'wedges';
    const bad = lines.filter((one) => xSquares.includes(one.move) && best.score - one.score >= 8);
    if (bad.length && !xSquares.includes(best.move) && empties > 24) return 'xsquares';
    const owned = way && corners.some((name) => { const c = squareIndex(name, 8); return state.position[c] === own && (c % 8 === x || Math.floor(c / 8) === y); });
    if (owned && gain >= 2) return 'edges';
    const replies = (move) => Object.keys(playMove(state, move, 8, 8).legal).length;
    if (empties > 30 && gain >= 2 && lines.slice(1).every((one) => replies(one.move) > replies(best.move))) return 'mobility';
    if (empties <= 12 && best.exact && gain >= 4) {
        const regions = emptyRegions(state.position, 8, 8), mine = regions.find((one) => one.includes(best.move));
        if (mine.length % 2 === 1 && regions.some((one) => one.length % 2 === 0) && regions.length > 1) return 'parity';
    }
    return '';
}

/** Plays games until there are enough positions. */
async function findAll() {
    for (let number = 1; number < 400; number++) {
        for await (const state of gamePositions(number)) {
            const empties = 64 - state.black - state.white, moves = Object.keys(state.legal).length;
            if (EMPTIES.includes(empties) && moves >= 4 && puzzles.filter((one) => one.empties === empties).length < PUZZLES / EMPTIES.length) await puzzle(state, empties);
            if (empties > 46 || moves < 4 || !Object.values(lessons).some((one) => one.length < PER_LESSON)) continue;
            const { lines } = await ask('best', { position: state.position, lines: 64, level: 8, seconds: 3 }), kind = lessonOf(state, lines, empties);
            const isNew = kind && lessons[kind].length < PER_LESSON && !lessons[kind].some((one) => one.game === number);
            if (isNew) {
                lessons[kind].push({ position: state.position, best: lines[0].move, game: number });
                console.error(`lesson ${kind}: ${lessons[kind].length}`);
            }
        }
        if (puzzles.length >= PUZZLES && Object.values(lessons).every((one) => one.length >= PER_LESSON)) break;
    }
}

if (process.argv[2] === '--grade') {
    const old = JSON.parse(readFileSync(process.argv[3], 'utf8'));
    for (const one of old.puzzles) await add(one);
    Object.assign(lessons, old.lessons);
} else {
    await findAll();
}
puzzles.sort((a, b) => b.found.length - a.found.length || a.empties - b.empties);
for (const one of Object.values(lessons).flat()) delete one.game;
const line = (one) => `  ${JSON.stringify(one)}`;
console.log(`{"judges": ${JSON.stringify(judges)}, "puzzles": [\n${puzzles.map(line).join(',\n')}\n], "lessons": {\n${Object.entries(lessons).map(([name, all]) => `${JSON.stringify(name)}: [\n${all.map(line).join(',\n')}\n]`).join(',\n')}\n}}`);
