// In: paste anything, choose a file, drop files. Several games go to My games.

/** @import {Tree} from './store.js' */
import { app } from './app.js';
import { call } from './api.js';
import { button, h, openDialog } from './dom.js';
import { formatNumber, t } from './i18n.js';
import { describe, newId, putGames } from './library.js';
import { leave, remember } from './session.js';
import { isSgf, readSgf, SgfError } from './sgf.js';
import { isText, splitGames } from './split.js';
import { treeFrom } from './store.js';

const MOST_FILE_BYTES = 20 << 20,
    MOST_GAME_BYTES = 1 << 16, // what the server takes in one request
    AT_ONCE = 4, // games that the server reads at the same time
    TELL_MS = 400;

/** A reason in the reader's language, to be shown as it is. */
class ImportError extends Error {}

/**
 * A place in a text for people: line and column, and the text that stands there.
 * @param {string} text
 * @param {number} at
 */
function placeOf(text, at) {
    const before = text.slice(0, at).split('\n');
    return t('atPlace', {
        line: before.length,
        column: before[before.length - 1].length + 1,
        text: text.slice(at, at + 12).split('\n')[0],
    });
}

/** What the server says of a move that the rules forbid, by how it says it in English. */
const MOVE_FAULTS = [
    [/move (\d+): (\S+) turns nothing/, 'moveTurnsNothing'],
    [/move (\d+): (\S+) is occupied/, 'moveOccupied'],
    [/move (\d+): (\S+) is off the board/, 'moveOff'],
];

/** @param {string} message of the server @returns {string} */
function reasonOf(message) {
    for (const [pattern, key] of MOVE_FAULTS) {
        const found = /** @type {RegExp} */ (pattern).exec(message);
        if (found) return t(/** @type {string} */ (key), { n: found[1], move: found[2] });
    }
    return message.replace(/^field '\w+': /, '');
}

/**
 * Why a text is not a game, in words for people, and where.
 * @param {unknown} error @param {string} text
 * @returns {{words: string, at: number|null}}
 */
function explain(error, text) {
    if (error instanceof ImportError) return { words: error.message, at: null };
    if (error instanceof SgfError) {
        const { at, wanted } = error;
        return { words: t('badSgf', { place: placeOf(text, at), wanted }), at };
    }
    const message = error instanceof Error ? error.message : String(error),
        found = /character (\d+)|line (\d+), column (\d+)|at the end/.exec(message);
    let reason = reasonOf(message),
        at = null;
    if (found) {
        at = found[1] || found[2] ? indexOf(text, found) : text.length;
        reason = reason.replace(found[0], placeOf(text, at));
    }
    return { words: t('unreadable', { reason }), at };
}

/**
 * Where "character 7" or "line 2, column 7" of a message is; it counts letters, not bytes.
 * @param {string} text @param {RegExpExecArray} found
 */
function indexOf(text, found) {
    const before = text.split('\n').slice(0, Number(found[2] ?? 1) - 1),
        start = before.reduce((sum, line) => sum + line.length + 1, 0),
        column = Number(found[1] ?? found[3]) - 1;
    return start + [...text.slice(start)].slice(0, column).join('').length;
}

/**
 * A game or a position of any kind; throws the reason.
 * @param {string} text @param {string} [name]  of the file
 * @returns {Promise<Tree>}
 */
async function read(text, name) {
    if (isSgf(text)) return readSgf(text);
    const request = { text, board: app.game.board },
        bytes = new TextEncoder().encode(JSON.stringify(request)).length;
    if (bytes > MOST_GAME_BYTES)
        throw new ImportError(t('gameTooLarge', { name: name || t('importLabel') }));
    return treeFrom(await call('import', request));
}

/**
 * Reads games, a few at a time, and says how far it is.
 * @param {string[]} parts
 * @returns {Promise<{trees: Tree[], failures: {number: number, words: string}[]}>}
 */
