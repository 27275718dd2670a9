// Games from elsewhere: files of many games, boards that the moves tell, and what is said of the rest.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { isText, splitGames } from '../../web/js/split.js';
import { boardText, moveCount, until, withPage } from './lib.mjs';

const quiet = { engineOn: false };
const folder = mkdtempSync(`${tmpdir()}/bianca-`);

/** A file to choose. */
function file(name, content) {
    writeFileSync(`${folder}/${name}`, content);
    return `${folder}/${name}`;
}

async function choose(page, path) {
    await page.click('#import');
    await page.setInputFiles('input[name=file]', path);
}

const problem = (page, pattern, what) => until(async () => pattern.test(await page.textContent('dialog [role=alert]')), what);

/** Drops files on the page. */
const drop = (page, files) => page.evaluate((all) => {
    const data = new DataTransfer();
    for (const [name, text] of all) data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, files);

test('files of games are split as their formats are written', () => {
    const pgn = readFileSync('tests/data/games.pgn', 'utf8');
    assert.deepEqual(splitGames(pgn).map((one) => /Black "(\w+)"/.exec(one)[1]), ['Ann', 'Bob']);
    assert.equal(splitGames(pgn.replaceAll('\n', '\r\n')).length, 2);
    assert.equal(splitGames('[Event "x"]\n\n1. f5 {a comment\n\n[Event "no game"]\n} d6 *').length, 1);
    assert.equal(splitGames('1. f5 d6\n1. f5 f6\n').length, 2);
    assert.equal(splitGames('[Event "x"]\n[Black "a"]\n1. f5 d6\n2. c3 d3\n\n[Event "y"]\n1. f5').length, 2);
    assert.equal(splitGames('(;GM[2];B[f5])\n(;GM[2];B[d3])').length, 2);
    assert.equal(splitGames('(;GM[2](;B[f5])(;B[d3]))').length, 1);
    assert.equal(splitGames('[{"position":{"moves":[{"m":"f5"}]}},{"position":{"moves":[]}}]').length, 2);
    assert.equal(splitGames('{"a":1}\n{"a":2}').length, 2);
    assert.equal(splitGames('f5d6c3d3\nf5f6e6f4\n').length, 2);
    assert.equal(splitGames(readFileSync('tests/data/ffo-40-49.obf', 'utf8')).length, 10);
    assert.deepEqual(splitGames('1. f5 d6 2. c3'), ['1. f5 d6 2. c3']);
    assert.equal(splitGames(`--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX`).length, 1);
    assert.ok(isText('f5d6 é 虎') && !isText('PK\u0003\u0004\0\0') && !isText('\ufffd\ufffd\ufffdabc'));
});

test('both games of a PGN file open, whatever board is shown', () => withPage({ fragment: '#b=4x4&v=analyse', settings: quiet }, async (page) => {
    await choose(page, 'tests/data/games.pgn');
    await until(async () => (await page.locator('.game').count()) === 2, 'both games');
    assert.match(await page.textContent('#notice'), /2 games/);
    assert.match(await page.textContent('.game-rows'), /Ann.*Bob/s);
    await page.click('[data-view=analyse]');
    await choose(page, file('one.pgn', '[Black "Ann"]\n\n1. f5 d6 2. c3 d3 *'));
    await until(async () => (await boardText(page)).length === 64 && (await moveCount(page)) === 4, 'the board of the game');
}));

test('a file larger than a request is read game by game; what is too large or wrong is said', () => withPage({ fragment: '#b=8x8&v=analyse', settings: quiet, expectErrors: true }, async (page) => {
    const games = Array.from({ length: 30 }, (_, i) => `[Event "${i}"]\n\n1. f5 {${'words '.repeat(400)}} d6 2. c3 ${i === 3 ? 'a1' : 'd3'} *\n`);
    assert.ok(games.join('\n').length > 1 << 16);
    await choose(page, file('many.pgn', games.join('\n')));
    await until(async () => /29 games.*1 could not be read.*game 4: .*move 4: a1 turns nothing/s.test(await page.textContent('#notice')), 'the games');
    await until(async () => /29 of 29 games/.test(await page.textContent('.games')), 'the list');
    await page.click('[data-view=analyse]');
    await choose(page, file('long.pgn', `[Event "${'x'.repeat(70000)}"]\n\n1. f5 *`));
    await problem(page, /long\.pgn.*64 KB/, 'what is too large');
}));

test('what is no text or no game is said in the reader’s language, with its place', () => withPage({ fragment: '#b=8x8&v=analyse', settings: { ...quiet, language: 'fr' }, expectErrors: true }, async (page) => {
    await page.click('#import');
    const help = await page.textContent('dialog');
    for (const word of ['PGN', 'Othello Quest', 'SGF', 'GGF', 'OBF']) assert.ok(help.includes(word), word);
    assert.match(help, /déposé/);
    await page.setInputFiles('input[name=file]', file('x.bin', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 255, 254])));
    await problem(page, /x\.bin n’est pas du texte/, 'that it is no text');
    await page.fill('textarea[name=text]', 'f5d6a1');
    await page.click('#do-import');
    await problem(page, /^Impossible à lire.*coup 3.*a1 ne retourne rien/, 'the illegal move');
    await page.fill('textarea[name=text]', 'hello');
    await page.click('#do-import');
    await problem(page, /^Impossible à lire/, 'a reason of the server');
    // SGF: the place is that of the wrong move, not the one after it.
    await page.fill('textarea[name=text]', '(;GM[2]\n;B[f5];W[a1];B[c3])');
    await page.click('#do-import');
    await problem(page, /ligne 2, colonne 10, .*a1\]/, 'the place');
    assert.equal(await page.$eval('textarea[name=text]', (text) => text.value.slice(text.selectionStart, text.selectionStart + 2)), 'a1');
    await page.fill('textarea[name=text]', '(;GM[2];B[f5];W[z9])');
    await page.click('#do-import');
    await problem(page, /z9/, 'a square that is none');
    await page.fill('textarea[name=text]', 'O'.repeat(64) + 'X; f5:zz');
    await page.click('#do-import');
    await problem(page, /ligne 1, colonne 68, .*f5/, 'the place in a line');
}));

test('files can be dropped, one or several', () => withPage({ fragment: '#b=8x8&v=analyse', settings: quiet, expectErrors: true }, async (page) => {
    await drop(page, [['game.txt', 'f5d6c3']]);
    await until(async () => (await moveCount(page)) === 3, 'the dropped game');
    await drop(page, [['bad.txt', 'f5d6a1']]);
    await until(async () => /bad\.txt.*move 3/.test(await page.textContent('#notice')), 'the reason');
    await drop(page, [['a.txt', 'f5d6c3d3'], ['b.pgn', readFileSync('tests/data/games.pgn', 'utf8')]]);
    await until(async () => /3 games/.test(await page.textContent('#notice')), 'the games of both files');
    await until(async () => (await page.locator('.game').count()) === 4, 'the list');
}));
