// Play: whole games by clicking, takeback, hints, programs to watch, the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTests, boardText, counts, moveCount, newGame, playOn, server, square, startServer, until, withPage } from './lib.mjs';

for (const board of allTests ? ['8x8', '6x6', '9x7', '5x5'] : ['4x5']) {
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

test('undo while the engine thinks stops it', async () => {
    const own = await startServer();
    try {
        await withPage({ url: own.url, settings: { white: 'engine' } }, async (page) => {
            // The server stops as soon as it is asked for a move: however slow the test is, it still thinks.
            const stopped = page.waitForRequest(/\/move$/).then(() => own.child.kill('SIGSTOP'));
            await square(page, 'd3').click();
            await stopped;
            await page.waitForSelector('.thinking');
            const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/move'));
            await page.click('#undo');
            await ended;
            assert.equal(await page.textContent('.status'), 'Your move');
            assert.equal((await boardText(page)).replaceAll('-', '').length, 4);
            own.child.kill('SIGCONT');
        });
    } finally {
        own.child.kill('SIGCONT');
        await own.stop();
    }
});

test('a hint points at a legal square and says it', () => withPage({}, async (page) => {
    await page.click('#hint');
    await page.waitForSelector('.square.is-hint.is-legal');
    assert.match(await page.getAttribute('.square.is-hint', 'aria-label'), /, hint/i);
    assert.match(await page.textContent('.status + p'), /Try [a-h][1-8]/);
}));

test('a pass is announced and made by itself', () => withPage({ fragment: '#b=4x4&s=OOOOOOOOOOOOOOX-_X', settings: { black: 'human', white: 'human' } }, async (page) => {
    await until(async () => (await page.textContent('#announce')).includes('Black passes'), 'the pass announced');
    await square(page, 'd4').click();
    await page.waitForSelector('#review-game');
}));

test('two programs play, faster and slower, and can be paused', () => withPage({}, async (page) => {
    await newGame(page, { board: '4x4', black: 'random', white: 'positional' });
    await until(async () => (await moveCount(page)) >= 2, 'moves');
    await page.click('#pause');
    await until(async () => (await page.textContent('.status')) === 'Paused', 'the pause');
    await page.selectOption('select[name=speed]', '0');
    const at = await moveCount(page);
    await page.waitForTimeout(300); // at this speed, time for many moves
    assert.equal(await moveCount(page), at);
    await page.click('#pause');
    await page.waitForSelector('#review-game');
    assert.equal(await page.locator('#pause').count(), 0, 'nothing is left to be paused');
}));

test('the opponent can be changed in the middle of a game', () => withPage({ settings: { white: 'engine' } }, async (page) => {
    await square(page, 'd3').click();
    await page.waitForSelector('.thinking');
    await page.selectOption('select[name=opponent]', 'beginner:1');
    await until(async () => (await moveCount(page)) === 2, 'the answer of the other one');
    assert.match(await page.textContent('.side[data-side=white]'), /Bianca\s*First game/);
}));

test('sides can be swapped, and a classic program is explained', () => withPage({}, async (page) => {
    await page.click('#new-game');
    await page.selectOption('select[name=white]', 'miniproject3');
    assert.match(await page.textContent('dialog'), /miniproject3: A table of squares/);
    await page.click('#swap');
    assert.equal(await page.inputValue('select[name=black]'), 'miniproject3');
    assert.equal(await page.inputValue('select[name=white]'), 'human');
    await page.click('#start-game');
    await until(async () => (await moveCount(page)) === 1, 'the first move of the program');
    assert.match(await page.textContent('.status + p'), /You play White/);
}));

test('every player plays, on its board and on another size', () => withPage({ settings: { pause: 0 } }, async (page) => {
    await page.click('#new-game');
    const players = await page.$$eval('select[name=black] option', (all) => all.map((one) => one.value).filter((one) => one !== 'human'));
    await page.keyboard.press('Escape');
    const { classics } = await (await page.request.get(`${server.url}api/v1/players`)).json();
    assert.equal(players.length, classics.length + 15);
    for (const player of players) {
        const classic = classics.find(({ name }) => name === player);
        const answer = await page.request.post(`${server.url}api/v1/move`, { data: { ...start(classic?.home_only ? classic.boards.split(',')[0] : '7x5'), player, seconds: 0.05 } });
        assert.equal(answer.status(), 200, `${player}: ${await answer.text()}`);
        assert.match((await answer.json()).move, /^[a-j]\d$/);
    }
}));

/** The usual start of a board, as text. */
function start(board) {
    const [width, height] = board.split('x').map(Number), squares = Array(width * height).fill('-'), at = ((height >> 1) - 1) * width + (width >> 1) - 1;
    squares[at] = squares[at + width + 1] = 'O';
    squares[at + 1] = squares[at + width] = 'X';
    return { board, position: `${squares.join('')} X` };
}

test('the rules are there for whoever asks', () => withPage({}, async (page) => {
    assert.equal(await page.locator('.rules li').first().isVisible(), false);
    await page.click('.rules summary');
    assert.equal(await page.locator('.rules li').count(), 4);
    assert.equal(await page.locator('.rules li').first().isVisible(), true);
}));

test('a clock runs down and ends the game', () => withPage({ settings: { black: 'human', white: 'human', clock: '0.02+0' } }, async (page) => {
    await square(page, 'd3').click();
    assert.match(await page.textContent('.side[data-side=black] .note'), /0:0[12]/);
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
