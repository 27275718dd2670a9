// The state of the page without a browser: rules, the tree and its reducers, SGF, addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, writeAddress } from '../../web/js/address.js';
import { explore, wayOf } from '../../web/js/explorer.js';
import { nextRung, tally } from '../../web/js/ladder.js';
import { canGiveOdds, withOdds } from '../../web/js/play_think.js';
import { gradeText } from '../../web/js/practice.js';
import { answered, dueCard, streak } from '../../web/js/puzzles.js';
import { canonical, emptyRegions, makeState, playMove, splitMoves, squareIndex, squareName, startPosition, symmetries } from '../../web/js/rules.js';
import { readSgf, SgfError, writeSgf } from '../../web/js/sgf.js';
import { createStore, entry, lineThrough, mainLine, movesText, reduce, treeAt } from '../../web/js/store.js';

const game = 'd3c5e6f3e3f7e7d2c3f5f6c2c4d6f4f2f8g3g4h5c7g5g6d7c1b5e1d1e2h6f1e8c6g8a4b8h4h3g2h2d8c8b7a5b6a8b4a3b3a2b2h1g1g7a7a6h7h8b1a1';

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed) {
    let state = seed;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
}

const begin = (board = '8x8') => ({ tree: treeAt(board, startPosition(...board.split('x').map(Number))), view: 'play', settings: {} });

/** A tree that somebody might have made: moves, variations, notes. */
function randomPage(seed, board = '8x8') {
    const random = randomFrom(seed);
    let page = begin(board);
    for (let i = 0; i < 80; i++) {
        const { state, id } = entry(page.tree, page.tree.current), moves = [...Object.keys(state.legal), ...(state.pass ? ['pass'] : [])];
        if (random(10) === 0 || moves.length === 0) page = reduce(page, { type: 'show', id: [...page.tree.entries.keys()][random(page.tree.entries.size)] });
        else page = reduce(page, { type: 'play', move: moves[random(moves.length)], isMain: random(12) === 0 });
        if (random(6) === 0) page = reduce(page, { type: 'comment', id, text: `a ] b \\ [${i}]\nä 石` });
        if (random(6) === 0) page = reduce(page, { type: 'sign', id, sign: ['!', '?', '!?', '??'][random(4)] });
        if (random(6) === 0) page = reduce(page, { type: 'mark', id, square: 'c3', shape: ['circle', 'cross'][random(2)] });
        if (random(8) === 0) page = reduce(page, { type: 'arrow', id, from: 'a1', to: 'd4' });
    }
    return page;
}

/** What of a tree is written down, without the numbers of its positions. */
function essence(tree, id = tree.root) {
    const { state, comment, sign, marks, arrows, children } = entry(tree, id);
    return { position: state.position, move: state.move, comment, sign, marks, arrows, children: children.map((one) => essence(tree, one)) };
}

function perft(state, width, height, depth) {
    if (depth === 0 || state.over) return 1;
    const moves = state.pass ? ['pass'] : Object.keys(state.legal);
    return moves.reduce((sum, move) => sum + perft(playMove(state, move, width, height), width, height, depth - 1), 0);
}

test('the rules in the page count the positions that the engine counts', () => {
    for (const [width, height, counts] of [[8, 8, [4, 12, 56, 244, 1396]], [6, 6, [4, 12, 56, 244, 1364]], [4, 4, [4, 12, 44, 128, 424, 1256]]]) {
        counts.forEach((count, i) => assert.equal(perft(makeState(startPosition(width, height), width, height), width, height, i + 1), count, `${width}x${height} ${i + 1}`));
    }
});

test('empty squares go to the winner', () => {
    assert.equal(makeState(`${'X'.repeat(10)}${'-'.repeat(54)} O`, 8, 8).score, 64);
    assert.equal(makeState('OOOOOOOOOOOOOOX- X', 4, 4).pass, true);
});

test('the game stays the main line when other moves are tried', () => {
    let page = begin();
    for (const move of ['f5', 'd6', 'c3']) page = reduce(page, { type: 'play', move, isMain: true });
    page = reduce(page, { type: 'show', id: mainLine(page.tree)[1].id });
    page = reduce(page, { type: 'play', move: 'f6' });
    assert.equal(movesText(mainLine(page.tree)), 'f5d6c3');
    assert.equal(movesText(lineThrough(page.tree, page.tree.current)), 'f5f6');
    page = reduce(page, { type: 'promote', id: page.tree.current });
    assert.equal(movesText(mainLine(page.tree)), 'f5f6');
    page = reduce(page, { type: 'remove', id: page.tree.current });
    assert.equal(movesText(mainLine(page.tree)), 'f5d6c3');
    assert.equal(entry(page.tree, page.tree.current).state.move, 'f5');
});

