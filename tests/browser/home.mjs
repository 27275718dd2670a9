// A player's home: the tree, lines to walk through, My games, addresses, openings, the ladder,
// practice, offline.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { api, boardText, desktop, game, legalSquares, moveCount, openManyGames, phone, square, startServer, until, withPage } from './lib.mjs';

const humans = { black: 'human', white: 'human' };
const at = (view, ply) => `#b=8x8&m=${game}&p=${ply}&v=${view}`;
const quiet = { engineOn: false };

/** Waits until the address says what is shown. */
const addressIs = (page, pattern) => until(async () => pattern.test(page.url()), `an address like ${pattern}`);

async function play(page, ...moves) {
    for (const move of moves) {
        const before = await boardText(page);
        await square(page, move).click();
        await until(async () => (await boardText(page)) !== before && (await page.locator('.moves [aria-current]').textContent()).includes(move), move);
    }
}

test('discs in the list are black and white in every theme, also when selected', () => withPage({ fragment: at('analyse', 2), settings: quiet }, async (page) => {
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const colours = await page.$$eval('.moves > li:not(.variation) button', (all) => all.slice(0, 3).map((one) => getComputedStyle(one, '::before').backgroundColor));
        assert.deepEqual(colours, ['rgb(23, 25, 27)', 'rgb(255, 255, 255)', 'rgb(23, 25, 27)'], colorScheme);
    }
}));

test('the game stays the main line: variations are listed whole, promoted, deleted and brought back', () => withPage({ fragment: at('analyse', 10), settings: quiet }, async (page) => {
    const count = await moveCount(page), played = (await page.textContent('#move-11')).trim();
    const other = (await legalSquares(page)).find((one) => one !== played);
    await play(page, other);
    await play(page, (await legalSquares(page))[0]);
    assert.equal(await moveCount(page), count);
    assert.equal(await page.locator('.moves .variation button').count(), 2);
    await addressIs(page, /&x=10/);
    await page.click('#notes summary');
    await page.click('#make-main');
    assert.equal(await moveCount(page), 12);
    assert.ok((await page.locator('.moves .variation button').count()) > 40, 'the game is now a variation, whole');
    await page.locator('.moves .variation button').first().click();
    await page.click('#make-main');
    assert.equal(await moveCount(page), count);
    await page.locator('.moves .variation button').first().click();
    await page.click('#remove-branch');
    assert.equal(await page.locator('.moves .variation').count(), 0);
    await page.click('#notice-action');
    assert.equal(await page.locator('.moves .variation button').count(), 2);
}));

test('comments, signs, marks and arrows are kept in SGF and come back', () => withPage({ fragment: at('analyse', 4), settings: quiet }, async (page) => {
    await page.click('#notes summary');
    await page.fill('textarea[name=comment]', 'a ] quiet \\ move');
    await page.click('#sign-1');
    await page.check('input[name=mark][value=circle]');
    await square(page, 'a1').click();
    await page.check('input[name=mark][value=arrow]');
    await square(page, 'a1').click();
    await square(page, 'h8').click();
    assert.equal(await page.locator('.ink .sketch').count(), 1);
    assert.equal(await page.locator('.ink .arrow').count(), 1);
    await page.check('input[name=mark][value=""]');
    await until(async () => (await page.textContent('.moves')).includes('quiet'), 'the comment in the list');
    await page.click('#share');
    const download = page.waitForEvent('download');
    await page.click('#save-sgf');
    const sgf = readFileSync(await (await download).path(), 'utf8');
    assert.match(sgf, /C\[a \\\] quiet \\\\ move\]TE\[1\]CR\[a1\]AR\[a1:h8\]/);
    await page.keyboard.press('Escape');
    await page.evaluate(() => { location.hash = '#b=8x8&v=analyse'; });
    await until(async () => (await moveCount(page)) === 0, 'another game');
    await page.click('#import');
    const file = `${mkdtempSync(`${tmpdir()}/bianca-`)}/game.sgf`;
    writeFileSync(file, sgf);
    await page.setInputFiles('input[name=file]', file);
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.click('#move-4');
    assert.equal(await page.inputValue('textarea[name=comment]'), 'a ] quiet \\ move');
    assert.equal(await page.locator('.ink .arrow').count(), 1);
    assert.equal(await page.getAttribute('#sign-1', 'aria-pressed'), 'true');
}));

