// Two pages at once, and a server that dies and comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardText, game, legalSquares, moveCount, square, startServer, until, withPage } from './lib.mjs';

test('two pages search side by side', () => withPage({ fragment: `#b=8x8&m=${game}&p=20&v=analyse` }, async (page, profile) => {
    const other = await profile.newPage();
    await other.goto(`${page.url().split('#')[0]}#b=6x6&m=d5&v=analyse`);
    await other.waitForSelector('html[data-ready]');
    const depth = async (one) => Number(/Depth (\d+)/.exec(await one.textContent('.facts'))?.[1] ?? 0);
    await until(async () => (await depth(page)) >= 8 && (await depth(other)) >= 8, 'both searches');
    assert.equal((await boardText(page)).length, 64);
    assert.equal((await boardText(other)).length, 36);
}));

test('the server is killed and comes back: a message, and the game goes on', async () => {
    let own = await startServer();
    const { port } = own;
    try {
        await withPage({ url: own.url, settings: { black: 'human', white: 'human' }, expectErrors: true }, async (page) => {
            await square(page, 'd3').click();
            await until(async () => (await moveCount(page)) === 1, 'the first move');
            await own.stop('SIGKILL');
            // Two people need no server; who asks for a hint is told.
            await square(page, (await legalSquares(page))[0]).click();
            await until(async () => (await moveCount(page)) === 2, 'a move without a server');
            await page.click('#hint');
            await page.waitForSelector('#notice:not([hidden])');
            assert.match(await page.textContent('#notice'), /not answering.*kept/);
            own = await startServer(port);
            await page.waitForSelector('#notice', { state: 'hidden' });
            await square(page, (await legalSquares(page))[0]).click();
            await until(async () => (await moveCount(page)) === 3, 'the next move');
        });
    } finally {
        await own.stop();
    }
});

test('the engine plays on after the server was away', async () => {
    let own = await startServer();
    const { port } = own;
    try {
        await withPage({ url: own.url, settings: { black: 'human', white: 'engine', clock: '0.5+0' }, expectErrors: true }, async (page) => {
            const killed = page.waitForRequest(/\/move$/).then(() => own.stop('SIGKILL'));
            await square(page, 'd3').click();
            await killed;
            await page.waitForSelector('#notice:not([hidden])');
            own = await startServer(port);
            await until(async () => (await moveCount(page)) === 2, 'the engine’s move');
        });
    } finally {
        await own.stop();
    }
});

test('a broken link starts a new game and says why', () => withPage({ fragment: '#b=8x8&m=a1a1', expectErrors: true }, async (page) => {
    await page.waitForSelector('#notice:not([hidden])');
    assert.equal((await boardText(page)).replaceAll('-', '').length, 4);
}));
