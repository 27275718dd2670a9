// Every view on every size of screen, light and dark, in every language: nothing for axe to complain about,
// nothing wider than the screen, no text that is cut off. `make test` looks at a sample, tests/slow/browser_all.sh
// at all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTests, faults, game, startServer, withPage } from './lib.mjs';

const sizes = [[390, 844], [820, 1180], [1280, 800], [2560, 1440], [3840, 2160]];
const schemes = ['light', 'dark'];
const languages = ['en', 'ja', 'zh-CN', 'zh-TW', 'fr'];

/** Each view with what must be there before it is looked at. */
const views = {
    play: ['#new-game', `#b=8x8&m=${game}&p=30`],
    analyse: ['.value.is-exact', `#b=8x8&m=${game}&p=48&v=analyse`],
    review: ['#save-review', `#b=8x8&m=${game}&p=40&v=review`],
    learn: ['.panel .card', '#b=8x8&v=learn'],
    games: ['.games', '#b=8x8&v=games'],
    live: ['.live-result', '#b=8x8&v=live'],
};

/** Texts that their box cuts off without a mark that there is more. */
const cutOff = (page) => page.evaluate(() => [...document.querySelectorAll('main *, header *')].filter((one) => {
    const hasText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!hasText || one.closest('.hidden, svg, [hidden], select, option') || !one.getClientRects().length) return false;
    const { overflowX, textOverflow } = getComputedStyle(one);
    if (overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1) return true;
    // Beyond the edge of the screen, unless something around it scrolls or has an ellipsis.
    const box = one.getBoundingClientRect();
    if (box.right <= innerWidth + 1 && box.left >= -1) return false;
    for (let at = one.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflowX !== 'visible') return false;
    return true;
}).map((one) => `${one.className || one.tagName}: ${one.textContent.slice(0, 40)}`));

/** Looks at the view in all ways, or in one that depends on `number`. */
async function look(page, name, number) {
    const found = [];
    for (const [i, [width, height]] of sizes.entries()) {
        if (!allTests && i !== number % sizes.length) continue;
        await page.setViewportSize({ width, height });
        for (const [k, colorScheme] of schemes.entries()) {
            if (!allTests && k !== number % 2) continue;
            await page.emulateMedia({ colorScheme });
            const what = `${name}, ${width}x${height}, ${colorScheme}`;
            found.push(...await faults(page, what), ...(await cutOff(page)).map((text) => `${what}: cut off: ${text}`));
        }
    }
    assert.deepEqual(found, []);
}

let number = 0;
const lookAt = (name, language, others = {}) => withPage({ fragment: views[name][1], locale: language, settings: { language, black: 'human', white: 'human', reviewLevel: '8' }, expectErrors: true, ...others }, async (page) => {
    if (name === 'review') await page.click('#start-review');
    await page.waitForSelector(views[name][0]);
    await look(page, `${name} in ${language}`, number);
});

for (const [i, name] of Object.keys(views).filter((one) => one !== 'live').entries()) {
    for (const language of allTests ? languages : [languages[i % languages.length]]) {
        test(`${name} in ${language} fits on every screen, light and dark`, () => lookAt(name, language).finally(() => number++));
    }
}

test('a tournament fits on every screen, light and dark', async () => {
    const own = await startServer(0, ['random', 'baseline2', 'a player whose name is longer than any column=discs:depth=1', '--games', '4', '--serve'], 'tournament');
    try {
        for (const language of allTests ? languages : ['fr']) {
            await lookAt('live', language, { url: own.url });
            number++;
        }
    } finally {
        await own.stop('SIGINT');
    }
});