test('the right mouse button draws', () => withPage({ fragment: at('analyse', 4), settings: quiet }, async (page) => {
    await square(page, 'b2').click({ button: 'right', force: true });
    assert.equal(await page.locator('.ink .sketch').count(), 1);
    await square(page, 'b2').click({ button: 'right', force: true });
    assert.equal(await page.locator('.ink .sketch').count(), 0);
}));

test('an engine line is shown on a small board, walked with keys, and becomes a variation', () => withPage({ fragment: at('analyse', 20) }, async (page) => {
    await page.waitForSelector('#line-0-1');
    await until(async () => { await page.hover('#line-0-1'); return page.locator('.peek .mini').isVisible(); }, 'the small board');
    await page.focus('#line-0');
    await page.keyboard.press('ArrowRight');
    await until(() => page.evaluate(() => document.activeElement?.id === 'line-0-1'), 'the next move of the line');
    await page.click('#engine-on');
    await page.click('#engine-on');
    await page.waitForSelector('#line-0-1');
    await page.keyboard.press('Escape');
    const count = await moveCount(page);
    await until(async () => {
        await page.locator('#add-line-1').click();
        return (await page.locator('.moves .variation button').count()) > 1;
    }, 'the line in the tree');
    assert.equal(await moveCount(page), count);
}));

test('Back and Forward go through views and games, and a second tab has the game', () => withPage({ settings: { ...humans, ...quiet } }, async (page, profile) => {
    await play(page, 'f5', 'd6');
    await addressIs(page, /m=f5d6/);
    await page.click('[data-view=analyse]');
    await addressIs(page, /v=analyse/);
    await page.goBack();
    await page.waitForSelector('[data-view=play][aria-current]');
    await page.goForward();
    await page.waitForSelector('[data-view=analyse][aria-current]');
    assert.equal(await moveCount(page), 2);
    const other = await profile.newPage();
    await other.goto(page.url().split('#')[0]);
    await other.waitForSelector('html[data-ready]');
    assert.equal(await moveCount(other), 2);
    await other.close();
    await page.click('[data-view=play]');
    await page.click('#new-game');
    await page.click('#start-game');
    await until(async () => (await moveCount(page)) === 0, 'a new game');
    await page.goBack();
    await until(async () => (await moveCount(page)) === 2, 'the game before');
}));

test('My games: what was played is listed, found, opened, deleted and brought back', () => withPage({ settings: humans }, async (page) => {
    await play(page, 'f5', 'd6', 'c3', 'd3', 'c4');
    await page.click('#new-game');
    await page.click('#start-game');
    await until(async () => (await moveCount(page)) === 0, 'a new game');
    await play(page, 'f5', 'f4');
    await page.click('[data-view=games]');
    await until(async () => (await page.locator('.game').count()) === 2, 'both games');
    assert.ok((await page.locator('.games-box').boundingBox()).height < 2 * 60 + 4, 'the box is as tall as its rows');
    await page.fill('input[name=search-games]', 'tiger');
    await until(async () => (await page.locator('.game').count()) === 1, 'the game with that opening');
    await page.click('.game .icon');
    await until(async () => (await page.locator('.game').count()) === 0, 'no game');
    await page.click('#notice-action');
    await until(async () => (await page.locator('.game').count()) === 1, 'the game again');
    await page.click('.game .open');
    await page.waitForSelector('[data-view=analyse][aria-current]');
    assert.equal(await moveCount(page), 5);
    assert.match(await page.textContent('.opening'), /Tiger/);
}));

test('ten thousand games scroll with a screenful of rows', () => withPage({}, async (page) => {
    await openManyGames(page);
    await page.$eval('.games-box', (box) => { box.scrollTop = box.scrollHeight; });
    assert.ok((await page.locator('.game').count()) < 60);
    await until(async () => (await page.textContent('.game-rows')).includes('player 0 '), 'the oldest game');
    await page.fill('input[name=search-games]', 'player 4321');
    await until(async () => (await page.locator('.game').count()) === 1, 'one of ten thousand');
}));