test('a move taken back and another one played is the game, and the old line is kept', () => {
    let page = begin();
    for (const move of ['f5', 'd6']) page = reduce(page, { type: 'play', move, isMain: true });
    page = reduce(page, { type: 'show', id: page.tree.root });
    page = reduce(page, { type: 'play', move: 'd3', isMain: true });
    assert.equal(movesText(mainLine(page.tree)), 'd3');
    assert.equal(entry(page.tree, page.tree.root).children.length, 2);
});

test('reducers change nothing that was there before, whatever is done', () => {
    for (let seed = 1; seed <= 20; seed++) {
        const page = randomPage(seed), before = JSON.stringify([...page.tree.entries]), random = randomFrom(seed + 100);
        for (const type of ['promote', 'main', 'remove', 'unmark', 'show', 'comment', 'sign', 'score', 'verdict']) {
            const id = [...page.tree.entries.keys()][random(page.tree.entries.size)];
            const after = reduce(page, { type, id, text: 'x', sign: '!', score: 3, exact: false, verdict: null });
            for (const one of after.tree.entries.values()) {
                if (one.parent !== null) assert.ok(entry(after.tree, one.parent).children.includes(one.id), `${type}: a child that its parent does not know`);
                for (const child of one.children) assert.equal(entry(after.tree, child).parent, one.id);
            }
            assert.ok(after.tree.entries.has(after.tree.current), type);
        }
        assert.equal(JSON.stringify([...page.tree.entries]), before);
    }
});

test('a tree written as SGF is the same tree when it is read again', () => {
    for (const board of ['8x8', '6x6', '9x7', '4x16']) {
        for (let seed = 1; seed <= 12; seed++) {
            const { tree } = randomPage(seed, board);
            assert.deepEqual(essence(readSgf(writeSgf(tree))), essence(tree), `${board} ${seed}`);
        }
    }
});

test('SGF of other programs is read, and what is wrong is said with its place', () => {
    const tree = readSgf('(;GM[2]SZ[8]PB[Anna];B[fe]C[hello];W[df](;B[cc])(;B[cd]))');
    assert.equal(movesText(mainLine(tree)), 'f5d6c3');
    assert.equal(tree.entries.size, 5);
    assert.throws(() => readSgf('(;GM[2];B[f5]\n;W[f5])'), (error) => error instanceof SgfError && error.line === 2);
    assert.throws(() => readSgf('(;GM[2];B[f5'), SgfError);
    assert.throws(() => readSgf('(;GM[2]SZ[19];B[f5])'), SgfError);
});

test('an address leads back to the same game, position and view', () => {
    for (const board of ['8x8', '6x6', '10x6']) {
        for (let seed = 1; seed <= 20; seed++) {
            const { tree } = randomPage(seed, board), text = writeAddress(tree, 'analyse'), read = readAddress(`#${text}`);
            assert.equal(read.view, 'analyse');
            assert.equal(entry(read.tree, read.tree.current).state.position, entry(tree, tree.current).state.position, text);
            assert.equal(movesText(mainLine(read.tree)), movesText(mainLine(tree)));
            assert.equal(writeAddress(read.tree, 'analyse'), text);
        }
    }
    assert.equal(readAddress('#v=play'), null);
    assert.throws(() => readAddress('#b=8x8&m=a1a1'));
    assert.throws(() => readAddress('#b=3x3'));
    assert.throws(() => readAddress('#b=8x8&s=XO'));
});

test('who listens hears of changes only', () => {
    const store = createStore(begin());
    let heard = 0;
    const end = store.subscribe(() => heard++);
    store.dispatch({ type: 'play', move: 'f5' });
    store.dispatch({ type: 'play', move: 'a1' }); // no such move
    store.dispatch({ type: 'show', id: 999 });
    assert.equal(heard, 1);
    end();
    store.dispatch({ type: 'show', id: 0 });
    assert.equal(heard, 1);
});

test('regions of empty squares and turned boards are recognized', () => {
    const { tree } = begin(), { position } = entry(tree, tree.root).state;
    assert.equal(emptyRegions(position, 8, 8).length, 1);
    assert.deepEqual(emptyRegions(`-${'X'.repeat(62)}- O`, 8, 8), [['a1'], ['h8']]);
    const all = ['f5', 'd3', 'c4', 'e6'].map((move) => canonical(playMove(makeState(position, 8, 8), move, 8, 8).position, 8, 8));
    assert.equal(new Set(all).size, 1);
});

