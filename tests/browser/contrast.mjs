// Contrast on the board, measured in pixels of screenshots: axe-core sees neither felt nor tints nor shadows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTests, game, square, withPage } from './lib.mjs';

const TEXT = 4.5, SHAPE = 3; // WCAG 2.2: 1.4.3 and 1.4.11
const viewport = { width: 1000, height: 720 }; // squares of 57 pixels: pictures of larger ones take longer

/** Hides something for a moment, and takes a picture of the board. */
async function pictureWithout(page, rule) {
    const style = await page.evaluateHandle((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
        return sheet;
    }, rule);
    const picture = await page.locator('.board').screenshot();
    await page.evaluate(() => { document.adoptedStyleSheets = []; });
    await style.dispose();
    return picture.toString('base64');
}

/**
 * The contrast of what stands on squares with what is around it: the pixels that change when it is hidden, and those
 * beside them. Squares where nothing changes are left out.
 */
const contrasts = (page, shown, hidden, selector) => page.evaluate(async ([first, second, wanted]) => {
    const load = async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const pen = canvas.getContext('2d', { willReadFrequently: true });
        pen.drawImage(image, 0, 0);
        return pen;
    };
    const [one, other] = [await load(first), await load(second)], board = document.querySelector('.board').getBoundingClientRect();
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = ({ data }, i) => 0.2126 * part(data[i]) + 0.7152 * part(data[i + 1]) + 0.0722 * part(data[i + 2]);
    const middle = (all) => all.sort((a, b) => a - b)[all.length >> 1];
    const found = [];
    for (const element of document.querySelectorAll(wanted)) {
        const box = element.getBoundingClientRect(), x = Math.round(box.left - board.left), y = Math.round(box.top - board.top), width = Math.round(box.width), height = Math.round(box.height);
        const a = one.getImageData(x, y, width, height), b = other.getImageData(x, y, width, height);
        const change = (i) => Math.abs(a.data[i] - b.data[i]) + Math.abs(a.data[i + 1] - b.data[i + 1]) + Math.abs(a.data[i + 2] - b.data[i + 2]);
        let most = 0;
        for (let i = 0; i < a.data.length; i += 4) most = Math.max(most, change(i));
        if (most < 30) continue;
        const ink = [], around = [];
        for (let i = 0; i < a.data.length; i += 4) {
            if (change(i) >= 0.85 * most) ink.push(light(a, i));
            else if (change(i) <= 0.1 * most && [4, -4, 8, -8, 4 * width, -4 * width, 8 * width, -8 * width].some((step) => i + step >= 0 && i + step < a.data.length && change(i + step) >= 0.5 * most)) around.push(light(a, i));
        }
        if (ink.length < 4 || around.length < 4) continue;
        const [dark, bright] = [middle(ink), middle(around)].sort((p, q) => p - q);
        found.push({ square: element.closest('.square').dataset.square, text: element.textContent, contrast: (bright + 0.05) / (dark + 0.05) });
    }
    return found;
}, [shown, hidden, selector]);

/** Asserts that everything of a kind stands out. */
async function assertContrast(page, what, least, selector, hide) {
    const shown = await pictureWithout(page, ''), hidden = await pictureWithout(page, hide);
    const all = await contrasts(page, shown, hidden, selector);
    assert.ok(all.length > 0, `${what}: there is nothing to look at`);
    const weak = all.filter(({ contrast }) => contrast < least);
    assert.deepEqual(weak.map((one) => `${what}: ${one.square} ${one.text} ${one.contrast.toFixed(2)}`), []);
}

/** Scores, and the sizes of regions: each by itself, since a square may have both in different colours. */
async function numbers(page, what) {
    for (const kind of ['.value', '.region']) {
        if (await page.locator(`.square ${kind}`).count() === 0) continue;
        await assertContrast(page, `${what}, ${kind}`, TEXT, `.square:has(${kind})`, `${kind} { -webkit-text-fill-color: transparent !important; }`);
    }
}
const rings = (page, what) => assertContrast(page, what, SHAPE, '.square.is-legal:not(.has-value)', '.square.is-legal::before { visibility: hidden; }');
const frames = (page, what) => assertContrast(page, what, SHAPE, '.square.has-tint', '.tint { visibility: hidden; }');

/** Scores of every class of loss, exact ones and estimates, on what the board shows. */
const drawScores = (page) => page.evaluate(async () => {
    const { app } = await import('/js/app.js'), { valuesOf } = await import('/js/analysis.js');
    const lines = Object.keys(app.game.current.state.legal).map((move, i) => ({ move, score: 12.4 - 2.3 * (i >> 1), exact: i % 2 === 0 }));
    app.extras = { ...app.extras, values: valuesOf(lines, false) };
    app.refresh();
});

for (const palette of allTests ? ['usual', 'safe'] : ['usual']) {
    for (const ply of allTests ? [12, 26, 44] : [26]) {
        test(`scores and legal squares can be seen on every layer of Analyse (${palette}, move ${ply})`, () => withPage({ viewport, fragment: `#b=8x8&m=${game}&p=${ply}&v=analyse`, settings: { palette, engineOn: false } }, async (page) => {
            for (const [layer, tint] of Object.entries({ none: '.board', ...(allTests && { stable: '.board' }), frontier: '.tint.is-edge', parity: '.region' })) {
                await page.check(`input[name=layer][value=${layer}]`);
                await page.waitForSelector(tint);
                await rings(page, layer);
                if (layer === 'frontier') await frames(page, layer);
                await drawScores(page);
                await numbers(page, layer);
            }
        }));
    }
}

test('overlays of Learn can be read', () => withPage({ viewport, fragment: `#b=8x8&m=${game}&p=24&v=learn`, settings: { learn: 'eval' } }, async (page) => {
    await page.waitForSelector('.terms');
    await page.check('input[value=weights]');
    await page.waitForSelector('.tint.is-plus');
    await numbers(page, 'weights');
    for (const overlay of ['mobility', 'frontier']) {
        await page.check(`input[value=${overlay}]`);
        await page.waitForSelector('.tint:is(.is-black, .is-white)');
        await frames(page, overlay);
    }
}));

test('legal squares, the last move and a hint stand out for both sides', () => withPage({ viewport, fragment: `#b=8x8&m=${game}&p=30`, settings: { black: 'human', white: 'human' } }, async (page) => {
    await rings(page, 'black to move');
    await assertContrast(page, 'last move', SHAPE, '.square.is-last', '.mark { visibility: hidden; }');
    await page.click('#hint');
    await page.waitForSelector('.is-hint');
    await assertContrast(page, 'hint', SHAPE, '.square.is-hint', '.mark { visibility: hidden; }');
    await square(page, (await page.getAttribute('.is-hint', 'data-square'))).click();
    await page.waitForSelector('.board[data-side=white]');
    await rings(page, 'white to move');
}));