test('an empty board is no game, and the editor says so', () => withPage({ fragment: '#b=8x8&v=analyse', settings: quiet }, async (page) => {
    await page.click('#edit');
    await page.click('#clear');
    await page.click('#editor-done');
    assert.match(await page.textContent('.palette [role=alert]'), /both colours/);
}));

test('threat, overlays, and how fast it thinks', () => withPage({ fragment: at('analyse', 44) }, async (page) => {
    await page.waitForSelector('.value.is-exact');
    assert.match(await page.textContent('.lines'), /[WLD]/);
    await until(async () => /[\d.]+[KM]? \/s/.test(await page.textContent('.facts')), 'the speed');
    await page.check('input[name=layer][value=parity]');
    await page.waitForSelector('.tint.is-odd, .tint.is-even');
    await page.check('input[name=layer][value=frontier]');
    await page.waitForSelector('.tint.is-edge');
    await page.check('input[name=layer][value=none]');
    const own = await page.$$eval('.has-value', (all) => all.map((one) => one.dataset.square).join());
    await page.click('#threat');
    await until(async () => { const now = await page.$$eval('.has-value', (all) => all.map((one) => one.dataset.square).join()); return now && now !== own; }, 'the moves of the other side');
}));

test('the book stands on the squares, and an analysis has the threads that were chosen', async () => {
    const own = await startServer(0, ['--threads', '4']);
    try {
        await withPage({ url: own.url, fragment: '#b=8x8&m=f5&v=analyse', settings: { layer: 'book' } }, async (page) => {
            const { lines } = await api('book', { position: '---------------------------OX------XXX-------------------------- O' }, own.url);
            await page.waitForSelector('.value.is-book');
            assert.equal(await page.locator('.value.is-book').count(), lines.length);
            assert.match(await square(page, lines[0].move).getAttribute('aria-label'), /legal, Book [+−]?[\d.]+.*best$/);
            assert.deepEqual(await page.$$eval('select[name=threads] option', (all) => all.map((one) => one.value)), ['0', '1', '2']);
            // The analysis from before may still ask with the threads that it had.
            const first = page.waitForRequest((request) => /search$/.test(request.url()) && request.postDataJSON().threads === 1);
            await page.selectOption('select[name=threads]', '1');
            await first;
            await page.check('input[name=layer][value=none]');
            await page.waitForSelector('.value:not(.is-book)');
            assert.equal(await page.locator('.value.is-book').count(), 0);
        });
    } finally {
        await own.stop();
    }
});

test('the opening is named as it is played, in Japanese too', () => withPage({ settings: humans }, async (page) => {
    await play(page, 'f5', 'd6', 'c3', 'd3');
    assert.match(await square(page, 'c4').getAttribute('title'), /Tiger/);
    await play(page, 'c4');
    assert.equal(await page.textContent('.opening'), 'Tiger');
    await page.selectOption('select[name=language]', 'ja');
    await until(async () => (await page.textContent('.opening')) === '虎定石', 'the Japanese name');
}));

test('a hint says why, with the moves that follow on small boards', () => withPage({ fragment: '#b=8x8&m=f5d6c3d3c4', settings: humans }, async (page) => {
    await page.click('#hint');
    await page.waitForSelector('.advice .mini');
    assert.ok((await page.textContent('.status + p')).length > 20);
}));

