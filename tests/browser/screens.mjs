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

/** Texts that are cut off without a mark that there is more: by their box, by one around it, or by a closed list. */
const cutOff = (page) => page.evaluate(() => {
    const isClipped = (style) => style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll';
    /** Where a text is shown at all; null if it may be scrolled there, or an ellipsis says that there is more. */
    const roomOf = (element, box) => {
        const room = { left: -1, right: innerWidth + 1, top: -Infinity, bottom: Infinity };
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at), outer = at.getBoundingClientRect();
            if (style.textOverflow === 'ellipsis' && isClipped(style)) return null;
            if (!isClipped(style) && style.overflowX !== 'visible' && (box.right > outer.right + 1 || box.left < outer.left - 1)) return null;
            if (style.overflowY === 'auto' || style.overflowY === 'scroll') return { ...room, top: -Infinity, bottom: Infinity };
            if (!isClipped(style)) continue;
            room.left = Math.max(room.left, outer.left - 1);
            room.right = Math.min(room.right, outer.right + 1);
            room.top = Math.max(room.top, outer.top - 2);
            room.bottom = Math.min(room.bottom, outer.bottom + 2);
        }
        return room;
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement;
        if (!text.textContent.trim() || parent.closest('.hidden, .skip, svg, [hidden], select, option, script, #announce') || !parent.getClientRects().length) continue;
        const dialog = document.querySelector('dialog[open]');
        if (dialog && !dialog.contains(parent)) continue;
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) {
            const room = roomOf(parent, box);
            if (room && (box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom)) {
                found.push(`${parent.className || parent.tagName}: ${text.textContent.slice(0, 40)}`);
                break;
            }
        }
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
        if (!select.getClientRects().length || select.closest('[hidden]')) continue;
        const style = getComputedStyle(select), text = select.selectedOptions[0]?.textContent ?? '';
        pen.font = style.font;
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), wide = pen.measureText(text).width;
        if (wide > room + 1) found.push(`select ${select.name}: ${text} (${wide.toFixed(0)} of ${room.toFixed(0)})`);
    }
    return found;
});

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
