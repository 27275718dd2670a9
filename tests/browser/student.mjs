// A student's first hour: copy a starter, play it against a baseline, read the report in the browser,
// change a weight, see the rating move. The programs are deterministic, so the games are the same each time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { server, withReport } from './lib.mjs';

const folder = join(process.env.TMPDIR ?? '/tmp', 'student');

/** Builds a program of the student's. */
function build(name, source) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}.c`), program = join(folder, name);
    writeFileSync(file, source);
    execFileSync('cc', ['-O2', '-o', program, file]);
    return `${name}=gtp:${program}`;
}

/** The summary of a match against the baseline. */
function rate(player) {
    const lines = execFileSync(process.env.BIANCA, ['match', player, 'baseline4', '--games', '10', '--trust', '--json'], { encoding: 'utf8' });
    return JSON.parse(lines.trim().split('\n').at(-1));
}

test('the first hour of a student: a starter, a baseline, the report, a weight, the rating', () => {
    const starter = readFileSync('bots/gtp_alphabeta.c', 'utf8');
    const mine = build('mine', starter);
    return withReport([mine, 'baseline4'], ['--games', '2', '--openings', '8', '--trust', '--review', '4'], async (page, data) => {
        // Which move cost most, what would have been better, and why.
        assert.match(await page.textContent('#verdict'), /^mine lost [\d.]+ discs per game/);
        const first = page.locator('#costly tbody tr').first();
        const [game, move, played, better] = await first.locator('td').allTextContents();
        const costly = data.games[Number(game) - 1].review.find((one) => one.move === played);
        assert.equal(better, costly.best);
        await first.locator('button').click();
        assert.ok((await page.textContent('#move')).startsWith(`move ${Number(move) - 1} of `));
        assert.ok(await page.locator('#mistakes li').count() > 0);
        // The same game in the review of the page, at the worst move.
        const link = new URL(await page.getAttribute('#open', 'href'));
        await page.goto(server.url + link.hash);
        await page.waitForSelector('.tabs button[data-view="review"][aria-current]');
        // A student who fears corners: the rating moves, down.
        const before = rate(mine);
        const after = rate(build('afraid', starter.replaceAll('99,', '-99,')));
        assert.equal(before.games, 10);
        assert.ok(after.score < before.score - 0.2, `${before.score} and then ${after.score}`);
        // And one who sees less far: down too, but not as far as that.
        const shallow = rate(build('shallow', starter.replace('DEPTH = 5', 'DEPTH = 1')));
        assert.notEqual(shallow.discs, before.discs);
    }, 'match');
});
