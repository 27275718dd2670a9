// A tournament while it is played: `bianca tournament --serve`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, boardText, startServer, until, withPage } from './lib.mjs';

/** Starts a tournament on a page of its own. */
const startTournament = (...words) => startServer(0, words, 'tournament');

test('a running tournament shows boards, standings, ratings and games as they come', async () => {
    const own = await startTournament('fast=random', 'baseline2', 'slow=engine', '--games', '20', '--time', '0.08', '--serve');
    try {
        await withPage({ url: own.url, expectErrors: true }, async (page) => {
            await page.waitForSelector('.tabs [data-view=live][aria-current]');
            // The board moves on by itself.
            const discs = () => page.$$eval('.live-game .mini circle', (all) => all.length);
            await page.waitForSelector('.live-game .mini');
            const before = await discs();
            await until(async () => (await discs()) !== before, 'a move on a board');
            // A game ends: a result, the table, the curve.
            await page.waitForSelector('#result-1');
            assert.equal(await page.locator('.cross tbody tr').count(), 3);
            const done = await page.$eval('progress', (bar) => bar.value);
            await until(async () => (await page.$eval('progress', (bar) => bar.value)) > done, 'the next result');
            assert.equal(await page.locator('.rating-graph .rating-name').count(), 3);
            const games = await page.$$eval('.cross tbody td:nth-child(5)', (all) => all.map((one) => Number(one.textContent)).reduce((a, b) => a + b));
            assert.ok(games >= 4, `${games} games of all players`);
            await assertAccessible(page, 'live');
            // A game opens on the large board, with its players' names, and Back returns.
            await page.locator('.live-result').last().click();
            await page.waitForSelector('.tabs [data-view=analyse][aria-current]');
            assert.match(await page.textContent('#score'), /fast|baseline2|slow/);
            assert.ok((await boardText(page)).replaceAll('-', '').length > 20);
            await page.goBack();
            await page.waitForSelector('.live-game');
        });
    } finally {
        const begin = Date.now();
        await own.stop('SIGINT');
        assert.ok(Date.now() - begin < 5000, 'it ends at once');
    }
});

test('the page stays when all games are played, and says so', async () => {
    const own = await startTournament('random', 'discs:depth=1', '--games', '4', '--board', '6x6', '--serve');
    try {
        await withPage({ url: own.url, expectErrors: true }, async (page) => {
            await until(async () => /4 of 4 games · Finished/.test(await page.textContent('.live-head')), 'the end');
            assert.equal(await page.locator('.live-result').count(), 4);
            assert.equal(await page.$eval('.live-results', (list) => list.scrollHeight > list.clientHeight), false);
            assert.match(await page.textContent('.live-head'), /random – discs:depth=1.*6x6/s);
        });
    } finally {
        await own.stop('SIGINT');
    }
    assert.equal(own.child.exitCode, 0);
});

test('a server without a tournament has no such tab', () => withPage({ fragment: '#b=8x8&v=live' }, async (page) => {
    await page.waitForSelector('.tabs [data-view=play][aria-current]');
    assert.ok(await page.locator('.tabs [data-view=live]').isHidden());
}));
