// What the tests of the page share: the server, the browser, and ways to look at the board.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.env.BROWSER_MODULES}/`);
const axeSource = require('axe-core').source;
const { chromium } = require('playwright-core');

export const desktop = { width: 1280, height: 860 };
export const phone = { width: 390, height: 844 };

/** A game that was really played: Black wins the opening, then loses it. */
export const game = 'd3c5e6f3e3f7e7d2c3f5f6c2c4d6f4f2f8g3g4h5c7g5g6d7c1b5e1d1e2h6f1e8c6g8a4b8h4h3g2h2d8c8b7a5b6a8b4a3b3a2b2h1g1g7a7a6h7h8b1a1';

// Nothing here waits for a time, only for a state: this is when a crowded machine is given up.
const PATIENCE_MS = 40000;

let browser;
export let server;
const tabs = new Map();

/**
 * What the browser writes down as an error and is none: a search that a newer one of the same page has
 * ended, the icon that it looks for beside a picture, a service worker where a test wants none.
 */
const isHarmless = (message) => message.text().includes('409 (Conflict)') || message.text().startsWith('Service Worker registration blocked') || message.location().url.endsWith('/favicon.ico');

/** Starts `bianca serve`, or a tournament with `--serve`; `port` 0 takes any. */
export async function startServer(port = 0, others = [], command = 'serve') {
    const own = command === 'serve' ? ['--hash', '16'] : [];
    const child = spawn(process.env.BIANCA, [command, '--port', String(port), ...own, ...others], { stdio: ['ignore', 'pipe', command === 'serve' ? 'inherit' : 'pipe'] });
    const url = await new Promise((resolve, reject) => {
        let text = '';
        const read = (part) => {
            text += part;
            const found = /http:\/\/\S+/.exec(text);
            if (found) resolve(found[0]);
        };
        child.stdout.on('data', read);
        child.stderr?.on('data', read);
        child.on('exit', () => reject(new Error(`bianca ${command} ended: ${text}`)));
    });
    const stop = (signal = 'SIGTERM') => new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.on('exit', () => resolve());
        child.kill(signal);
    });
    return { url, port: Number(new URL(url).port), stop, child };
}

/** Started anew if it has ended by itself between two tests; one that ends during a test fails it. */
async function needBrowser() {
    if (browser?.isConnected()) return;
    tabs.clear();
    browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
}

export async function startAll() {
    server = await startServer();
    await needBrowser();
}

export async function stopAll() {
    await browser?.close();
    await server?.stop();
}

/**
 * Runs in the page before everything else: an address with `?fresh=SETTINGS` finds nothing kept from before
 * but the settings. The page opens its database after this one is deleted: such requests are a queue.
 */
function forget() {
    const values = new URLSearchParams(location.search).get('fresh');
    if (values === null) return;
    indexedDB.deleteDatabase('bianca');
    localStorage.clear();
    sessionStorage.clear();
    if (values) localStorage.setItem('bianca.settings', values);
    history.replaceState(null, '', location.pathname + location.hash);
}

/** A message about a server that the test before has stopped may come late, when the tab shows another. */
const isOfOtherServer = (message, tab) => message.location().url.startsWith('http') && new URL(message.location().url).origin !== tab.origin;

/** A tab to be used again: a new one takes a second of both cores, and a new profile two. */
async function openTab(profileOptions) {
    const profile = await browser.newContext({ ...profileOptions, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await profile.newPage();
    await page.addInitScript(forget);
    const tab = { profile, page, problems: [] };
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !isHarmless(message) && !isOfOtherServer(message, tab)) tab.problems.push(message.text()); });
    page.on('pageerror', (error) => tab.problems.push(String(error)));
    page.on('request', (request) => { if (!/^(http:\/\/127\.0\.0\.1:|blob:|data:)/.test(request.url())) tab.problems.push(`asked for ${request.url()}`); });
    return tab;
}

/** Every size with every theme, and more boards: tests/slow/browser_all.sh. */
export const allTests = Boolean(process.env.BROWSER_ALL);

/**
 * Opens the page with nothing kept from before but `settings`, runs `work`, and checks that nothing
 * was written to the console and nothing was asked of another server.
 */
export async function withPage(options, work) {
    const { fragment = '', url = server.url, settings = {}, expectErrors = false, isFresh = false, viewport = desktop, colorScheme = 'light', reducedMotion = 'reduce', locale = 'en-GB', ...others } = options;
    const key = JSON.stringify([locale, others]);
    await needBrowser();
    const tab = (!isFresh && tabs.get(key)) || await openTab({ locale, serviceWorkers: isFresh ? 'allow' : 'block', ...others });
    tabs.delete(key); // until the test is over: after a failure nobody shall use it
    const { page, profile } = tab;
    try {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion });
        const values = Object.keys(settings).length ? encodeURIComponent(JSON.stringify(settings)) : '';
        tab.problems.length = 0;
        tab.origin = new URL(url).origin;
        await page.goto(`${url}?fresh=${values}${fragment}`);
        await page.waitForSelector('html[data-ready]');
        await work(page, profile);
        if (!expectErrors) assert.deepEqual(tab.problems, []);
        for (const other of profile.pages()) if (other !== page) await other.close();
        if (!isFresh && !tabs.has(key)) tabs.set(key, tab);
    } finally {
        if (tabs.get(key) !== tab) await profile.close();
    }
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** The board as text: X, O and - row by row. */
export const boardText = (page) => page.$$eval('.square', (squares) => squares.map((one) => (one.querySelector('.disc.black') ? 'X' : one.querySelector('.disc.white') ? 'O' : '-')).join(''));