test('a whole game is replayed to its result', () => {
    const { tree } = readAddress(`#b=8x8&m=${game}`);
    assert.equal(mainLine(tree).filter(({ state }) => state.move && state.move !== 'pass').length, game.length / 2);
    assert.equal(mainLine(tree).at(-1).state.over, true);
});

test('mirror images of a game are the same game to the explorer', () => {
    const moves = splitMoves(game), name = wayOf(moves, '8x8').name;
    let same = 0;
    for (const way of symmetries(8, 8)) {
        const turned = moves.map((one) => squareName(way(squareIndex(one, 8)), 8));
        const isLegal = (() => { try { return readAddress(`#b=8x8&m=${turned.join('')}`); } catch { return null; } })();
        if (!isLegal) continue;
        same++;
        assert.equal(wayOf(turned, '8x8').name, name);
    }
    assert.equal(same, 4);
    const games = [{ board: '8x8', name, score: 4 }, { board: '8x8', name: `${name.slice(0, 4)}a1`, score: -2 }, { board: '6x6', name, score: 0 }];
    const found = explore(games, '8x8', name.slice(0, 2));
    assert.deepEqual([...found], [[name.slice(2, 4), { count: 2, black: 1, white: 1, draws: 0 }]]);
});

test('what is found comes back later, what is missed comes back soon', () => {
    const card = { id: 'a', board: '8x8', position: '', best: ['a1'], due: 0, box: 0, kind: 'puzzle' }, day = 86400000;
    let one = card, pause = 0;
    for (let i = 0; i < 10; i++) {
        one = answered(one, true, 0);
        assert.ok(one.due >= pause);
        pause = one.due;
    }
    assert.equal(pause, 90 * day);
    assert.equal(answered(one, false, 0).box, 0);
    assert.ok(answered(one, false, 0).due < day);
    assert.equal(card.box, 0);
    assert.equal(dueCard([{ ...card, id: 'later', due: 9 }, { ...card, id: 'b', due: 3 }], 5)?.id, 'b');
    assert.equal(dueCard([one], 5), null);
});

test('a day off does not end a streak, two do', () => {
    assert.equal(streak([10, 9, 7], 10), 3);
    assert.equal(streak([9, 8], 10), 2);
    assert.equal(streak([10, 7], 10), 1);
    assert.equal(streak([], 10), 0);
});

test('the ladder counts games against one program on its board, without odds, and the next is the weakest not beaten', () => {
    const kept = (black, white, score, board = '8x8', odds = 0) => ({ black, white, score, board, odds });
    const results = tally([kept('human', 'random', 10), kept('random', 'human', 4), kept('human', 'human', 2), kept('human', 'x', null), kept('human', 'y', 10, '8x8', 4), kept('human', 'z', 10, '6x6')], '8x8');
    assert.deepEqual([...results], [['random', { won: 1, played: 2 }]]);
    assert.equal(nextRung(results, ['random', 'beginner:1', 'x']), 'beginner:1');
    assert.deepEqual([...tally([kept('human', 'z', 10, '6x6')], '6x6').keys()], ['z']);
});

test('odds cost what they may and no more, until the game is even', () => {
    const line = (move, score) => ({ move, score });
    const lines = [line('a1', 20), line('b1', 17), line('c1', 13), line('d1', 11), line('e1', -4)];
    assert.equal(withOdds(lines, 2).move, 'a1');
    assert.equal(withOdds(lines, 4).move, 'b1');
    assert.equal(withOdds(lines, 8).move, 'c1');
    assert.equal(withOdds(lines, 64).move, 'e1');
    assert.equal(withOdds([line('a1', -6), line('b1', -9)], 8).move, 'a1'); // who is behind gives nothing
    for (const [player, can] of [['engine', true], ['engine:level=5', true], ['engine:level=2', false], ['beginner:5', false], ['kukreja', false], ['random', false]]) assert.equal(canGiveOdds(player), can, player);
});

test('the grade of a puzzle names the programs, the strongest first', () => {
    const judges = ['discs', 'kukreja', 'engine:level=1', 'engine:level=6'];
    const grade = (found) => gradeText({ judges, puzzles: [{ position: 'p', best: 'a1', found }], lessons: {} }, 'p');
    assert.equal(grade([0, 1, 2, 3]), 'All 4 programs find it.');
    assert.equal(grade([1, 2, 3]), '3 of 4 programs find it, but not discs.');
    assert.equal(grade([1, 3]), '2 of 4 programs find it: Bianca · Level 6, kukreja.');
    assert.equal(grade([]), 'None of 4 programs finds it, not even Bianca · Level 6.');
    assert.equal(gradeText({ judges, puzzles: [], lessons: {} }, 'p'), '');
});
