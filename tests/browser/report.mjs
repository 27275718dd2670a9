// The report of a tournament or match (web/report/): what `bianca tournament --html` and `bianca match --html` write, in the browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertAccessible, phone, server, until, withPage, withReport } from './lib.mjs';

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));

test('the report has a row for each player, a bar for each rating and a row for each game', () => withReport(['random', 'discs:depth=1', '<b>&" a name that is longer than any column of a phone=mobility:depth=2'], ['--games', '6'], async (page, data) => {
    assert.equal(await page.locator('#table tbody tr').count(), 3);
    assert.equal(await page.locator('#ratings .bar').count(), 3);
    assert.equal(await page.locator('#discs figure').count(), 3);
    assert.equal(data.games.length, 18);
    assert.equal(await page.locator('#rows tr').count(), 18);
    assert.equal(await page.textContent('#endings'), 'Endings: played out 18');
    assert.deepEqual((await texts(page, '#table tbody td:nth-child(2)')).sort(), ['<b>&" a name that is longer than any column of a phone', 'discs:depth=1', 'random']);
    const points = (await texts(page, '#table tbody td:nth-child(n+8)')).filter((text) => text !== '-').map(Number);
    assert.equal(points.reduce((sum, one) => sum + one), 18);
    await page.selectOption('#filter', 'random');
    assert.equal(await page.textContent('#shown'), '12 games');
    assert.equal(await page.textContent('h1'), 'Othello tournament');
    assert.equal((await texts(page, '#rows td:nth-child(5)')).join().includes('_'), false);
    // The board has coordinates, and a phone has room for it and for the ratings.
    assert.equal((await texts(page, '#board span')).join(''), 'abcdefgh12345678');
    await page.setViewportSize(phone);
    await until(() => page.$eval('#ratings svg', (one) => one.getBoundingClientRect().right <= innerWidth), 'ratings that fit');
    assert.ok(await page.$eval('#ratings', (one) => one.scrollWidth <= one.clientWidth));
    assert.ok(await page.$eval('#board', (one) => one.getBoundingClientRect().right <= one.closest('section').getBoundingClientRect().right - 16));
    await assertAccessible(page, 'report');
}));