export const legalSquares = (page) => page.$$eval('.square.is-legal', (squares) => squares.map((one) => one.dataset.square));

/** Discs of both sides as the strip above the board counts them. */
export const counts = (page) => page.$$eval('.side .count', (all) => all.map((one) => Number(one.lastChild.textContent)));

/** Waits until `test` gives something true. */
export async function until(test, what, ms = PATIENCE_MS) {
    const end = Date.now() + ms;
    for (;;) {
        const value = await test();
        if (value) return value;
        if (Date.now() > end) throw new Error(`in vain: ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

export const moveCount = (page) => page.$$eval('.moves > li:not(.variation) button', (all) => all.length);

/**
 * Clicks legal squares until the game is over. Whose turn it is, is the page's business: a program's
 * answer and a pass are waited for. The page is asked where to click, and the mouse clicks there.
 */
export async function playOn(page) {
    for (let moves = -1, clicks = 0; ; clicks++) {
        const turn = await page.waitForFunction((before) => {
            if (document.querySelector('#review-game')) return { isOver: true };
            const count = document.querySelectorAll('.moves > li:not(.variation) button').length;
            const square = count > before && document.querySelector('.board.is-active .square.is-legal');
            if (!square) return null;
            const box = square.getBoundingClientRect();
            return { count, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }, moves, { polling: 20 });
        const { isOver, count, x, y } = await turn.jsonValue();
        if (isOver) return clicks;
        moves = count;
        await page.mouse.click(x, y);
    }
}

/** Starts a game through the dialog. */
export async function newGame(page, { board, black = 'human', white = 'human', clock }) {
    await page.click('#new-game');
    if (board) {
        const known = await page.$$eval('select[name=board] option', (all) => all.map((one) => one.value));
        await page.selectOption('select[name=board]', known.includes(board) ? board : 'free');
        if (!known.includes(board)) await page.fill('input[name=size]', board);
    }
    await page.selectOption('select[name=black]', black);
    await page.selectOption('select[name=white]', white);
    if (clock) await page.selectOption('select[name=clock]', clock);
    await page.click('#start-game');
    await page.waitForSelector('dialog', { state: 'detached' });
}

/** My games with ten thousand games in it. */
export async function openManyGames(page) {
    await page.evaluate(async () => {
        const { putGames } = await import('/js/library.js');
        await putGames(Array.from({ length: 10000 }, (_, i) => ({ id: `g${i}`, date: i, board: '8x8', moves: 'f5d6', start: '', sgf: '(;GM[2];B[f5])', black: `player ${i}`, white: 'x', score: 4, plies: 60, opening: null, accuracy: null })));
    });
    await page.click('[data-view=games]');
    await until(async () => (await page.locator('.game').count()) > 5, 'rows');
}

export async function api(verb, body, base = server.url) {
    const answer = await fetch(`${base}api/v1/${verb}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return answer.json();
}

/** What axe-core finds, and whether the page is wider than the screen. */
export async function faults(page, what) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        const texts = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary.split('\n').slice(0, 3).join(' ')}`));
        return wide > 0 ? [...texts, `${wide} pixels too wide`] : texts;
    });
    return found.map((text) => `${what}: ${text}`);
}

/** How often the page was looked at: each time in another way. */
let looks = 0;

/**
 * Looks at the page as it is now, in both sizes and both colour schemes; in `make test` in one of the
 * four ways, the next time in another.
 */
export async function assertAccessible(page, what) {
    const found = [], look = looks++;
    for (const [i, [size, viewport]] of Object.entries({ phone, desktop }).entries()) {
        if (!allTests && look % 2 !== i) continue;
        await page.setViewportSize(viewport);
        for (const colorScheme of allTests ? ['dark', 'light'] : [(look >> 1) % 2 ? 'dark' : 'light']) {
            await page.emulateMedia({ colorScheme });
            found.push(...await faults(page, `${what}, ${size}, ${colorScheme}`));
        }
    }
    assert.deepEqual(found, []);
}

/** Plays a tournament or a match, opens its report, and gives `work` the page and the JSON inside. */
export const withReport = (players, options, work, command = 'tournament') => withPage({ expectErrors: true }, async (page) => {
    const file = join(process.env.TMPDIR ?? '/tmp', 'report.html');
    execFileSync(process.env.BIANCA, [command, ...players, '--html', file, ...options], { stdio: 'ignore' });
    const problems = [];
    const note = (error) => problems.push(String(error));
    page.on('pageerror', note);
    await page.goto(pathToFileURL(file).href);
    const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(file, 'utf8'))[1]);
    await work(page, data);
    page.off('pageerror', note);
    assert.deepEqual(problems, []);
});
