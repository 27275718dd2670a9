// What a person says about the position shown: a sign for the move, words, marks and arrows on the
// board; and what becomes of the branch: up, to the main line, away.

import { app } from './app.js';
import { button, chips, fill, h, keepFocus } from './dom.js';
import { t } from './i18n.js';
import { MARKS, SIGNS } from './store.js';

const TYPING_MS = 400;

export class Notes {
    /** What a press on a square draws: '' plays. */
    brush = '';
    /** Where an arrow begins. */
    from = '';
    #key = '';

    constructor() {
        this.text = h('textarea', {
            name: 'comment',
            rows: 2,
            'aria-label': t('comment'),
            placeholder: t('comment'),
            maxlength: 4000,
            oninput: () => this.#typed(),
        });
        this.signs = h('div', { class: 'row signs', role: 'group', 'aria-label': t('signFor') });
        this.branch = h('div', { class: 'row' });
        this.timer = 0;
        this.brushes = h('div');
        this.element = h(
            'details',
            { class: 'card notes', id: 'notes' },
            h('summary', {}, t('notes')),
            this.signs,
            this.text,
            this.brushes,
            this.branch,
        );
        this.#drawBrushes();
    }

    #drawBrushes() {
        fill(
            this.brushes,
            chips(
                t('draw.what'),
                'mark',
                ['', ...MARKS, 'arrow'].map((value) => ({
                    value,
                    text: t(`draw.${value || 'none'}`),
                })),
                this.brush,
                (value) => {
                    this.brush = value;
                    this.from = '';
                    app.view.changed('note');
                },
            ),
        );
    }

    #typed() {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.keep(), TYPING_MS);
    }

    /** Words that are being typed belong to the position that they were typed at. */
    keep() {
        clearTimeout(this.timer);
        this.timer = 0;
        const id = Number(this.text.dataset.id);
        const entry = app.game.tree.entries.get(id);
        if (entry && entry.comment !== this.text.value)
            app.game.dispatch({ type: 'comment', id, text: this.text.value });
    }

    update() {
        const { current } = app.game,
            { entry } = current;
        if (
            Number(this.text.dataset.id) !== current.id ||
            (document.activeElement !== this.text && this.text.value !== entry.comment)
        ) {
            if (this.timer) this.keep();
            this.text.dataset.id = String(current.id);
            this.text.value = entry.comment;
        }
        const key = [
            current.id,
            entry.sign,
            current.isMain,
            !!current.parent,
            Object.keys(entry.marks).length + entry.arrows.length,
        ].join();
        if (key === this.#key) return;
        this.#key = key;
        keepFocus(() => {
            fill(this.signs, this.#signButtons());
            fill(this.branch, this.#branchButtons());
        });
    }

    /** A sign for the move that led here. */
    #signButtons() {
        const { game } = app,
            { id, parent, entry } = game.current;
        return SIGNS.map((sign, i) =>
            h(
                'button',
                {
                    type: 'button',
                    class: 'button is-small',
                    id: `sign-${i}`,
                    'aria-pressed': String(entry.sign === sign),
                    disabled: !parent,
                    'aria-label': t(`sign.${sign}`),
                    title: t(`sign.${sign}`),
                    onclick: () => game.dispatch({ type: 'sign', id, sign }),
                },
                sign,
            ),
        );
    }

    /** What can be done with the branch. */
    #branchButtons() {
        const { game } = app,
            { current } = game,
            { id, entry } = current,
            isDrawn = Object.keys(entry.marks).length + entry.arrows.length > 0;
        const one = /** @param {string} key @param {() => void} run @param {string} name */ (
            key,
            run,
            name,
        ) => button(t(key), run, { kind: 'is-small', id: name });
        const send = /** @param {string} type */ (type) => () => game.dispatch({ type, id });
        return [
            !current.isMain && one('promote', send('promote'), 'promote'),
            !current.isMain && one('makeMain', send('main'), 'make-main'),
            current.parent && one('removeHere', () => app.remove(current), 'remove-branch'),
            isDrawn && one('unmark', send('unmark'), 'unmark'),
        ];
    }

    /** Draws instead of playing, if something is chosen; true if it did. @param {string} square */
    pressed(square) {
        if (!this.brush) return false;
        const { id } = app.game.current;
        if (this.brush !== 'arrow')
            app.game.dispatch({ type: 'mark', id, square, shape: this.brush });
        else if (!this.from) this.from = square;
        else {
            if (this.from !== square)
                app.game.dispatch({ type: 'arrow', id, from: this.from, to: square });
            this.from = '';
        }
        return true;
    }
}

/**
 * The right mouse button draws at any time: a circle, or an arrow when it is dragged.
 * @param {HTMLElement} grid
 * @param {() => boolean} isOn
 */
export function drawWithRightButton(grid, isOn) {
    let from = '';
    const at = /** @param {Event} event */ (event) =>
        (event.target instanceof Element &&
            event.target.closest('.square')?.getAttribute('data-square')) ||
        '';
    grid.addEventListener('contextmenu', (event) => {
        if (isOn()) event.preventDefault();
    });
    grid.addEventListener('pointerdown', (event) => {
        if (event.button === 2 && isOn()) from = at(event);
    });
    grid.addEventListener('pointerup', (event) => {
        const to = at(event);
        if (event.button !== 2 || !from || !to || !isOn()) return;
        const { id } = app.game.current;
        app.game.dispatch(
            from === to
                ? { type: 'mark', id, square: to, shape: 'circle' }
                : { type: 'arrow', id, from, to },
        );
        from = '';
    });
}
