// In and out: paste anything, a link, the moves, the board, pictures.

/** @import {Tree} from './store.js' */
import { app } from './app.js';
import { writeAddress } from './address.js';
import { call } from './api.js';
import { button, h, icon, openDialog } from './dom.js';
import { t } from './i18n.js';
import { describe, newId, putGames } from './library.js';
import { leave, remember } from './session.js';
import { isSgf, readSgf, SgfError, writeSgf } from './sgf.js';
import { treeFrom } from './store.js';

const MOST_BYTES = 20 << 20;

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

/**
 * Why a text is not a game, in words for people, and where.
 * @param {unknown} error @param {string} text
 * @returns {{words: string, at: number|null}}
 */
function explain(error, text) {
    if (error instanceof SgfError)
        return {
            words: t('badSgf', { place: placeOf(text, error.at), wanted: error.wanted }),
            at: error.at,
        };
    const message = error instanceof Error ? error.message : String(error),
        words = message.replace(/^field '\w+': /, ''),
        found = /character (\d+)|line (\d+), column (\d+)|at the end/.exec(message);
    if (!found) return { words: message, at: null };
    if (!found[1] && !found[2]) return { words, at: text.length };
    const before = text.split('\n').slice(0, Number(found[2] ?? 1) - 1),
        start = before.reduce((sum, line) => sum + line.length + 1, 0),
        column = Number(found[1] ?? found[3]) - 1,
        at = start + [...text.slice(start)].slice(0, column).join('').length;
    return { words: words.replace(found[0], placeOf(text, at)), at };
}

/**
 * A game or a position of any kind; throws the reason.
 * @param {string} text
 * @returns {Promise<Tree>}
 */
async function read(text) {
    if (isSgf(text)) return readSgf(text);
    return treeFrom(await call('import', { text, board: app.game.board }));
}

/**
 * The games of a file that holds several: SGF and GGF side by side, transcripts on lines.
 * @param {string} text
 */
