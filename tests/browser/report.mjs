// The report of a tournament (web/report/): what `bianca tournament --html` writes, in the browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { assertAccessible, withPage } from './lib.mjs';

/** Plays a tournament, opens its report, and gives `work` the page and the JSON inside. */
const withReport = (players, options, work) => withPage({ expectErrors: true }, async (page) => {
    const file = join(process.env.TMPDIR ?? '/tmp', 'report.html');
    execFileSync(process.env.BIANCA, ['tournament', ...players, '--html', file, ...options], { stdio: 'ignore' });
    const problems = [];
    const note = (error) => problems.push(String(error));
    page.on('pageerror', note);
    await page.goto(pathToFileURL(file).href);
    const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(file, 'utf8'))[1]);
    await work(page, data);
    page.off('pageerror', note);
    assert.deepEqual(problems, []);
});

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));

test('the report has a row for each player, a bar for each rating and a row for each game', () => withReport(['random', 'discs:depth=1', '<b>&"=mobility:depth=2'], ['--games', '6'], async (page, data) => {
    assert.equal(await page.locator('#table tbody tr').count(), 3);
    assert.equal(await page.locator('#ratings .bar').count(), 3);
    assert.equal(await page.locator('#discs figure').count(), 3);
    assert.equal(data.games.length, 18);
    assert.equal(await page.locator('#rows tr').count(), 18);
    assert.equal(await page.textContent('#endings'), 'Endings: played_out 18');
    assert.deepEqual((await texts(page, '#table tbody td:nth-child(2)')).sort(), ['<b>&"', 'discs:depth=1', 'random']);
    const points = (await texts(page, '#table tbody td:nth-child(n+8)')).filter((text) => text !== '-').map(Number);
    assert.equal(points.reduce((sum, one) => sum + one), 18);
    await page.selectOption('#filter', '0');
    assert.equal(await page.textContent('#shown'), '12 games');
    await assertAccessible(page, 'report');
}));

test('a game of the report is replayed to the result that the table tells', () => withReport(['random', 'random:seed=2'], ['--games', '12', '--board', '6x6'], async (page, data) => {
    for (const [index, game] of data.games.entries()) {
        await page.click(`#rows tr:nth-child(${index + 1})`);
        assert.ok((await page.textContent('#move')).startsWith(`move ${game.opening_moves} of `));
        await page.click('#last');
        const [black, white] = /Black (\d+), White (\d+)/.exec(await page.textContent('#count')).slice(1).map(Number);
        const empty = 36 - black - white;
        assert.equal(black - white + Math.sign(black - white) * empty, game.score);
        await page.keyboard.press('ArrowLeft');
        await page.click('#first');
        assert.equal(await page.textContent('#count'), 'Black 2, White 2');
    }
}));
