// Every view on every size of screen, light and dark, in every language: nothing for axe to complain about,
// nothing wider than the screen, no text that is cut off. `make test` looks at a sample, tests/slow/browser_all.sh
// at all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTests, faults, game, startServer, withPage } from './lib.mjs';

const sizes = [[390, 844], [820, 1180], [1280, 800], [2560, 1440], [3840, 2160]];
const schemes = ['light', 'dark'];
const languages = ['en', 'ja', 'zh-CN', 'zh-TW', 'fr'];

const at = (view, ply) => `#b=8x8&m=${game}&p=${ply}&v=${view}`;

/**
 * What is looked at: the address, what must be there first, and on the same page what is opened after that, each with
 * what must be there then.
 */
const views = {
    play: ['#new-game', at('play', 30), {
        setup: async (page) => { await page.click('#new-game'); await page.waitForSelector('dialog'); },
        shortcuts: async (page) => { await page.keyboard.press('Escape'); await page.click('#help'); await page.waitForSelector('dialog kbd'); },
    }],
    analyse: ['.value.is-exact', at('analyse', 48), {
        explorer: async (page) => { await page.keyboard.press('Home'); await page.keyboard.press('.'); await page.click('#engine-on'); await page.click('#explorer summary'); await page.waitForSelector('.explorer tbody tr'); },
        notes: async (page) => { await page.click('#notes summary'); await page.fill('textarea[name=comment]', 'f5'); await page.check('input[value=parity]'); await page.waitForSelector('.region'); },
        share: async (page) => { await page.click('#share'); await page.waitForSelector('dialog'); },
        import: async (page) => { await page.keyboard.press('Escape'); await page.click('#import'); await page.waitForSelector('dialog textarea'); },
        editor: async (page) => { await page.keyboard.press('Escape'); await page.click('#edit'); await page.waitForSelector('.palette'); },
    }],
    review: ['#save-review', at('review', 40), {
        mistake: async (page) => { await page.locator('.fault').first().click(); await page.waitForSelector('#try-again'); },
    }],
    learn: ['.panel .card', '#b=8x8&v=learn', {
        puzzle: async (page) => { await page.click('#start-puzzles'); await page.waitForSelector('.task .grade'); },
        lessons: async (page) => { await page.check('input[value=lessons]'); await page.click('#step-corners summary'); await page.click('#try-corners-0'); await page.waitForSelector('#step-corners .task'); },
        evaluation: async (page) => { await page.check('input[value=eval]'); await page.waitForSelector('.terms'); },
        tree: async (page) => { await page.check('input[value=tree]'); await page.waitForSelector('.tree .node'); },
    }],
    games: ['.games', '#b=8x8&v=games'],
    opponents: ['#ladder', '#b=8x8', {
        ladder: async (page) => { await page.click('#ladder'); await page.waitForSelector('.rung'); },
    }, { white: 'engine' }],
    small: ['.perfect:not([hidden])', '#b=6x6&m=e4c5b3', {}, { board: '6x6' }],
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
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`; // style.font is empty where digits are tabular
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), wide = pen.measureText(text).width;
        if (wide > room + 1) found.push(`select ${select.name}: ${text} (${wide.toFixed(0)} of ${room.toFixed(0)})`);
    }
    return found;
});

/**
 * Looks at what is shown, whether texts are cut off, and lets axe-core look: on every size in both schemes. `make test` looks
 * for texts on a phone and on another size that depends on `number`, and leaves axe-core to tests/browser/access.mjs.
 */
async function look(page, name, number) {
    const found = [];
    for (const [i, [width, height]] of sizes.entries()) {
        const isMine = i === number % sizes.length;
        if (!allTests && !isMine && width !== 390) continue;
        await page.setViewportSize({ width, height });
        found.push(...(await cutOff(page)).map((text) => `${name}, ${width}x${height}: cut off: ${text}`));
        for (const colorScheme of allTests ? schemes : []) {
            await page.emulateMedia({ colorScheme });
            found.push(...await faults(page, `${name}, ${width}x${height}, ${colorScheme}`));
        }
    }
    assert.deepEqual(found, []);
}

let number = 0;
const lookAt = (name, language, others = {}) => {
    const [selector, fragment, more = {}, settings] = views[name];
    return withPage({ fragment, locale: language, settings: { language, black: 'human', white: 'human', reviewLevel: '8', ...settings }, expectErrors: true, ...others }, async (page) => {
        if (name === 'review') await page.click('#start-review');
        await page.waitForSelector(selector);
        await look(page, `${name} in ${language}`, number);
        for (const [part, open] of Object.entries(more)) {
            await page.setViewportSize({ width: 1280, height: 800 });
            await open(page);
            await look(page, `${part} in ${language}`, ++number);
        }
    });
};

for (const [i, name] of Object.keys(views).filter((one) => one !== 'live').entries()) {
    for (const language of allTests ? languages : [languages[i % languages.length]]) {
        const parts = Object.keys(views[name][2] ?? {});
        test(`${[name, ...parts].join(', ')} in ${language}: it fits on every screen, light and dark`, () => lookAt(name, language).finally(() => number++));
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
