// The keyboard: shortcuts, and moves typed as "d3".

import { app } from './app.js';
import { button, h, openDialog } from './dom.js';
import { t } from './i18n.js';
import { importDialog } from './import.js';
import { exportDialog } from './share.js';

const TYPED_MS = 1500;

export function showHelp() {
    const keys = [
        ['← → ↑ ↓', 'keyArrows'],
        ['Enter', 'keyEnter'],
        ['d 3', 'keyType'],
        [', .', 'keyStep'],
        ['u r', 'keyUndo'],
        ['t', 'keyHint'],
        ['v', 'keyReview'],
        ['n p', 'keyFaults'],
        ['1 2 3 4 5', 'keyViews'],
        ['x', 'keyShare'],
        ['i', 'keyImport'],
        ['?', 'keyHelp'],
    ];
    const dialog = openDialog(
        t('shortcuts'),
        h(
            'div',
            { class: 'body' },
            h(
                'div',
                { class: 'keys' },
                keys.flatMap(([key, text]) => [
                    h(
                        'span',
                        {},
                        key.split(' ').map((one) => h('kbd', {}, one)),
                    ),
                    h('span', {}, t(text)),
                ]),
            ),
            h(
                'div',
                { class: 'dialog-end' },
                button(t('close'), () => dialog.close(), { kind: 'is-main' }),
            ),
        ),
    );
}

let typed = '',
    typedTimer = 0;
/** Moves typed as "d3": a letter of a column, then the number. @param {string} key */
function typeMove(key) {
    const { game } = app;
    clearTimeout(typedTimer);
    const columns = game.width;
    if (/^[a-p]$/.test(key) && key.charCodeAt(0) - 97 < columns) typed = key;
    else if (typed && /^\d$/.test(key)) typed += key;
    else {
        typed = '';
        return false;
    }
    const isWhole =
        /^[a-p]\d+$/.test(typed) && !(typed.endsWith('1') && typed.length === 2 && game.height > 9);
    const square = typed;
    if (isWhole) {
        typed = '';
        if (Number(square.slice(1)) <= game.height) app.view.clicked(square);
    } else {
        typedTimer = window.setTimeout(() => {
            const late = typed;
            typed = '';
            if (/\d/.test(late)) app.view.clicked(late);
        }, TYPED_MS);
    }
    return true;
}

/** The keys that a field needs for itself. @param {EventTarget|null} target @param {string} key */
function isForField(target, key) {
    if (!(target instanceof HTMLElement)) return false;
    const type = target.getAttribute('type') ?? '';
    if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(type))
        return key === ' ' || key === 'Enter' || key.startsWith('Arrow');
    return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** What works in every view. @type {Record<string, () => void>} */
const viewKeys = {
    '?': showHelp,
    i: () => importDialog(),
    1: () => app.go('play'),
    2: () => app.go('analyse'),
    3: () => app.go('review'),
    4: () => app.go('learn'),
    5: () => app.go('games'),
    6: () => app.hasTournament && app.go('live'),
};

/** What is about the game on the board. @type {Record<string, () => void>} */
const boardKeys = {
    x: () => exportDialog(),
    ',': () => app.game.back(),
    '.': () => app.game.forward(),
    ArrowLeft: () => app.game.back(),
    ArrowRight: () => app.game.forward(),
    Home: () => app.game.first(),
    End: () => app.game.last(),
    v: () => app.go('review', true),
};

/** @param {KeyboardEvent} event */
export function pressed(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key,
        isOther = event.ctrlKey || event.metaKey || event.altKey;
    if (isOther || document.querySelector('dialog[open]') || isForField(event.target, key)) return;
    const isBoard = !app.view?.isBoardless;
    if (isBoard && (typeMove(key) || app.view.key?.(key))) return event.preventDefault();
    const run = viewKeys[key] ?? (isBoard ? boardKeys[key] : null);
    if (!run) return;
    event.preventDefault();
    app.dropPending();
    run();
}