test('the ladder tells who plays how, and what you have beaten', () => withPage({ settings: { white: 'beginner:1' } }, async (page) => {
    const kept = { date: 1, board: '8x8', moves: '', start: '', sgf: '', black: 'human', score: 10, plies: 60, opening: null, accuracy: null };
    // A win with odds, and one on another board, beat nobody.
    await page.evaluate(async (games) => (await import('/js/library.js')).putGames(games), [{ ...kept, id: 'w', white: 'random' }, { ...kept, id: 'o', white: 'baseline2', odds: 8 }, { ...kept, id: 'b', white: 'baseline2', board: '6x6' }]);
    assert.ok((await page.textContent('#about-rival')).length > 20);
    await page.click('#ladder');
    await page.waitForSelector('.rung');
    assert.match(await page.textContent('.rung[data-player=random]'), /beaten 1 of 1/);
    assert.match(await page.textContent('.rung.is-next'), /Next/);
    assert.ok(await page.$eval('.rung.is-next', (one) => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }), 'who comes next is in sight');
    const ratings = await page.$$eval('.rung .rating', (all) => all.map((one) => one.textContent));
    const measured = ratings.filter((one) => /^\d+$/.test(one)).map(Number);
    assert.ok(measured.length > 10);
    assert.deepEqual(measured, [...measured].sort((a, b) => b - a));
    assert.ok(ratings.every((one) => /^\d+$/.test(one) || one === 'not measured'), `${ratings}`);
    // Every rung can be chosen, and is then the opponent.
    const rungs = await page.$$eval('.rung', (all) => all.map((one) => one.dataset.player));
    const options = await page.$$eval('select[name=opponent] option', (all) => all.map((one) => one.value));
    assert.deepEqual(rungs.filter((one) => !options.includes(one)), []);
    await page.click('.rung[data-player="engine:level=1"]');
    assert.equal(await page.inputValue('select[name=opponent]'), 'engine:level=1');
}));

test('a board has ratings of its own, or says that nobody has measured', async () => {
    for (const [board, hasRatings] of [['6x6', true], ['9x7', false]]) {
        await withPage({ fragment: `#b=${board}`, settings: { board, white: 'beginner:1' } }, async (page) => {
            await page.click('#ladder');
            await page.waitForSelector('.rung');
            const ratings = await page.$$eval('.rung .rating', (all) => all.map((one) => one.textContent));
            assert.equal(ratings.some((one) => /\d/.test(one)), hasRatings, board);
            assert.equal(await page.locator('.rung[data-player=e03-myjudge]').count(), hasRatings ? 1 : 0);
            if (!hasRatings) assert.match(await page.textContent('dialog'), /not measured on this board/);
        });
    }
});

test('with odds a strong opponent gives discs away, as many as it may; a weak one gives none', () => withPage({ fragment: at('play', 44), settings: { black: 'human', white: 'engine:level=5', odds: '8' } }, async (page) => {
    const answer = page.waitForResponse(/\/best$/);
    await square(page, (await legalSquares(page))[0]).click();
    const response = await answer, { lines } = await response.json(), asked = response.request().postDataJSON();
    assert.equal(asked.level, 5);
    await page.waitForSelector('.moves .by-white[aria-current]');
    const move = (await page.textContent('.moves .by-white[aria-current]')).trim();
    const loss = lines[0].score - lines.find((one) => one.move === move).score;
    assert.ok(loss > 0 && loss <= 8, `${move} loses ${loss}`);
    await until(async () => (await page.evaluate(async () => (await (await import('/js/library.js')).allGames())[0]?.odds)) === 8, 'the odds are kept with the game');
    await page.selectOption('select[name=opponent]', 'beginner:1');
    assert.equal(await page.isDisabled('select[name=odds]'), true);
    assert.equal(await page.inputValue('select[name=odds]'), '0');
    await page.selectOption('select[name=opponent]', 'engine');
    assert.equal(await page.isDisabled('select[name=odds]'), false);
    assert.equal(await page.inputValue('select[name=odds]'), '8');
}));