test('a game of the report is replayed to the result that the table tells', () => withReport(['random', 'random:seed=2'], ['--games', '6', '--board', '6x6'], async (page, data) => {
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

test('the report of a match tells which moves lost, and opens the game in the review of the page', () => withReport(['mine=discs:depth=1', 'kukreja:depth=2'], ['--games', '4', '--review', '4', '--openings', '8'], async (page, data) => {
    const { games } = data;
    assert.equal(await page.isVisible('#why'), true);
    assert.equal(await page.textContent('#level'), '4 of 4 games, reviewed at level 4');
    // The phases of both players add up to what all moves after the openings lost.
    const sumOfPhases = async () => (await texts(page, '#phases tbody td:nth-child(3)')).map(Number).reduce((sum, one) => sum + one);
    let lost = 0;
    for (const { review, scores, losses, moves, opening_moves } of games) {
        assert.equal(scores.length, moves.length / 2);
        for (const loss of losses.slice(opening_moves)) lost += loss;
        assert.ok(review.every(({ loss, pv, best }) => loss >= 2 && pv[0] === best));
    }
    const mine = await sumOfPhases();
    await page.selectOption('#reviewed', 'kukreja:depth=2');
    assert.match(await page.textContent('#verdict'), /^kukreja/);
    const shown = mine + await sumOfPhases();
    assert.ok(mine > 0 && Math.abs(shown - lost / 4) < 0.5, `${shown} instead of ${lost / 4}`);
    await page.selectOption('#reviewed', 'mine');
    assert.match(await page.textContent('#verdict'), /^mine lost \d+\.\d discs per game/);
    assert.match(await page.textContent('#corners'), /^Corners given away: \d+, in \d of 4 games\.$/);
    assert.match(await page.textContent('#time'), /^mine used [\d.]+ s per game.*kukreja/);
    assert.equal(await page.textContent('h1'), 'Othello match: mine – kukreja:depth=2');
    // Names of rows stay while the rest of a table scrolls on a phone.
    await page.setViewportSize(phone);
    for (const [table, count] of [['#phases', 1], ['#costly', 3]]) {
        const moved = await page.$eval(table, (one, wanted) => {
            const cells = [...one.rows[1].cells].slice(0, wanted + 1), box = one.parentElement, before = cells.map((cell) => cell.getBoundingClientRect().left);
            box.scrollLeft = 400;
            return { steps: cells.map((cell, i) => Math.round(before[i] - cell.getBoundingClientRect().left)), scrolled: Math.round(box.scrollLeft) };
        }, count);
        if (!moved.scrolled) continue; // there is room for all of it
        assert.deepEqual(moved.steps, [...Array(count).fill(0), moved.scrolled], table);
    }
    assert.ok(await page.$eval('#costly', (one) => one.parentElement.scrollWidth > one.parentElement.clientWidth));
    // The costliest first; a click shows the position before the move.
    const losses = (await texts(page, '#costly tbody td:nth-child(5)')).map(Number);
    assert.deepEqual(losses, [...losses].sort((one, other) => other - one));
    const whys = await texts(page, '#costly tbody td:nth-child(6)');
    const given = games.flatMap(({ review }) => review).map(({ why }) => why ?? '');
    assert.ok(whys.some((why) => why !== '') && whys.every((why) => given.includes(why)), `${whys}`);
    const move = Number(await page.textContent('#costly tbody tr:first-child td:nth-child(2)'));
    await page.click('#costly tbody button');
    assert.ok((await page.textContent('#move')).startsWith(`move ${move - 1} of `));
    // The game: a graph with a point for each costly move, and the list of them.
    await page.click('#rows tr:first-child');
    const costly = games[0].review.filter(({ ply }) => ply >= games[0].opening_moves);
    assert.equal(await page.locator('#graph .costly').count(), costly.length);
    assert.equal(await page.locator('#mistakes li').count(), Math.min(12, costly.length));
    await page.click('#last');
    const final = games[0].scores.at(-1);
    assert.match(await page.textContent('#score'), final > 0 ? /^Black is ahead/ : final < 0 ? /^White is ahead/ : /^Even/);
    await assertAccessible(page, 'report of a match');
    // The link, on the server of this test.
    const link = new URL(await page.getAttribute('#open', 'href'));
    assert.equal(link.origin, 'http://127.0.0.1:6464');
    await page.goto(server.url + link.hash);
    await page.waitForSelector('html[data-ready]');
    await page.waitForSelector('.tabs button[data-view="review"][aria-current]');
}, 'match'));

test('a match whose games are not reviewed has the report of a tournament', () => withReport(['random', 'random:seed=2'], ['--games', '2', '--review', '0'], async (page) => {
    assert.equal(await page.isVisible('#why'), false);
    assert.equal(await page.isVisible('#review'), false);
}, 'match'));

test('the report of a review shows the games, the board after each move, and why a move was a mistake', () => withPage({ expectErrors: true }, async (page) => {
    const file = join(process.env.TMPDIR ?? '/tmp', 'review.html');
    execFileSync(process.env.BIANCA, ['review', '--level', '4', '--lang', 'fr', '--html', file, 'tests/data/games.pgn', 'f5d6c3d3c4f4f6g5e3f3g6e2d7b3b2a1'], { stdio: 'ignore' });
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(pathToFileURL(file).href);
    assert.equal(await page.getAttribute('html', 'lang'), 'fr');
    const count = await page.locator('#list tbody tr').count();
    assert.ok(count >= 2);
    await page.click(`#list tbody tr:nth-child(${count})`);
    assert.equal(await page.locator('#moves tbody tr').count(), 16);
    await page.click('#moves tbody tr:nth-child(15)');
    assert.match(await page.textContent('#move'), /^15\. Noir b2/);
    assert.match(await page.textContent('#reasons'), /coin a1/);
    await page.click('#last');
    assert.equal(await page.locator('#board .played i.white').count(), 1);
    await page.keyboard.press('ArrowLeft');
    assert.match(await page.textContent('#count'), /^Noir \d+, Blanc \d+$/);
    await assertAccessible(page, 'review report');
    assert.deepEqual(problems, []);
}));
