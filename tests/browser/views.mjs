// Analyse, review, learn; in and out; languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allTests, api, boardText, game, legalSquares, moveCount, phone, server, square, until, withPage } from './lib.mjs';

const link = (view, ply) => `#b=8x8&m=${game}&v=${view}${ply === undefined ? '' : `&p=${ply}`}`;

test('analysis puts scores on every legal square, and exact ones look different', () => withPage({ fragment: link('analyse', 44) }, async (page) => {
    const legal = await legalSquares(page);
    await until(async () => (await page.locator('.value.is-exact').count()) === legal.length, 'exact scores');
    assert.equal(await page.locator('.square.is-best').count() >= 1, true);
    assert.match(await page.getAttribute('.square.is-best', 'aria-label'), /^[a-h][1-8], empty, legal, [+−]?\d+, exact, best$/);
    assert.match(await page.textContent('.facts'), /Depth \d+/);
    assert.ok(await page.locator('.lines .line').count());
    assert.match(await page.getAttribute('.bar', 'aria-label'), /for Black/);
}));

test('the bar shows its number whole, on a range that fits the board, and no two texts meet', () => withPage({ fragment: '#b=8x8&v=analyse', settings: { engineOn: false } }, async (page) => {
    for (const [board, tick] of [['8x8', 16], ['6x6', 8], ['16x4', 16], ['4x4', 4]]) {
        await page.evaluate((name) => { location.hash = `#b=${name}&v=analyse`; }, board);
        await until(async () => (await boardText(page)).length === board.split('x').reduce((a, b) => a * b), board);
        for (const [width, height] of [[390, 844], [1280, 800], [2560, 1440]]) {
            await page.setViewportSize({ width, height });
            for (const score of [12.34, -9.87, -19.6, 32]) {
                const texts = await page.evaluate(async (value) => {
                    const { app } = await import('/js/app.js');
                    app.game.dispatch({ type: 'score', id: app.game.current.id, score: value, exact: false });
                    app.drawStage();
                    const bar = document.querySelector('.bar').getBoundingClientRect();
                    return [...document.querySelectorAll('.bar .tick span, .bar .text')].filter((one) => one.getClientRects().length).map((one) => {
                        const range = document.createRange();
                        range.selectNodeContents(one);
                        const { left, right, top, bottom } = range.getBoundingClientRect();
                        return { text: one.textContent, left, right, top, bottom, isInside: left >= bar.left && right <= bar.right && top >= bar.top && bottom <= bar.bottom };
                    });
                }, score);
                const what = `${board} at ${width}: ${JSON.stringify(texts)}`;
                assert.ok(texts.every((one) => one.isInside), what);
                assert.ok(texts.some((one) => one.text === (score === 12.34 ? '+12' : score === -9.87 ? '−9.9' : score === 32 ? '+32' : '−20')), what);
                for (const one of texts) for (const other of texts) if (one !== other) assert.ok(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top, what);
            }
            const labels = await page.$$eval('.bar .tick span', (all) => all.map((one) => one.textContent));
            assert.deepEqual(labels, [`−${tick}`, `+${tick}`], board);
        }
    }
}));

test('the graph has the whole game and goes to a move when clicked, dragged or keyed', () => withPage({ fragment: link('analyse', 30) }, async (page) => {
    await page.waitForSelector('.graph .curve');
    const graph = page.locator('.graph');
    const at = () => page.getAttribute('.graph', 'aria-valuenow');
    // The lines above the graph come and go while the engine thinks, and move it: look where it is
    // each time, and try again if it was missed.
    await until(async () => {
        await graph.scrollIntoViewIfNeeded();
        const box = await graph.boundingBox();
        await page.mouse.click(box.x + 27, box.y + 40);
        return (await at()) === '0';
    }, 'the start');
    await until(async () => {
        const box = await graph.boundingBox();
        await page.mouse.move(box.x + 40, box.y + 40);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width - 11, box.y + 50, { steps: 5 });
        await page.mouse.up();
        return (await at()) === (await page.getAttribute('.graph', 'aria-valuemax'));
    }, 'the end of the game');
    await page.focus('.graph');
    await page.keyboard.press('ArrowLeft');
    assert.equal(Number(await page.getAttribute('.graph', 'aria-valuenow')), Number(await page.getAttribute('.graph', 'aria-valuemax')) - 1);
}));

