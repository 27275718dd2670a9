// Fingers instead of a mouse: whole ways through the page by tapping alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardText, game, legalSquares, moveCount, phone, square, until, withPage } from './lib.mjs';

const withTouch = (options, work) => withPage({ viewport: phone, hasTouch: true, isMobile: true, ...options }, async (page) => {
    assert.equal(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), true);
    await work(page);
});

test('a finger plays: moves, undo, another view', () => withTouch({ settings: { black: 'human', white: 'human' } }, async (page) => {
    await square(page, 'f5').tap();
    await until(async () => (await moveCount(page)) === 1, 'the first move');
    await square(page, (await legalSquares(page))[0]).tap();
    await until(async () => (await moveCount(page)) === 2, 'the second move');
    await page.tap('#undo');
    assert.equal((await boardText(page)).replaceAll('-', '').length, 5);
    await page.tap('.tabs [data-view=learn]');
    await page.waitForSelector('#start-puzzles');
}));

test('a finger goes through lines, variations and the explorer', () => withTouch({ fragment: '#b=8x8&m=f5d6c3d3c4&p=1&v=analyse', settings: { engineOn: false } }, async (page) => {
    await square(page, 'f4').tap();
    await until(async () => (await page.locator('.moves .variation button').count()) === 1, 'a variation');
    await page.tap('#move-1');
    await page.tap('#explorer summary');
    await page.tap('#explore-f6');
    await until(async () => (await page.locator('.moves .variation button').count()) === 2, 'the move of the explorer');
    await page.locator('.moves .variation button').first().tap();
    await page.tap('#notes summary');
    await page.tap('#sign-1');
    await until(async () => /!/.test(await page.textContent('.moves .variation')), 'the sign');
    // The graph is dragged with a finger, and does not scroll the page.
    assert.equal(await page.$eval('.graph', (one) => getComputedStyle(one).touchAction), 'none');
    const { width } = await page.locator('.graph').boundingBox();
    await page.locator('.graph').tap({ position: { x: width - 12, y: 40 } });
    assert.equal(await page.getAttribute('.graph', 'aria-valuenow'), '5');
}));

test('a finger opens the search tree and sees the positions of its nodes', () => withTouch({ fragment: `#b=8x8&m=${game}&p=24&v=learn`, settings: { learn: 'tree' } }, async (page) => {
    await page.waitForSelector('.tree .is-cut');
    const before = await boardText(page);
    await page.locator('.tree ul ul .node').last().tap();
    await until(async () => (await boardText(page)) !== before, 'the position of the node');
    await page.locator('.tree .is-cut').first().tap();
    assert.match(await page.textContent('.why'), /cut off/);
}));

test('a finger solves a puzzle', () => withTouch({ fragment: '#b=8x8&v=learn' }, async (page) => {
    const { puzzles } = await page.evaluate(async () => (await fetch('/puzzles.json')).json());
    await page.tap('#start-puzzles');
    await page.waitForSelector('.task');
    await square(page, puzzles[0].best).tap();
    await page.waitForSelector('.status.right');
    await page.tap('#next-puzzle');
    await until(async () => (await boardText(page)) === puzzles[1].position.slice(0, 64), 'the next one');
}));
