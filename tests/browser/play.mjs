// Play: whole games by clicking, takeback, hints, programs to watch, the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardText, counts, moveCount, newGame, playOn, square, until, withPage } from './lib.mjs';

for (const board of ['8x8', '6x6', '9x7', '5x5']) {
    test(`a whole game by clicking on ${board}`, () => withPage({}, async (page) => {
        await newGame(page, { board });
        await playOn(page);
        const [black, white] = await counts(page), text = await boardText(page);
        assert.equal([...text].filter((one) => one === 'X').length, black);
        assert.equal([...text].filter((one) => one === 'O').length, white);
        const [width, height] = board.split('x').map(Number);
        assert.equal(text.length, width * height);
        assert.match(await page.textContent('.status + p'), new RegExp(`${Math.max(black, white)} to ${Math.min(black, white)}`));
    }));
}

test('a whole game against Bianca, and both colours have moved', () => withPage({ settings: { board: '4x4', white: 'beginner:1' } }, async (page) => {
    await playOn(page);
    assert.ok((await moveCount(page)) >= 4);
    assert.ok(await page.locator('.moves .by-white').count());
    assert.match(await page.textContent('.status'), /win|lose|over/);
    await page.click('#review-game');
    await page.waitForSelector('#save-review');
}));

test('undo takes back to the last choice, redo goes forward again', () => withPage({ settings: { white: 'beginner:1' } }, async (page) => {
    const start = await boardText(page);
    await square(page, 'd3').click();
    await until(async () => (await moveCount(page)) === 2, 'the answer');
    const after = await boardText(page);
    await page.click('#undo');
    assert.equal(await boardText(page), start);
    assert.equal(await moveCount(page), 2);
    await page.click('#redo');
    assert.equal(await boardText(page), after);
    await page.click('#undo');
    await square(page, 'c4').click();
    await until(async () => (await page.locator('.moves .variation').count()) === 1, 'the old line kept as a variation');
}));

test('undo while the engine thinks stops it', () => withPage({ settings: { white: 'engine' } }, async (page) => {
    await square(page, 'd3').click();
    await page.waitForSelector('.thinking');
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/move'));
    await page.click('#undo');
    await ended;
    await until(async () => (await page.textContent('.status')) === 'Your move', 'my move again');
    assert.equal((await boardText(page)).replaceAll('-', '').length, 4);
}));

test('a hint points at a legal square and says it', () => withPage({}, async (page) => {
    await page.click('#hint');
    await page.waitForSelector('.square.is-hint.is-legal');
    assert.match(await page.getAttribute('.square.is-hint', 'aria-label'), /, hint/i);
    assert.match(await page.textContent('.status + p'), /Try [a-h][1-8]/);
}));

test('a pass is announced and made by itself', () => withPage({ fragment: '#b=4x4&s=OOOOOOOOOOOOOOX-_X' }, async (page) => {
    await newGameFromHere(page);
    await until(async () => (await page.textContent('#announce')).includes('Black passes'), 'the pass announced');
    await square(page, 'd4').click();
    await page.waitForSelector('#review-game');
}));

/** Both sides by hand, at the position shown. */
async function newGameFromHere(page) {
    await page.evaluate(() => localStorage.setItem('bianca.settings', JSON.stringify({ black: 'human', white: 'human' })));
    await page.reload();
    await page.waitForSelector('html[data-ready]');
}

test('two programs play, faster and slower, and can be paused', () => withPage({ settings: { pause: 150 } }, async (page) => {
    await newGame(page, { board: '6x6', black: 'random', white: 'e03-myjudge' });
    await until(async () => (await moveCount(page)) >= 2, 'moves');
    await page.click('#pause');
    await until(async () => (await page.textContent('.status')) === 'Paused', 'the pause');
    await page.selectOption('select[name=speed]', '0');
    const at = await moveCount(page);
    await page.waitForTimeout(300); // at this speed, time for many moves
    assert.equal(await moveCount(page), at);
    await page.click('#pause');
    await page.waitForSelector('#review-game');
}));

test('a clock runs down and ends the game', () => withPage({ settings: { black: 'human', white: 'human', clock: '0.02+0' } }, async (page) => {
    await square(page, 'd3').click();
    await until(async () => /run out of time/.test(await page.textContent('.status')), 'the flag');
    assert.equal(await page.locator('.board.is-active').count(), 0);
}));

test('an impossible board is refused in the dialog, and nothing is lost', () => withPage({ expectErrors: true }, async (page) => {
    await square(page, 'd3').click();
    await page.click('#new-game');
    await page.selectOption('select[name=board]', 'free');
    await page.fill('input[name=size]', '20x20');
    await page.click('#start-game');
    await until(async () => /board/.test(await page.textContent('dialog [role=alert]')), 'the reason');
    await page.selectOption('select[name=board]', '8x8');
    await page.selectOption('select[name=white]', 'e03-myjudge');
    await page.click('#start-game');
    await until(async () => /6x6 only/.test(await page.textContent('dialog [role=alert]')), 'the reason');
    await page.keyboard.press('Escape');
    assert.ok((await moveCount(page)) >= 1);
}));