test('another move becomes a variation and can be left again', () => withPage({ fragment: link('analyse', 10) }, async (page) => {
    const played = (await page.textContent('.moves > li:nth-child(11) button')).trim();
    const other = (await legalSquares(page)).find((one) => one !== played);
    await square(page, other).click();
    await until(async () => (await page.locator('.moves .variation').count()) === 1, 'the variation');
    await page.click('#back');
    await page.locator('.moves .variation button').first().click();
    await until(async () => (await moveCount(page)) > 50, 'the game again');
}));

test('the engine lists every legal move, and can be switched off and on', () => withPage({ fragment: link('analyse', 26) }, async (page) => {
    const legal = await legalSquares(page);
    assert.ok(legal.length > 8);
    await until(async () => (await page.locator('.lines .line').count()) === legal.length, 'a line for every move');
    await page.waitForSelector('.value');
    await page.click('.switch');
    await page.waitForSelector('.value', { state: 'detached' });
    assert.ok((await page.locator('.lines').boundingBox()).height < 60, 'no hole where the lines were');
    await page.click('.switch');
    await page.waitForSelector('.value');
}));

test('the editor sets discs and the side to move', () => withPage({ fragment: '#b=8x8&v=analyse' }, async (page) => {
    await page.click('#edit');
    await page.click('#clear');
    await square(page, 'a1').click();
    await page.check('input[name=brush][value=O]');
    await square(page, 'b1').click();
    await square(page, 'c3').click();
    await square(page, 'c3').click();
    await page.check('input[name=side][value=black]');
    await page.click('#editor-done');
    await until(async () => (await boardText(page)).startsWith('XO------'), 'the new position');
    await until(async () => (await legalSquares(page)).join() === 'c1', 'the only move');
    await page.click('#edit');
    await page.click('#clear');
    await page.check('input[name=side][value=white]');
    const from = await square(page, 'b2').boundingBox(), to = await square(page, 'e2').boundingBox();
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 8 });
    await page.mouse.up();
    assert.equal((await boardText(page)).slice(8, 16), '-XXXX---');
    assert.match(await page.textContent('.side.is-turn'), /White/);
    await page.selectOption('select[name=editor-board]', 'free');
    await page.fill('input[name=editor-size]', '5x7');
    await page.press('input[name=editor-size]', 'Enter');
    await until(async () => (await boardText(page)).length === 35, 'a board of a free size');
    await page.selectOption('select[name=editor-board]', '6x6');
    await until(async () => (await boardText(page)).length === 36, 'a smaller board');
    await page.click('#editor-cancel');
    await until(async () => (await boardText(page)).length === 64, 'the old board');
}));

