// For every eye and ear, and for one's own program: the safe palette, sounds, `serve --player`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { game, moveCount, square, startServer, until, withPage } from './lib.mjs';

const humans = { black: 'human', white: 'human' };

/** How people without one kind of cone see linear RGB (Viénot, Brettel and Mollon 1999). */
const visions = {
    protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
};

/** "rgb(1, 2, 3)" as linear RGB. */
const linear = (text) => text.match(/[\d.]+/g).slice(0, 3).map((one) => Number(one) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));

/** CIELAB of linear RGB, white D65. */
function lab([r, g, b]) {
    const f = (one) => (one > 216 / 24389 ? Math.cbrt(one) : (24389 / 27 * one + 16) / 116);
    const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(one, two, vision) {
    const seen = (text) => lab(visions[vision].map((row) => row.reduce((sum, part, i) => sum + part * linear(text)[i], 0)));
    return Math.hypot(...seen(one).map((part, i) => part - seen(two)[i]));
}

test('the safe palette: good and bad differ for colour-blind people, and it stays', () => withPage({ settings: humans }, async (page) => {
    await page.click('#palette');
    assert.equal(await page.getAttribute('#palette', 'aria-pressed'), 'true');
    await page.reload();
    await page.waitForSelector('html[data-ready][data-palette=safe]');
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const colours = await page.evaluate(() => Object.fromEntries(['accent', 'fair', 'poor', 'bad'].map((name) => {
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = `var(--${name})`;
            const { color } = getComputedStyle(probe);
            probe.remove();
            return [name, color];
        })));
        for (const vision of Object.keys(visions))
            for (const name of ['fair', 'poor', 'bad']) {
                const far = distance(colours.accent, colours[name], vision);
                assert.ok(far > 30, `${colorScheme}, ${vision}: good and ${name} are ${far.toFixed(0)} apart`);
            }
    }
    await page.click('#palette');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.palette), 'usual');
}));

test('discs are heard only by who asks for it', () => withPage({ settings: humans }, async (page) => {
    await page.evaluate(() => {
        window.tones = 0;
        const { createOscillator } = AudioContext.prototype;
        AudioContext.prototype.createOscillator = function () {
            window.tones++;
            return createOscillator.call(this);
        };
    });
    await square(page, 'd3').click();
    await until(async () => (await moveCount(page)) === 1, 'a silent move');
    assert.equal(await page.evaluate(() => window.tones), 0);
    assert.equal(await page.getAttribute('#sounds', 'aria-pressed'), 'false');
    await page.click('#sounds'); // and lets it be heard
    assert.equal(await page.getAttribute('#sounds', 'aria-pressed'), 'true');
    await square(page, 'c3').click();
    await until(async () => (await page.evaluate(() => window.tones)) === 2, 'a tone');
}));

test('a program of one’s own plays on the page, and says how long it thought', async () => {
    const own = await startServer(0, ['--player', `mine=gtp:${process.env.BIANCA} gtp --player discs:depth=1`, '--trust']);
    try {
        await withPage({ url: own.url, settings: { black: 'human', white: 'mine' } }, async (page) => {
            assert.deepEqual(await page.$$eval('select[name=opponent] optgroup[label="Your programs"] option', (all) => all.map((one) => one.value)), ['mine']);
            await square(page, 'd3').click();
            await until(async () => (await moveCount(page)) === 2, 'its answer');
            await until(async () => /mine.*\d s/.test(await page.textContent('.panel')), 'its time');
            assert.match(await page.textContent('.side[data-side=white]'), /mine/);
        });
        // The opponent is still the same in another game.
        await withPage({ url: own.url, fragment: `#b=8x8&m=${game}&p=20`, settings: { black: 'human', white: 'mine' } }, async (page) => {
            assert.equal(await page.inputValue('select[name=opponent]'), 'mine');
        });
    } finally {
        await own.stop();
    }
});
