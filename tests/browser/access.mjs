// Keyboard, screen reader, sizes, colours: axe-core in every view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTests, assertAccessible, boardText, desktop, game, moveCount, phone, square, until, withPage } from './lib.mjs';

const accessible = (what, options, work) => test(`axe finds nothing on phone and desktop: ${what}`, () => withPage({ settings: { black: 'human', white: 'human', reviewLevel: '8' }, fragment: `#b=8x8&m=${game}&p=44`, ...options }, work));

accessible('play', { expectErrors: true }, async (page) => {
    await assertAccessible(page, 'play');
    await page.click('#hint');
    await page.waitForSelector('.is-hint');
    await assertAccessible(page, 'hint');
    await page.click('#new-game');
    await page.selectOption('select[name=board]', 'free');
    await page.fill('input[name=size]', '3x3');
    await page.click('#start-game');
    await page.waitForSelector('dialog [role=alert]:not(:empty)');
    await assertAccessible(page, 'new game, refused');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await assertAccessible(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.waitForSelector('#review-game');
    await assertAccessible(page, 'the end of a game');
});

accessible('two programs', { fragment: '#b=6x6', settings: { black: 'random', white: 'random', clock: '5+3' } }, async (page) => {
    await until(async () => (await moveCount(page)) >= 2, 'moves');
    await page.click('#pause');
    await assertAccessible(page, 'paused');
});

accessible('analyse', { fragment: `#b=8x8&m=${game}&p=44&v=analyse` }, async (page) => {
    await page.waitForSelector('.value.is-exact');
    await assertAccessible(page, 'analyse');
    await page.click('#share');
    await assertAccessible(page, 'share');
    await page.keyboard.press('Escape');
    await page.click('#import');
    await assertAccessible(page, 'import');
    await page.keyboard.press('Escape');
    await page.click('#edit');
    await assertAccessible(page, 'editor');
});

accessible('review', { fragment: `#b=8x8&m=${game}&p=44&v=review` }, async (page) => {
    await assertAccessible(page, 'before the review');
    await page.click('#start-review');
    await page.waitForSelector('#save-review');
    await page.locator('.fault').first().click();
    await assertAccessible(page, 'review');
    await page.click('#try-again');
    await assertAccessible(page, 'second try');
});

accessible('learn', { fragment: `#b=8x8&m=${game}&p=24&v=learn`, settings: { learn: 'eval' } }, async (page) => {
    for (const overlay of allTests ? ['weights', 'mobility', 'stable', 'frontier', 'corners'] : ['weights', 'mobility']) {
        await page.waitForSelector('.terms');
        await page.check(`input[value=${overlay}]`);
        await assertAccessible(page, overlay);
    }
    await page.check('input[value=tree]');
    await page.waitForSelector('.tree .is-cut');
    await page.locator('.tree .is-cut').first().click();
    await assertAccessible(page, 'tree');
});

accessible('notes, lines, threat', { fragment: `#b=8x8&m=${game}&x=20c7&v=analyse`, settings: { layer: 'parity' } }, async (page) => {
    await page.waitForSelector('#line-0-1');
    await page.click('#notes summary');
    await page.focus('#line-0-1');
    await assertAccessible(page, 'notes');
    await page.click('#threat');
    await assertAccessible(page, 'threat');
});

accessible('practice', { fragment: '#b=8x8&v=learn', settings: { learn: 'lessons' } }, async (page) => {
    await page.click('#step-corners summary');
    await page.click('#try-corners-0');
    await page.waitForSelector('.task');
    await assertAccessible(page, 'a lesson');
    await page.check('input[value=puzzles]');
    await page.click('#start-puzzles');
    await page.waitForSelector('.task');
    await assertAccessible(page, 'a puzzle');
});

accessible('games and the ladder', { fragment: `#b=8x8&m=${game}` }, async (page) => {
    await page.click('[data-view=analyse]');
    await page.waitForSelector('#notes');
    await page.click('#notes summary');
    await page.click('#sign-1');
    await page.click('[data-view=games]');
    await page.waitForSelector('.game');
    await assertAccessible(page, 'games');
    await page.click('[data-view=play]');
    await page.selectOption('select[name=language]', 'ja');
    await page.click('#new-game');
    await page.selectOption('select[name=white]', 'beginner:1');
    await page.click('#start-game');
    await page.click('#ladder');
    await page.waitForSelector('.rung');
    await assertAccessible(page, 'ladder');
});

test('the board is played with the keyboard alone', () => withPage({ settings: { black: 'human', white: 'human' } }, async (page) => {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip');
    await page.focus('[data-square=e5]');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'd3');
    assert.equal(await page.locator('.square[tabindex="0"]').count(), 1);
    await page.keyboard.press('Enter');
    await until(async () => (await moveCount(page)) === 1, 'the move');
    await page.keyboard.type('c3');
    await until(async () => (await moveCount(page)) === 2, 'the typed move');
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    assert.equal((await boardText(page)).replaceAll('-', '').length, 4);
    await page.keyboard.press('r');
    assert.equal((await boardText(page)).replaceAll('-', '').length, 5);
    await page.keyboard.press('2');
    await page.waitForSelector('.graph');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog kbd');
}));

