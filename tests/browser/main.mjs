// All tests of the page, in one process with one browser.
import { after, before } from 'node:test';
import { startAll, stopAll } from './lib.mjs';

before(startAll);
after(stopAll);

await import('./words.mjs');
await import('./play.mjs');
await import('./views.mjs');
await import('./robust.mjs');
await import('./access.mjs');
// Milliseconds depend on what else the machine does: tests/slow/browser-speed.sh asks for them.
if (process.env.BROWSER_SPEED) await import('./speed.mjs');
