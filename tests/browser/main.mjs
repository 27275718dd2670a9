// All tests of the page, in one process with one browser.
import { after, before, test } from 'node:test';
import { startAll, stopAll } from './lib.mjs';

before(startAll);
after(stopAll);

// Milliseconds depend on what else the machine does: tests/release/browser-speed.sh asks for them alone.
const parts = process.env.BROWSER_SPEED ? ['speed'] : (process.env.BROWSER_PARTS ?? 'words state play perfect views import home robust access contrast report student live comfort touch screens').split(' ');
// The runner counts itself done, and stops the server, whenever no test is left: the first one waits until
// all are there, since reading the files can take longer than the tests of one.
let allAreThere;
const loading = new Promise((resolve) => { allAreThere = resolve; });
test('the tests of every part are there', () => loading);
for (const part of parts) await import(`./${part}.mjs`);
allAreThere();
