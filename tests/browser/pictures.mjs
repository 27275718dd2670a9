// Takes the pictures of the README: every view on a desktop and on a phone, in docs/pictures/.
// Run by tools/make-pictures.
import { mkdirSync } from 'node:fs';
import { desktop, game, phone, startAll, startServer, stopAll, until, withPage } from './lib.mjs';

const folder = 'docs/pictures';
const at = (view, ply) => `#b=8x8&m=${game}&p=${ply}&v=${view}`;

const shots = {
    play: {
        fragment: at('play', 18),
        settings: { black: 'human', white: 'engine:level=5' },
        async prepare(page) {
            await page.click('#hint');
            await page.waitForSelector('.is-hint');
        },
    },
    analyse: {
        fragment: at('analyse', 26),
        async prepare(page) {
            await until(async () => Number(/Depth (\d+)/.exec(await page.textContent('.facts'))?.[1] ?? 0) >= 14, 'a deep search', 60000);
            await page.click('#add-line-1');
            await page.click('#engine-on');
            await page.click('#engine-on');
            await page.waitForSelector('#line-0-1');
        },
    },
    review: {
        fragment: at('review', 30),
        settings: { reviewLevel: '12' },
        async prepare(page) {
            await page.click('#start-review');
            await page.waitForSelector('#save-review', { timeout: 120000 });
            await page.locator('.fault:has(.blunder)').first().evaluate((one) => one.click());
        },
    },
    learn: {
        fragment: '#b=8x8&v=learn',
        settings: { learn: 'lessons' },
        async prepare(page) {
            await page.click('#step-corners summary');
            await page.click('#try-corners-0');
            await page.waitForSelector('.task');
        },
    },
    live: {
        tournament: ['random', 'baseline2', 'baseline3', 'miniproject3', 'engine', '--games', '8', '--time', '0.15', '--threads', '4', '--serve'],
        fragment: '#b=8x8&v=live',
        async prepare(page) {
            await until(async () => (await page.$eval('progress', (bar) => bar.value)) >= 20, 'twenty games', 120000);
            await page.waitForSelector('.live-boards li:nth-child(3)');
        },
    },
    tree: {
        fragment: at('learn', 24),
        settings: { learn: 'eval' },
        async prepare(page) {
            await page.check('input[value=tree]');
            await page.waitForSelector('.tree .is-cut');
            await page.locator('.tree .is-cut').first().click();
            await page.waitForTimeout(200);
        },
    },
};

await startAll();
mkdirSync(folder, { recursive: true });
// Names on the command line: only these.
const wanted = process.argv.slice(2);
for (const [name, shot] of Object.entries(shots).filter(([one]) => !wanted.length || wanted.includes(one))) {
    for (const [size, viewport] of Object.entries({ desktop, phone })) {
        const isDark = name === 'analyse' || name === 'tree' || (name === 'live' && size === 'phone');
        const options = { viewport, fragment: shot.fragment, settings: shot.settings ?? {}, colorScheme: isDark ? 'dark' : 'light', deviceScaleFactor: size === 'phone' ? 2 : 1.5, expectErrors: true };
        const own = shot.tournament && await startServer(0, shot.tournament, 'tournament');
        await withPage({ ...options, ...(own && { url: own.url }) }, async (page) => {
            await shot.prepare(page);
            if (size === 'phone' && name === 'tree') await page.locator('.why').scrollIntoViewIfNeeded();
            else await page.evaluate(() => window.scrollTo(0, 0));
            await page.mouse.move(0, 0);
            await page.waitForTimeout(300);
            await page.screenshot({ path: `${folder}/${name}-${size}.jpg`, type: 'jpeg', quality: 86 });
            console.log(`${folder}/${name}-${size}.jpg`);
        });
        await own?.stop('SIGINT');
    }
}
await stopAll();