test('a puzzle is solved or missed, and lessons are tried', () => withPage({ fragment: '#b=8x8&v=learn' }, async (page) => {
    const { puzzles } = await page.evaluate(async () => (await fetch('/puzzles.json')).json());
    await page.click('#start-puzzles');
    await until(async () => `${await boardText(page)}` === puzzles[0].position.slice(0, 64), 'the first puzzle');
    assert.equal(await page.textContent('.grade'), 'All 8 programs find it.');
    await square(page, puzzles[0].best).click();
    await page.waitForSelector('.status.right');
    await page.click('#next-puzzle');
    await until(async () => (await boardText(page)) === puzzles[1].position.slice(0, 64), 'the second puzzle');
    await square(page, (await legalSquares(page)).find((one) => one !== puzzles[1].best)).click();
    await page.waitForSelector('.status.wrong');
    assert.match(await page.textContent('.status.wrong'), /^[a-h][1-8] loses/);
    await page.click('#again');
    await square(page, puzzles[1].best).click();
    await page.waitForSelector('.status.right');
    await page.check('input[value=lessons]');
    await page.click('#step-corners summary');
    await page.click('#try-corners-0');
    await page.waitForSelector('#step-corners .task');
    await page.click(`[data-square="${(await legalSquares(page)).find((one) => ['a1', 'a8', 'h1', 'h8'].includes(one))}"]`);
    await page.waitForSelector('.status.right, .status.wrong');
    assert.equal(await page.locator('.steps > li').count(), 6);
}));

test('who plays on after a puzzle keeps the side that solved it', () => withPage({ fragment: '#b=8x8&v=learn' }, async (page) => {
    const { puzzles } = await page.evaluate(async () => (await fetch('/puzzles.json')).json());
    await page.click('#start-puzzles');
    await page.waitForSelector('.task');
    await square(page, puzzles[0].best).click();
    await page.waitForSelector('.status.right');
    await page.click('#practice-on');
    const side = puzzles[0].position.endsWith('X') ? 'black' : 'white';
    await page.waitForSelector('.tabs [data-view=play][aria-current]');
    assert.match(await page.textContent(`.side[data-side=${side}]`), /You/);
    await until(async () => (await moveCount(page)) >= 2, 'the answer of the program');
}));

test('after the first visit every view opens without a server, by mouse', async () => {
    const own = await startServer();
    try {
        await withPage({ url: own.url, isFresh: true, settings: humans, expectErrors: true }, async (page) => {
            const errors = [];
            page.on('pageerror', (error) => errors.push(String(error)));
            await page.evaluate(() => navigator.serviceWorker.ready);
            await play(page, 'f5');
            await addressIs(page, /m=f5/);
            await own.stop('SIGKILL');
            /** A mouse click, which goes to whatever lies on top. */
            const openViews = async () => {
                for (const [view, part] of Object.entries({ analyse: '#notes', review: '#start-review', learn: '#start-puzzles', games: '.games', play: '#new-game' })) {
                    const box = await page.locator(`.tabs [data-view=${view}]`).boundingBox();
                    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
                    await page.waitForSelector(part);
                }
            };
            await openViews();
            await page.waitForSelector('#notice:not([hidden])'); // Analyse has asked for the engine
            await openViews();
            await page.reload();
            await page.waitForSelector('html[data-ready]');
            assert.equal(await moveCount(page), 1);
            await openViews();
            await play(page, 'd6');
            await page.selectOption('select[name=language]', 'ja');
            await page.waitForSelector('html[lang=ja]');
            assert.deepEqual(errors, []);
        });
    } finally {
        await own.stop();
    }
});

test('a view that cannot be loaded says so, and the one before stays', () => withPage({ settings: humans, expectErrors: true }, async (page, profile) => {
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await profile.route('**/view_analyse.js', (route) => route.abort());
    await page.click('[data-view=analyse]');
    await until(async () => /Analyse.*cannot be loaded/.test(await page.textContent('#notice')), 'the message');
    assert.ok(await page.locator('.tabs [data-view=play][aria-current]').count());
    await profile.unroute('**/view_analyse.js');
    await play(page, 'f5');
    assert.deepEqual(errors, []);
}));

test('large screens are used, and squares are never small on a phone', () => withPage({ fragment: at('analyse', 30), settings: quiet }, async (page) => {
    for (const viewport of [{ width: 2560, height: 1440 }, { width: 3840, height: 2160 }]) {
        await page.setViewportSize(viewport);
        const main = await page.locator('main').boundingBox(), frame = await page.locator('.frame').boundingBox();
        assert.ok(main.width > viewport.width * 0.85, `${viewport.width}: ${main.width}`);
        assert.ok(frame.height > viewport.height * 0.7, `${viewport.height}: ${frame.height}`);
    }
    await page.setViewportSize(phone);
    await page.evaluate(() => { location.hash = '#b=16x4'; });
    await until(async () => (await boardText(page)).length === 64 && (await page.locator('.frame.is-tall').count()) === 1, 'the board upright');
    assert.ok((await square(page, 'a1').boundingBox()).width >= 32);
    await square(page, 'h2').focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'i2');
    await page.setViewportSize(desktop);
}));