function split(text) {
    if (/^\s*\(\s*;/.test(text)) {
        const parts = text.split(/(?<=\)\s*)(?=\(\s*;\s*(?:GM|FF|CA)\[)/);
        return parts.filter((one) => one.trim());
    }
    const lines = text
        .split('\n')
        .map((one) => one.trim())
        .filter(Boolean);
    return lines.length > 1 && lines.every((one) => /^([a-pA-P]\d{1,2}){4,}$/.test(one))
        ? lines
        : [text];
}

/** Opens a text; several games go to My games. @param {string} text */
async function openText(text) {
    const link = /#(b=[^\s]+)$/.exec(text.trim());
    if (link) {
        location.hash = link[1];
        return;
    }
    const parts = split(text);
    if (parts.length > 1) {
        const games = [];
        let bad = 0;
        for (const part of parts) {
            try {
                games.push(describe(await read(part), newId(), { black: '', white: '' }));
            } catch {
                bad++;
            }
        }
        if (!games.length) await read(parts[0]); // says why
        await putGames(games);
        app.go('games');
        app.notice(t(bad ? 'importedSome' : 'importedAll', { count: games.length, bad }), bad > 0);
        return;
    }
    const tree = await read(text);
    leave();
    app.useTree(tree);
    app.isTouched = true;
    if (app.view.name === 'play' || app.view.name === 'games') app.open('analyse');
    remember();
}

/** A file that was chosen or dropped. @param {File} file */
async function openFile(file) {
    if (file.size > MOST_BYTES) throw new Error(t('tooLarge', { name: file.name }));
    await openText(await file.text());
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
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        try {
            await openFile(file);
            /** @type {HTMLDialogElement|null} */ (document.querySelector('dialog[open]'))?.close();
        } catch (error) {
            app.notice(`${file.name}: ${explain(error, await file.text()).words}`, true);
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
        accept: '.sgf,.ggf,.txt,.obf,.pgn,.json,text/*',
        onchange: () => {
            const one = file.files?.[0];
            if (one) submit(one);
        },
    });
    const submit = /** @param {File|null} chosen */ async (chosen) => {
        try {
            if (chosen) await openFile(chosen);
            else await openText(text.value);
            dialog.close();
        } catch (error) {
            if (chosen) text.value = await chosen.text();
            const { words, at } = explain(error, text.value);
            problem.textContent = words;
            if (at !== null) {
                text.focus();
                text.setSelectionRange(at, Math.min(text.value.length, at + 1));
            }
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
        submit(null);
    });
    const dialog = openDialog(t('importTitle'), form);
    file.setAttribute('aria-label', t('chooseFile'));
    text.focus();
}

/** @param {string} text @param {HTMLElement} button */
async function copy(text, button) {
    const label = button.querySelector('span') ?? button,
        before = label.textContent;
    try {
        await navigator.clipboard.writeText(text);
        label.textContent = t('copied');
        app.announce(t('copied'));
    } catch {
        // No clipboard outside a secure context: show the text to be copied by hand.
        const area = h('textarea', { readonly: true, 'aria-label': before ?? '' });
        area.value = text;
        button.after(area);
        area.select();
        return;
    }
    setTimeout(() => {
        label.textContent = before;
    }, 1500);
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
    const link = h('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function diagram() {
    const { game } = app,
        { state } = game.current;
    const { svg } = await call('diagram', {
        board: game.board,
        position: state.position,
        last: state.move,
    });
    return new Blob([svg], { type: 'image/svg+xml' });
}

/** Draws the SVG at twice its size. */
async function downloadPng() {
    const url = URL.createObjectURL(await diagram());
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h('canvas', { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => {
        if (blob) download(blob, 'othello.png');
    }, 'image/png');
}

/**
 * A text that can be read, selected and copied.
 * @param {string} label @param {string} text @param {string} name
 */
function copyField(label, text, name) {
    const input = h('input', {
        type: 'text',
        readonly: true,
        value: text,
        id: `share-${name}`,
        onfocus: () => input.select(),
    });
    return h(
        'div',
        { class: 'copy' },
        h('label', { class: 'field' }, h('span', {}, label), input),
        h(
            'button',
            {
                type: 'button',
                class: 'button',
                id: `copy-${name}`,
                'aria-label': `${t('copyText')}: ${label}`,
                onclick: (/** @type {Event} */ event) =>
                    copy(input.value, /** @type {HTMLElement} */ (event.currentTarget)),
            },
            icon('copy'),
            h('span', {}, t('copyText')),
        ),
    );
}

/** The formats of other programs: the server writes them. */
function formatField() {
    const { game } = app;
    /** @type {Record<string, string>} */
    let texts = {};
    const field = copyField(t('format'), '', 'format'),
        input = /** @type {HTMLInputElement} */ (field.querySelector('input'));
    const select = h(
        'select',
        {
            name: 'format',
            'aria-label': t('format'),
            onchange: () => {
                input.value = texts[select.value] ?? '';
            },
        },
        ['sgf', 'ggf', 'obf'].map((value) => h('option', { value }, value.toUpperCase())),
    );
    input.before(select);
    const names = Object.fromEntries(
        Object.entries(game.names).filter(
            ([, name]) => name && new TextEncoder().encode(name).length < 80,
        ),
    );
    Promise.all([
        call('export', { ...game.toRequest(), ...names }),
        call('export', game.toRequest(game.current)),
    ]).then(
        ([whole, here]) => {
            texts = { ggf: whole.ggf, sgf: writeSgf(game.tree), obf: here.obf };
            input.value = texts[select.value];
        },
        (error) => app.complain(error),
    );
    return field;
}

export function exportDialog() {
    const { game } = app;
    const link = `${location.origin}/#${writeAddress(game.tree, app.view.name)}`;
    const guard = /** @param {() => Promise<void>} work */ (work) => () => {
        work().catch((error) => app.complain(error));
    };
    const dialog = openDialog(
        t('shareTitle'),
        h(
            'div',
            { class: 'body' },
            copyField(t('link'), link, 'link'),
            copyField(t('moves'), game.transcript(), 'moves'),
            copyField(t('boardText'), game.current.state.position, 'board'),
            formatField(),
            h(
                'div',
                { class: 'row is-apart' },
                h(
                    'div',
                    { class: 'row' },
                    h('span', { class: 'soft small' }, t('diagram')),
                    button(
                        'SVG',
                        guard(async () => download(await diagram(), 'othello.svg')),
                        { icon: 'save', id: 'save-svg' },
                    ),
                    button('PNG', guard(downloadPng), { icon: 'save', id: 'save-png' }),
                    button(
                        'SGF',
                        () =>
                            download(
                                new Blob([writeSgf(game.tree)], { type: 'application/x-go-sgf' }),
                                'othello.sgf',
                            ),
                        { icon: 'save', id: 'save-sgf' },
                    ),
                ),
                button(t('close'), () => dialog.close(), { kind: 'is-main' }),
            ),
        ),
    );
    document.getElementById('copy-link')?.focus();
}
