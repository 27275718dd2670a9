// Perfect play on small boards: what it leads to, and what a move has cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveCount, square, until, withPage } from './lib.mjs';

const said = (page, pattern, what) => until(async () => pattern.test(await page.textContent('.perfect:not([hidden])').catch(() => '')), what);

test('a small board says what perfect play leads to, and whether a move keeps it', () => withPage({ settings: { board: '6x6', black: 'human', white: 'human' } }, async (page) => {
    await said(page, /^Perfect play: White wins 20–16$/, 'the result of the start');
    await square(page, 'e4').click();
    await said(page, /White wins 20–16.*e4: the result still stands/, 'a move that keeps it');
    await square(page, 'e3').click();
    await said(page, /White wins 19–17.*e3 cost 2 discs; c5 kept the result/, 'a move that does not');
    // Analyse says it of any move, and follows the position shown.
    await page.click('[data-view=analyse]');
    await said(page, /White wins 19–17.*e3 cost 2/, 'the same in Analyse');
    await page.click('#back');
    await said(page, /White wins 20–16.*e4: the result/, 'the position before');
    await page.selectOption('select[name=language]', 'fr');
    await said(page, /Blanc gagne 20–16/, 'the same in French');
}));

test('the answer of a program does not hide what a person’s move has cost', () => withPage({ settings: { board: '6x6', black: 'human', white: 'engine:level=2' }, fragment: '#b=6x6&m=e4c5' }, async (page) => {
    await square(page, 'b3').click();
    await until(async () => (await moveCount(page)) === 4, 'the answer');
    await said(page, /b3 cost 2 discs; b4 kept the result/, 'the cost of the own move');
}));

test('a large board says nothing of perfect play, and asks for nothing', () => withPage({ settings: { black: 'human', white: 'human' } }, async (page) => {
    let asked = 0;
    page.on('request', (request) => { if (request.url().endsWith('/perfect')) asked++; });
    await square(page, 'f5').click();
    await until(async () => (await moveCount(page)) === 1, 'a move');
    await page.click('[data-view=analyse]');
    await page.waitForSelector('.value');
    assert.equal(await page.locator('.perfect:not([hidden])').count(), 0);
    assert.equal(asked, 0);
}));
