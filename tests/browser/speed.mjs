// First paint, size, and clicks while the engine thinks on every core.
import assert from 'node:assert/strict';
import { cpus, loadavg } from 'node:os';
import { test } from 'node:test';
import { game, openManyGames, square, until, withPage } from './lib.mjs';

// On a machine that is busy with other things as well, times say little: three times as long is allowed,
// and the log says so.
const isCrowded = loadavg()[0] > 2 * cpus().length + 1, patience = isCrowded ? 3 : 1;
const FIRST_PAINT_MS = 300 * patience, PAGE_BYTES = 350 * 1024, CLICK_MS = 50 * patience, FRAME_MS = 50 * patience;
if (isCrowded) console.log(`the machine is crowded (load ${loadavg()[0].toFixed(1)}): times may be ${patience} times as long`);

test('the first paint comes within 0.3 s and the page is under 350 KB', async () => {
    let best = Infinity;
    for (let i = 0; i < 3; i++) {
        await withPage({ isFresh: true, fragment: `#b=8x8&m=${game}&v=analyse&p=30` }, async (page) => {
            const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
            best = Math.min(best, paint);
            const bytes = await page.evaluate(() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter((one) => !one.name.includes('/api/')).reduce((sum, one) => sum + one.decodedBodySize, 0));
            console.log(`first paint ${paint.toFixed(0)} ms, ${bytes} bytes`);
            assert.ok(bytes < PAGE_BYTES);
        });
    }
    assert.ok(best < FIRST_PAINT_MS, `${best} ms`);
});

/** Clicks legal squares while the engine is busy; the milliseconds from each click to its frame on the screen. */
async function clickTimes(page) {
    await page.evaluate(() => {
        window.clicks = [];
        // The browser's own measure, from the input to the frame that shows it.
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (entry.name === 'click') window.clicks.push(entry.duration);
        }).observe({ type: 'event', durationThreshold: 16 });
    });
    const count = 10;
    for (let i = 0; i < count; i++) {
        // The numbers may still be those of the position before: the move must be in the list first.
        const legal = await until(async () => {
            const isBusy = Number(/Depth (\d+)/.exec(await page.textContent('.facts'))?.[1] ?? 0) >= 10;
            const squares = await page.$$eval('.square.is-legal', (all) => all.map((one) => one.dataset.square));
            return isBusy && squares.length > 0 ? squares : null;
        }, 'a busy engine');
        const shown = page.evaluate((name) => new Promise((resolve) => {
            const target = document.querySelector(`[data-square="${name}"]`);
            target.addEventListener('click', () => requestAnimationFrame(() => resolve(!!target.querySelector('.disc'))), { once: true });
        }), legal[i % legal.length]);
        await square(page, legal[i % legal.length]).click();
        assert.ok(await shown, 'the disc is there in the next frame');
    }
    await page.waitForTimeout(200);
    const slow = await page.evaluate(() => window.clicks);
    return [...Array(Math.max(0, count - slow.length)).fill(16), ...slow].sort((a, b) => a - b);
}

test('a click is on the screen within 50 ms while the engine thinks', async () => {
    // Other work on the machine disturbs the measure: the best of three rounds counts.
    let best = [Infinity];
    for (let round = 0; round < 3 && best.at(-1) > CLICK_MS; round++) {
        await withPage({ fragment: `#b=8x8&m=${game}&v=analyse&p=6`, reducedMotion: 'no-preference' }, async (page) => {
            const times = await clickTimes(page);
            console.log(`clicks: median ${times[5]} ms, worst ${times.at(-1)} ms`);
            if (times[7] < best.at(-1)) best = times.slice(0, 8);
        });
    }
    assert.ok(best.at(-1) <= CLICK_MS, best.join(' '));
});

test('ten thousand games scroll smoothly', async () => {
    let best = Infinity;
    for (let round = 0; round < 3 && best > FRAME_MS; round++) {
        await withPage({}, async (page) => {
            await openManyGames(page);
            const slowest = await page.evaluate(async () => {
                const box = document.querySelector('.games-box');
                let worst = 0, last = performance.now();
                for (let i = 0; i < 60; i++) {
                    box.scrollTop += 900;
                    await new Promise((resolve) => requestAnimationFrame(resolve));
                    worst = Math.max(worst, performance.now() - last);
                    last = performance.now();
                }
                return worst;
            });
            console.log(`slowest frame of 10,000 games: ${slowest.toFixed(0)} ms`);
            best = Math.min(best, slowest);
        });
    }
    assert.ok(best <= FRAME_MS, `${best} ms`);
});

/** Plays so many moves by clicking squares, one game after the other. */
const playMoves = (page, count) => page.evaluate(async (wanted) => {
    const { app } = await import('/js/app.js');
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let played = 0; played < wanted;) {
        const node = app.game.current, legal = Object.keys(node.state.legal);
        if (node.state.over) {
            document.querySelector('#new-game').click();
            document.querySelector('#start-game').click();
        } else if (legal.length) {
            document.querySelector(`[data-square="${legal[played % legal.length]}"]`).click();
            played++;
        }
        while (app.game.current === node) await frame(); // a pass makes itself
    }
}, count);

test('a thousand moves that are played leave no listeners and little memory behind', () => withPage({ settings: { black: 'human', white: 'human' } }, async (page, profile) => {
    const tools = await profile.newCDPSession(page);
    await tools.send('Performance.enable');
    const measure = async () => {
        await tools.send('HeapProfiler.collectGarbage');
        const { metrics } = await tools.send('Performance.getMetrics');
        return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    };
    // Back remembers the last dozen games: they are there before it is measured.
    await playMoves(page, 1000);
    const before = await measure();
    await playMoves(page, 1000);
    const after = await measure();
    console.log(`listeners ${before.JSEventListeners} to ${after.JSEventListeners}, heap ${before.JSHeapUsedSize} to ${after.JSHeapUsedSize}, nodes ${before.Nodes} to ${after.Nodes}`);
    assert.ok(after.JSEventListeners <= before.JSEventListeners + 100);
    assert.ok(after.JSHeapUsedSize < before.JSHeapUsedSize + 2e6);
    assert.ok((await page.evaluate(async () => (await (await import('/js/library.js')).allGames()).length)) > 25, 'the games were kept');
}));