test('a review names the mistakes, marks them and can be saved', () => withPage({ fragment: link('review') }, async (page) => {
    await page.selectOption('select[name=quality]', '8');
    await page.click('#start-review');
    await page.waitForSelector('#save-review');
    const faults = await page.locator('.fault').count();
    assert.ok(faults > 0);
    assert.ok(await page.locator('.graph .spot').count() >= faults);
    assert.equal(await page.locator('.sums .big td').count(), 2);
    const download = page.waitForEvent('download');
    await page.click('#save-review');
    const report = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    assert.equal(report.moves_reviewed.length, await moveCount(page));
    assert.ok(report.result.black.accuracy > 0 && report.result.black.accuracy <= 100);
    const worst = report.moves_reviewed.reduce((a, b) => (b.loss > a.loss ? b : a));
    // On a large screen the moves stand below the graph, not below the mistakes.
    const before = page.viewportSize();
    await page.setViewportSize({ width: 2560, height: 1440 });
    const [graph, moves, list] = await Promise.all(['.graph', '.moves', '.mistakes'].map((one) => page.locator(one).boundingBox()));
    assert.ok(moves.x < list.x && moves.y > graph.y && graph.x < list.x, JSON.stringify([graph, moves, list]));
    await page.setViewportSize(before);
    const faultAt = () => page.textContent('.fault[aria-current] > span:nth-child(2)');
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    assert.equal(await faultAt(), await page.textContent('.fault:nth-child(1) > span:nth-child(2)'));
    await page.click('#next-fault');
    assert.equal(await faultAt(), await page.textContent('.fault:nth-child(2) > span:nth-child(2)'));
    await page.keyboard.press('p');
    assert.equal(await faultAt(), await page.textContent('.fault:nth-child(1) > span:nth-child(2)'));
    assert.match(await page.getAttribute('.square.is-played', 'aria-label'), /, played/);
    await page.locator('.fault', { hasText: `${worst.ply + 1}. ` }).click();
    await page.click('#try-again');
    await square(page, worst.move).click();
    await until(async () => /still loses/.test(await page.textContent('.task')), 'the verdict');
    await page.click('#try-again');
    await square(page, worst.best).click();
    await until(async () => /is right/.test(await page.textContent('.task')), 'praise');
}));

test('one key reviews the game', () => withPage({ fragment: '#b=8x8&m=f5d6c3d3c4f4' }, async (page) => {
    await page.keyboard.press('v');
    await page.waitForSelector('#save-review');
}));

test('an evaluation shows terms that add up, and draws its weights', () => withPage({ fragment: link('learn', 24), settings: { eval: 'kukreja', learn: 'eval' } }, async (page) => {
    await page.waitForSelector('.terms tbody tr');
    const points = await page.$$eval('.terms tbody td:nth-child(4)', (all) => all.map((one) => Number(one.textContent.replaceAll(',', ''))));
    const sum = Number((await page.textContent('.terms tfoot td:nth-child(4)')).replaceAll(',', ''));
    assert.ok(points.length >= 5);
    assert.ok(Math.abs(points.reduce((a, b) => a + b, 0) - sum) < 0.05 * points.length);
    assert.equal(await page.locator('.tint').count(), 64);
    await page.check('input[value=mobility]');
    await until(async () => (await page.locator('.tint').count()) < 64, 'another overlay');
    assert.match(await page.getAttribute(`[data-square="${(await legalSquares(page))[0]}"]`, 'aria-label'), /Mobility/);
}));

test('the tree shows what was cut off and counts what that saved', () => withPage({ fragment: link('learn', 24), settings: { learn: 'eval' } }, async (page) => {
    await page.check('input[value=tree]');
    await page.waitForSelector('.tree .node');
    await page.selectOption('select[name=tree-depth]', '4');
    const position = (await api('game', { moves: game })).states[24].position;
    const data = await api('tree', { position, depth: 4, eval: 'alpha-othello' });
    await until(async () => (await page.textContent('.saved')).includes(data.minimax_nodes.toLocaleString('en')), 'the count of minimax');
    assert.ok((await page.textContent('.saved')).includes(data.nodes.toLocaleString('en')));
    assert.ok(data.nodes < data.minimax_nodes / 2);
    await page.locator('.tree .is-cut').first().click();
    assert.match(await page.textContent('.why'), /cut off/);
    assert.ok(await page.locator('.tree .cut').count());
    const before = await boardText(page);
    await page.locator('.tree ul ul .node').last().click();
    await until(async () => (await boardText(page)) !== before, 'the position of the node');
}));