async function readAll(parts) {
    /** @type {(Tree|null)[]} */
    const trees = Array(parts.length).fill(null);
    /** @type {{number: number, words: string}[]} */
    const failures = [];
    let next = 0,
        toldAt = performance.now();
    const work = async () => {
        while (next < parts.length) {
            const i = next++;
            try {
                trees[i] = await read(parts[i]);
            } catch (error) {
                failures.push({ number: i + 1, words: explain(error, parts[i]).words });
            }
            if (performance.now() - toldAt < TELL_MS) continue;
            toldAt = performance.now();
            const values = { done: formatNumber(next), all: formatNumber(parts.length) };
            app.notice(t('importing', values));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    failures.sort((a, b) => a.number - b.number);
    return { trees: trees.filter((one) => one !== null), failures };
}

/** Several games go to My games. @param {string[]} parts */
async function keepAll(parts) {
    const { trees, failures } = await readAll(parts),
        [first] = failures;
    if (!trees.length) throw new ImportError(first.words);
    await putGames(trees.map((tree) => describe(tree, newId(), { black: '', white: '' })));
    app.go('games');
    const values = {
        count: formatNumber(trees.length),
        bad: failures.length,
        number: first?.number ?? 0,
        reason: first?.words ?? '',
    };
    app.notice(t(first ? 'importedSome' : 'importedAll', values), failures.length > 0);
}

/** Opens a text; throws the reason if it cannot be. @param {string} text @param {string} [name] */
async function openText(text, name) {
    const link = /#(b=[^\s]+)$/.exec(text.trim());
    if (link) {
        location.hash = link[1];
        return;
    }
    const parts = splitGames(text);
    if (parts.length > 1) return keepAll(parts);
    const tree = await read(text, name);
    leave();
    app.useTree(tree);
    app.isTouched = true;
    if (app.view.name === 'play' || app.view.name === 'games') app.open('analyse');
    remember();
}

/** The text of a file; throws the reason if it has none. @param {File} file */
async function textOf(file) {
    const { name } = file;
    if (file.size > MOST_FILE_BYTES) throw new ImportError(t('tooLarge', { name }));
    const text = await file.text();
    if (!isText(text)) throw new ImportError(t('notText', { name }));
    return text;
}

/** Files that were chosen or dropped. @param {File[]} files */
async function openFiles(files) {
    const texts = await Promise.all(files.map(textOf));
    if (files.length === 1) await openText(texts[0], files[0].name);
    else await keepAll(texts.flatMap(splitGames));
}

/** Files of games may be dropped anywhere. @param {HTMLElement} place */
export function acceptFiles(place) {
    place.addEventListener('dragover', (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        place.classList.add('is-target');
    });
    for (const name of ['dragleave', 'drop'])
        place.addEventListener(name, () => place.classList.remove('is-target'));
    place.addEventListener('drop', async (event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!files.length) return;
        event.preventDefault();
        try {
            await openFiles(files);
            /** @type {HTMLDialogElement|null} */ (document.querySelector('dialog[open]'))?.close();
        } catch (error) {
            const names = files.map(({ name }) => name).join(', '),
                { words } = explain(error, await files[0].text());
            app.notice(words.includes(names) ? words : `${names}: ${words}`, true);
        }
    });
}

export function importDialog() {
    const text = h('textarea', {
        name: 'text',
        'aria-label': t('importLabel'),
        placeholder: 'f5d6c3d3c4…',
        spellcheck: 'false',
    });
    const problem = h('p', { class: 'sign blunder', role: 'alert' });
    const file = h('input', {
        type: 'file',
        name: 'file',
        class: 'hidden',
        tabindex: -1,
        multiple: true,
        'aria-label': t('chooseFile'),
        accept: '.sgf,.ggf,.txt,.obf,.pgn,.json,text/*',
        onchange: () => submit([...(file.files ?? [])]),
    });
    const submit = /** @param {File[]} files */ async (files) => {
        try {
            if (files.length) await openFiles(files);
            else await openText(text.value);
            dialog.close();
        } catch (error) {
            if (files.length === 1 && !(error instanceof ImportError))
                text.value = await files[0].text();
            file.value = '';
            const { words, at } = explain(error, text.value);
            problem.textContent = words;
            if (at === null) return;
            text.focus();
            text.setSelectionRange(at, Math.min(text.value.length, at + 1));
        }
    };
    const form = h(
        'form',
        { method: 'dialog' },
        h('p', { class: 'soft small' }, t('importHelp')),
        text,
        problem,
        file,
        h(
            'div',
            { class: 'dialog-end' },
            button(t('chooseFile'), () => file.click(), { id: 'choose-file', kind: 'is-plain' }),
            button(t('cancel'), () => dialog.close()),
            h('button', { type: 'submit', class: 'button is-main', id: 'do-import' }, t('import')),
        ),
    );
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        submit([]);
    });
    const dialog = openDialog(t('importTitle'), form);
    text.focus();
}
