// In and out: paste anything, a link, the moves, the board, pictures.

import { app } from './app.js';
import { ApiError, call } from './api.js';
import { button, h, openDialog } from './dom.js';
import { t } from './i18n.js';

export function importDialog() {
    const text = h('textarea', { name: 'text', 'aria-label': t('importLabel'), placeholder: 'f5d6c3d3c4…', spellcheck: 'false' });
    const problem = h('p', { class: 'sign blunder', role: 'alert' });
    const form = h('form', { method: 'dialog' },
        h('p', { class: 'soft small' }, t('importHelp')), text, problem,
        h('div', { class: 'dialog-end' }, button(t('cancel'), () => dialog.close()), h('button', { type: 'submit', class: 'button is-main', id: 'do-import' }, t('import'))));
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        try {
            const link = /#(b=[^\s]+)$/.exec(text.value.trim());
            if (link) location.hash = link[1];
            else {
                app.use(await call('import', { text: text.value, board: app.game.board }));
                if (app.view.name === 'play') app.go('analyse');
            }
            dialog.close();
        } catch (error) {
            problem.textContent = error instanceof ApiError ? error.message : String(error);
        }
    });
    const dialog = openDialog(t('importTitle'), form);
    text.focus();
}

/** @param {string} text @param {HTMLElement} button */
async function copy(text, button) {
    const label = button.querySelector('span') ?? button, before = label.textContent;
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
    setTimeout(() => { label.textContent = before; }, 1500);
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
    const link = h('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function diagram() {
    const { game } = app, { state } = game.current;
    const { svg } = await call('diagram', { board: game.board, position: state.position, last: state.move });
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
    canvas.toBlob((blob) => { if (blob) download(blob, 'othello.png'); }, 'image/png');
}

export function exportDialog() {
    const { game } = app;
    const link = `${location.origin}/#${game.toFragment(app.view.name)}`;
    const moves = game.transcript(), position = game.current.state.position;
    const guard = /** @param {() => Promise<void>} work */ (work) => () => { work().catch((error) => app.complain(error)); };
    const copyButton = /** @param {string} label @param {string} text @param {string} id */ (label, text, id) => button(label, (event) => { copy(text, /** @type {HTMLElement} */ (event.currentTarget)); }, { icon: 'copy', id });
    const show = /** @param {string} label @param {string} text @param {string} id */ (label, text, id) => h('label', { class: 'field' }, h('span', {}, label), h('input', { type: 'text', readonly: true, value: text, id, onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }));
    const dialog = openDialog(t('shareTitle'), h('div', { class: 'body' },
        show(t('link'), link, 'share-link'),
        show(t('moves'), moves, 'share-moves'),
        show(t('boardText'), position, 'share-board'),
        h('div', { class: 'row' }, copyButton(t('copyLink'), link, 'copy-link'), copyButton(t('copyMoves'), moves, 'copy-moves'), copyButton(t('copyBoard'), position, 'copy-board')),
        h('div', { class: 'row' },
            button('SVG', guard(async () => download(await diagram(), 'othello.svg')), { icon: 'save', id: 'save-svg' }),
            button('PNG', guard(downloadPng), { icon: 'save', id: 'save-png' })),
        h('div', { class: 'dialog-end' }, button(t('close'), () => dialog.close(), { kind: 'is-main' }))));
}
