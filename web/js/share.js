// Out: a link, the moves, the board, the formats of other programs, pictures.

import { app } from './app.js';
import { writeAddress } from './address.js';
import { call } from './api.js';
import { button, h, icon, openDialog } from './dom.js';
import { t } from './i18n.js';
import { writeSgf } from './sgf.js';

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

/** What is saved as a file: the game with everything, or a picture of the position. */
function files() {
    const guard = /** @param {() => Promise<void>} work */ (work) => () => {
        work().catch((error) => app.complain(error));
    };
    const sgf = () => new Blob([writeSgf(app.game.tree)], { type: 'application/x-go-sgf' });
    const group = /** @param {string} key @param {...HTMLElement} buttons */ (key, ...buttons) =>
        h('div', { class: 'row' }, h('span', { class: 'soft small' }, t(key)), buttons);
    const save = /** @param {string} text @param {() => void} run */ (text, run) =>
        button(text, run, { icon: 'save', id: `save-${text.toLowerCase()}` });
    return h(
        'div',
        { class: 'row is-apart' },
        group(
            'wholeGame',
            save('SGF', () => download(sgf(), 'othello.sgf')),
        ),
        group(
            'diagram',
            save(
                'SVG',
                guard(async () => download(await diagram(), 'othello.svg')),
            ),
            save('PNG', guard(downloadPng)),
        ),
    );
}

export function exportDialog() {
    const { game } = app;
    const link = `${location.origin}/#${writeAddress(game.tree, app.view.name)}`;
    const dialog = openDialog(
        t('shareTitle'),
        h(
            'div',
            { class: 'body' },
            copyField(t('link'), link, 'link'),
            copyField(t('moves'), game.transcript(), 'moves'),
            copyField(t('boardText'), game.current.state.position, 'board'),
            formatField(),
            files(),
            h(
                'div',
                { class: 'dialog-end' },
                button(t('close'), () => dialog.close(), { kind: 'is-main' }),
            ),
        ),
    );
    document.getElementById('copy-link')?.focus();
}