test('every classic evaluation explains itself on its board', async () => {
    const { classics } = await (await fetch(`${server.url}api/v1/players`)).json();
    for (const { name, boards, home_only: isHomeOnly } of classics) {
        for (const board of isHomeOnly ? boards.split(',') : ['8x8', '6x6', '9x7', '5x4']) {
            const { states } = await api('game', { board });
            const { value, terms, features } = await api('evaluate', { board, position: states[0].position, eval: name });
            assert.ok(Math.abs(terms.reduce((sum, term) => sum + term.product, 0) - value) < 1e-6, `${name} on ${board}`);
            assert.equal(features.mobility.black.length, Object.keys(states[0].legal).length);
            const { tree, nodes } = await api('tree', { board, position: states[0].position, eval: name, depth: 2 });
            assert.ok(tree.children.length > 0 && nodes > 2, `${name} on ${board}`);
        }
    }
});

test('alpha-beta finds the value of minimax in every order', async () => {
    const { states } = await api('game', { moves: game });
    for (const ply of allTests ? [8, 24, 40, 55] : [24, 55]) {
        for (const name of ['positional', 'miniproject3', 'botzone', 'e03-judge']) {
            const values = await Promise.all(['program', 'sorted', 'reversed'].map(async (order) => (await api('tree', { position: states[ply].position, depth: 4, eval: name, order })).tree.value));
            assert.equal(new Set(values).size, 1, `${name} at ${ply}: ${values}`);
        }
    }
});

const pasted = [
    ['a transcript', 'F5 d6 C3', 3],
    ['a numbered transcript', '1. f5 2. d6', 2],
    ['GGF', '(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)', 2],
    ['SGF', '(;GM[2]SZ[8];B[f5];W[df])', 2],
    ['a board', '-----------------------------------------------------OX------X-- X'.replace(/^/, ''), 0],
    ['OBF', '---------------------------OX------XO--------------------------- X; d3:+0;', 0],
];
test('a transcript, a board, GGF, SGF and OBF can be pasted', () => withPage({ fragment: '#b=8x8&v=analyse' }, async (page) => {
    for (const [what, text, moves] of pasted) {
        await page.click('#import');
        await page.fill('textarea[name=text]', text);
        await page.click('#do-import');
        await page.waitForSelector('dialog', { state: 'detached' });
        await until(async () => (await moveCount(page)) === moves, `the moves of ${what}`);
    }
}));

test('nonsense is refused with the reason, and the game stays', () => withPage({ fragment: link('analyse'), expectErrors: true }, async (page) => {
    await page.click('#import');
    await page.fill('textarea[name=text]', 'f5d6<script>alert(1)</script>');
    await page.click('#do-import');
    await until(async () => /move 3/.test(await page.textContent('dialog [role=alert]')), 'the reason');
    await page.keyboard.press('Escape');
    assert.ok((await moveCount(page)) > 50);
}));

test('a link carries the game, and what is copied is what is shown', () => withPage({ fragment: link('analyse', 12) }, async (page, profile) => {
    await page.click('#share');
    assert.match(await page.textContent('.row:has(> #save-sgf)'), /^GameSGF$/);
    assert.match(await page.textContent('.row:has(> #save-svg)'), /^DiagramSVGPNG$/);
    await page.click('#copy-link');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.inputValue('#share-link'));
    assert.equal(await page.inputValue('#share-moves'), game);
    const position = await page.inputValue('#share-board');
    for (const name of ['moves', 'board']) {
        await page.click(`#copy-${name}`);
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.inputValue(`#share-${name}`));
    }
    for (const id of ['#save-svg', '#save-png']) {
        const download = page.waitForEvent('download');
        await page.click(id);
        const bytes = readFileSync(await (await download).path());
        assert.match(bytes.subarray(0, 5).toString('latin1'), id === '#save-svg' ? /^<svg/ : /^\x89PNG/);
        assert.ok(bytes.length > 1000);
    }
    const other = await profile.newPage();
    await other.goto(copied);
    await other.waitForSelector('html[data-ready]');
    assert.equal(await boardText(other), position.slice(0, 64));
    assert.equal(await moveCount(other), await moveCount(page));
    assert.equal(await other.getAttribute('[data-view=analyse]', 'aria-current'), 'page');
}));