test('the keyboard’s place is kept when things are drawn again', () => withPage({ fragment: `#b=8x8&m=${game}&p=30`, settings: { black: 'random', white: 'random', reviewLevel: '8', overlay: 'weights', learn: 'eval' } }, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('value'));
    await page.focus('#pause');
    await page.keyboard.press('Space');
    assert.equal(await page.textContent('#pause'), 'Resume');
    assert.equal(await focused(), 'pause');
    await page.focus('#move-12');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'move-12');
    await page.keyboard.press('2');
    await page.focus('#line-0');
    const depth = async () => Number(/Depth (\d+)/.exec(await page.textContent('.facts'))?.[1] ?? 0), first = await depth();
    await until(async () => (await depth()) > first + 1, 'a deeper search');
    assert.equal(await focused(), 'line-0');
    await page.keyboard.press('v');
    await page.waitForSelector('#save-review');
    const fault = await page.getAttribute('.fault', 'id');
    await page.focus(`#${fault}`);
    await page.keyboard.press('Enter');
    assert.equal(await focused(), fault);
    await page.keyboard.press('4');
    await page.waitForSelector('.terms');
    await page.focus('input[value=weights]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'mobility');
}));

test('shortcuts work after a switch or a chip was pressed, and without a board', () => withPage({ fragment: `#b=8x8&m=${game}&p=20&v=analyse`, settings: { engineOn: false } }, async (page) => {
    const shown = (view) => page.waitForSelector(`.tabs [data-view=${view}][aria-current]`);
    await page.click('#threat');
    await page.keyboard.press('.');
    assert.equal(await page.getAttribute('.graph', 'aria-valuenow'), '21');
    await page.click('.chips label:has(input[value=parity])');
    await page.keyboard.press(',');
    assert.equal(await page.getAttribute('.graph', 'aria-valuenow'), '20');
    // What a radio button needs for itself stays its own.
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.isChecked('input[name=layer][value=frontier]'), true);
    assert.equal(await page.getAttribute('.graph', 'aria-valuenow'), '20');
    await page.keyboard.press('5');
    await shown('games');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog kbd');
    await page.keyboard.press('Escape');
    await page.fill('input[name=search-games]', '');
    await page.keyboard.type('4');
    assert.equal(await page.inputValue('input[name=search-games]'), '4');
    await page.focus('.games-box, #import');
    await page.keyboard.press('4');
    await shown('learn');
}));

test('a wide board that stands upright has all its lines', () => withPage({ viewport: phone, fragment: '#b=16x4' }, async (page) => {
    await page.waitForSelector('.frame.is-tall');
    const lines = await page.$$eval('.board [role=gridcell]', (all) => {
        const board = document.querySelector('.board').getBoundingClientRect();
        return all.map((one) => {
            const { right, bottom } = one.getBoundingClientRect(), style = getComputedStyle(one);
            const isDrawn = (edge) => style[`border${edge}Style`] === 'solid' && parseFloat(style[`border${edge}Width`]) > 0;
            return { name: one.firstChild.dataset.square, isRight: right < board.right - 2, isBottom: bottom < board.bottom - 2, hasRight: isDrawn('Right'), hasBottom: isDrawn('Bottom') };
        });
    });
    assert.equal(lines.length, 64);
    assert.deepEqual(lines.filter((one) => one.isRight !== one.hasRight || one.isBottom !== one.hasBottom), []);
}));

test('squares and moves speak', () => withPage({ settings: { black: 'human', white: 'human' } }, async (page) => {
    assert.equal(await square(page, 'd3').getAttribute('aria-label'), 'd3, empty, legal');
    assert.equal(await square(page, 'd4').getAttribute('aria-label'), 'd4, White');
    assert.equal(await square(page, 'a1').getAttribute('aria-disabled'), 'true');
    assert.equal(await page.locator('.board [role=gridcell] > button').count(), 64);
    assert.doesNotMatch(await page.textContent('.panel'), /You play/); // of two people neither is 'you'
    await square(page, 'd3').click();
    await until(async () => (await page.textContent('#announce')).includes('Black plays d3, 1 turned.'), 'the announcement');
    assert.equal(await square(page, 'd3').getAttribute('aria-label'), 'd3, Black, last move');
}));

test('discs turn, unless the reader asked for less motion', async () => {
    // Counted when they begin: before anybody can look, they may be over.
    const animations = (page) => page.evaluate(() => {
        const { animate } = Element.prototype;
        window.begun = 0;
        Element.prototype.animate = function (...values) {
            if (this.closest('.square')) window.begun++;
            return animate.apply(this, values);
        };
    });
    for (const [reducedMotion, expected] of [['no-preference', 3], ['reduce', 0]]) {
        await withPage({ reducedMotion, settings: { black: 'human', white: 'human' } }, async (page) => {
            await animations(page);
            await square(page, 'd3').click();
            await until(async () => (await moveCount(page)) === 1, 'the move');
            assert.equal(await page.evaluate(() => window.begun), expected); // the new disc, and two faces of the other
        });
    }
});

test('the board fits on every screen', async () => {
    for (const board of allTests ? ['8x8', '9x7', '16x4', '4x16'] : ['8x8', '16x4']) {
        await withPage({ fragment: `#b=${board}` }, async (page) => {
            for (const viewport of [{ width: 320, height: 568 }, phone, { width: 844, height: 390 }, { width: 768, height: 1024 }, { width: 820, height: 1180 }, desktop, { width: 1920, height: 1080 }]) {
                await page.setViewportSize(viewport);
                const box = await page.locator('.frame').boundingBox();
                assert.ok(box.x >= 0 && box.x + box.width <= viewport.width + 0.5, `${board} at ${viewport.width}x${viewport.height}: ${JSON.stringify(box)}`);
                const felt = await page.locator('.board').boundingBox();
                assert.ok(felt.x >= box.x && felt.x + felt.width <= box.x + box.width, `${board} leaves its frame at ${viewport.width}x${viewport.height}`);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
                assert.ok(wide <= 0, `${board} at ${viewport.width}x${viewport.height}: ${wide} too wide`);
            }
        });
    }
});

test('a chosen theme stays', () => withPage({ colorScheme: 'light' }, async (page) => {
    await page.click('#theme');
    await page.reload();
    await page.waitForSelector('html[data-theme=dark]');
}));
