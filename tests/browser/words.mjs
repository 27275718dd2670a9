// The languages have the same words, and every word that the page asks for exists.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { chooseLanguage } from '../../web/js/i18n.js';
import { en } from '../../web/lang/en.js';
import { fr } from '../../web/lang/fr.js';
import { ja } from '../../web/lang/ja.js';
import { zhCN } from '../../web/lang/zh-cn.js';
import { zhTW } from '../../web/lang/zh-tw.js';
import { server } from './lib.mjs';

test('the language is the first of the browser’s that there is', () => {
    for (const [wanted, chosen] of [['en-US', 'en'], ['fr', 'fr'], ['zh-CN', 'zh-CN'], ['zh', 'zh-CN'], ['zh-SG', 'zh-CN'], ['zh-HK', 'zh-TW'], ['zh-Hant', 'zh-TW'], ['de', 'en'], ['ja-JP', 'ja'], ['de fr-CH en', 'fr']])
        assert.equal(chooseLanguage(wanted.split(' ')), chosen, wanted);
});

const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort().join();

for (const [name, words] of Object.entries({ fr, ja, zhCN, zhTW })) {
    test(`${name} has every word and no other`, () => {
        assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort());
        for (const key of Object.keys(en)) assert.equal(places(words[key]), places(en[key]), key);
    });
}

test('every language tells what each classic program looks at, in a sentence that makes sense alone', async () => {
    const { classicWords } = await import('../../web/lang/classics.js');
    for (const [name, words] of Object.entries(classicWords)) assert.deepEqual(Object.keys(words).sort(), Object.keys(classicWords.fr).sort(), name);
    const { classics } = await (await fetch(`${server.url}api/v1/players`)).json();
    assert.deepEqual(classics.map((one) => one.name).sort(), Object.keys(classicWords.fr).sort());
    for (const { summary } of classics) assert.doesNotMatch(summary, /^The same/);
});

test('every word that is asked for exists', () => {
    const source = readdirSync('web/js').map((name) => readFileSync(`web/js/${name}`, 'utf8')).join('\n');
    const asked = [...source.matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => key);
    assert.ok(asked.length > 100);
    for (const key of asked) assert.ok(key in en, key);
});

test('no line of the page is longer than 100 columns', () => {
    for (const folder of ['web/js', 'web/css']) {
        for (const name of readdirSync(folder)) {
            const long = readFileSync(`${folder}/${name}`, 'utf8').split('\n').findIndex((line) => line.length > 100);
            assert.equal(long, -1, `${folder}/${name}:${long + 1}`);
        }
    }
});