test('the explorer knows my games, openings and their results', () => withPage({ settings: { ...humans, ...quiet } }, async (page) => {
    await play(page, 'f5', 'd6', 'c3');
    await page.click('#new-game');
    await page.click('#start-game');
    await until(async () => (await moveCount(page)) === 0, 'a new game');
    await play(page, 'd3'); // the mirror image of f5
    await page.click('[data-view=analyse]');
    await page.click('#explorer summary');
    await until(async () => (await page.locator('.explorer tbody tr').count()) > 0, 'rows');
    assert.match(await page.textContent('.explorer tbody tr:first-child'), /^c5Perpendicular.*1/);
    assert.equal(await page.textContent('.explorer tbody tr:first-child td:nth-child(3)'), '1');
    assert.match(await page.textContent('.explorer'), /Perpendicular/);
    await page.click('#explore-c5');
    await until(async () => (await moveCount(page)) === 2, 'the move of the explorer');
}));

test('a review says in words why a move was bad', () => withPage({ fragment: at('review', 0), settings: { reviewLevel: '8' } }, async (page) => {
    await page.click('#start-review');
    await page.waitForSelector('#save-review');
    await page.locator('.fault:has(.blunder)').first().click();
    await page.waitForSelector('.reasons li');
    for (const one of await page.$$eval('.reasons li', (all) => all.map((item) => item.textContent))) assert.doesNotMatch(one, /\{|undefined|reason\./);
}));

test('the explorer shows the scores of the server’s book', async () => {
    const book = `${mkdtempSync(`${tmpdir()}/bianca-`)}/small.book`;
    execFileSync(process.env.BIANCA, ['book', 'build', book, '--moves', 'f5', '--level', '1', '--plies', '3', '--positions', '20', '--threads', '1']);
    const own = await startServer(0, ['--book', book]);
    try {
        await withPage({ url: own.url, fragment: '#b=8x8&m=f5&v=analyse', settings: quiet }, async (page) => {
            await page.click('#explorer summary');
            await until(async () => /[+−]?\d/.test(await page.textContent('.explorer tbody tr:first-child td:last-child')), 'a score');
        });
    } finally {
        await own.stop();
    }
});

test('a server with a library keeps finished games, finds them, deletes them and counts in the explorer', async () => {
    const file = `${mkdtempSync(`${tmpdir()}/bianca-`)}/games.db`, own = await startServer(0, ['--games', file]);
    try {
        await withPage({ url: own.url, fragment: '#b=4x4', settings: { black: 'random', white: 'random', pause: 0, board: '4x4' } }, async (page) => {
            await page.waitForSelector('#review-game');
            await page.click('[data-view=games]');
            await page.check('input[name=games-from][value=library]');
            await until(async () => (await page.locator('.game').count()) === 1, 'the game in the library');
            await page.fill('input[name=search-games]', 'nobody');
            await until(async () => (await page.locator('.game').count()) === 0, 'no game of nobody');
            await page.fill('input[name=search-games]', '');
            await until(async () => (await page.locator('.game').count()) === 1, 'the game again');
            await page.click('.game .icon');
            await until(async () => (await page.locator('.game').count()) === 0, 'the game deleted');
            await page.click('#notice-action');
            await until(async () => (await page.locator('.game').count()) === 1, 'the game brought back');
            await page.click('.game .open');
            await page.waitForSelector('[data-view=analyse][aria-current]');
            await page.keyboard.press('Home');
            await page.click('#explorer summary');
            await until(async () => /\d/.test(await page.textContent('.explorer tbody tr:first-child td:nth-child(4)')), 'a count');
        });
    } finally {
        await own.stop();
    }
});
