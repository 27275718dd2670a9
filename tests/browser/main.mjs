// All tests of the page, in one process with one browser.
import { after, before } from 'node:test';
import { startAll, stopAll } from './lib.mjs';

before(startAll);
after(stopAll);

// Milliseconds depend on what else the machine does: tests/release/browser-speed.sh asks for them alone.
const parts = process.env.BROWSER_SPEED ? ['speed'] : (process.env.BROWSER_PARTS ?? 'words state play views home robust access report student live comfort screens').split(' ');
for (const part of parts) await import(`./${part}.mjs`);