test('what is copied in any format can be pasted again', () => withPage({ fragment: link('analyse'), settings: { engineOn: false } }, async (page) => {
    for (const [fragment, squares, formats] of [['', 64, 'ggf sgf'], ['#b=9x7&m=c3&v=analyse', 63, 'sgf'], ['#b=4x4&m=c1&s=XO--------------_X&v=analyse', 16, 'obf']]) {
        if (fragment) await page.evaluate((hash) => { location.hash = hash; }, fragment);
        await until(async () => (await boardText(page)).length === squares, fragment);
        const count = await moveCount(page), shown = await boardText(page);
        for (const format of formats.split(' ')) {
            await page.click('#share');
            await page.selectOption('select[name=format]', format);
            const text = await until(() => page.inputValue('#share-format'), format);
            await page.click('#copy-format');
            assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
            await page.keyboard.press('Escape');
            await page.click('#import');
            await page.fill('textarea[name=text]', text);
            await page.click('#do-import');
            await page.waitForSelector('dialog', { state: 'detached' });
            await until(async () => (await moveCount(page)) === (format === 'obf' ? 0 : count), `${format} again`);
            assert.equal(await boardText(page), shown);
        }
    }
}));

test('a reload keeps the game', () => withPage({}, async (page) => {
    await square(page, 'd3').click();
    await until(async () => (await moveCount(page)) >= 2, 'two moves');
    const before = await boardText(page);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    assert.equal(await boardText(page), before);
}));

test('the language follows the browser and can be switched', async () => {
    // A profile takes two seconds; which language is whose, words.mjs tests without one.
    for (const [locale, lang, word] of allTests ? [['fr-CA', 'fr', 'Jouer'], ['zh-HK', 'zh-TW', '對弈'], ['ja', 'ja', '対局']] : [['ja', 'ja', '対局']]) {
        await withPage({ locale }, async (page) => {
            assert.equal(await page.getAttribute('html', 'lang'), lang);
            assert.equal(await page.textContent('[data-view=play] span'), word);
        });
    }
    await withPage({ fragment: '#lang=ja' }, async (page) => {
        assert.equal(await page.textContent('[data-view=learn] span'), '学習');
        await page.goto(server.url);
        await page.waitForSelector('html[data-ready][lang=ja]');
    });
    await withPage({ viewport: phone }, async (page) => {
        await square(page, 'd3').click();
        for (const [lang, word] of [['fr', 'Analyser'], ['ja', '解析'], ['zh-CN', '分析'], ['zh-TW', '分析'], ['en', 'Analyse']]) {
            await page.selectOption('select[name=language]', lang);
            await page.waitForSelector(`html[lang="${lang}"]`); // one word may be the same in two languages
            assert.equal(await page.textContent('[data-view=analyse] span'), word);
        }
        assert.ok((await moveCount(page)) >= 1);
        await page.selectOption('select[name=language]', 'fr');
        await page.reload();
        await page.waitForSelector('html[data-ready][lang=fr]');
        for (const view of ['play', 'analyse', 'review', 'learn']) {
            await page.click(`[data-view=${view}]`);
            await page.waitForSelector(`[data-view=${view}][aria-current]`);
            assert.doesNotMatch(await page.innerText('#panel'), /\{\w+\}|undefined|NaN/);
        }
    });
});

test('a link to this page can be pasted', () => withPage({ fragment: '#b=8x8&v=analyse' }, async (page) => {
    await page.click('#import');
    await page.fill('textarea[name=text]', `${server.url}#b=6x6&m=d5c5`);
    await page.click('#do-import');
    await until(async () => (await boardText(page)).length === 36, 'the game of the link');
}));
