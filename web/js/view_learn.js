// Learn: puzzles and lessons; what an evaluation sees in the position, and the small search tree
// with the branches that alpha-beta did not have to look at.

/** @import {Both, EvalData, View} from './types.js' */
import { app, classicSummary } from './app.js';
import { call } from './api.js';
import { chips, fill, h, keepFocus, selectField } from './dom.js';
import { formatNumber, t, tMaybe } from './i18n.js';
import { squareName } from './rules.js';
import { Practice } from './practice.js';
import { Tree } from './tree.js';

/** @implements {View} */
export class LearnView {
    name = 'learn';
    /** @type {Practice|null} */
    practice = null;
    /** @type {EvalData|null} */
    data = null;

    /** puzzles, lessons, eval or tree */
    get part() {
        return app.settings.learn;
    }

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.body = h('div', { class: 'panel' });
        this.about = h('p', { class: 'soft small' });
        this.program = h('div', { class: 'stack' });
        const parts = ['puzzles', 'lessons', 'eval', 'tree'].map((value) => ({
            value,
            text: t(
                { puzzles: 'puzzles', lessons: 'lessons', eval: 'learnEval', tree: 'learnTree' }[
                    value
                ] ?? '',
            ),
        }));
        fill(
            panel,
            h(
                'div',
                { class: 'card' },
                chips(t('learnWhat'), 'part', parts, this.part, (learn) => {
                    app.save({ learn });
                    this.changed('part');
                }),
                this.program,
            ),
            this.body,
        );
        this.changed('mount');
    }

    unmount() {
        this.tree?.stop();
        this.data = null;
    }

    /** @param {string} kind */
    changed(kind) {
        if (kind === 'note') return;
        const isPractice = this.part === 'puzzles' || this.part === 'lessons';
        if (this.program) this.program.hidden = isPractice;
        if (isPractice) return this.#practise(kind);
        this.practice = null;
        if (kind === 'mount' || kind === 'part') this.#drawPrograms();
        const classic = app.classics.find(({ name }) => name === app.settings.eval);
        if (this.about && classic)
            fill(this.about, `${classicSummary(classic.name)} (${classic.origin}).`);
        this.data = kind === 'part' || kind === 'mount' ? null : this.data;
        app.extras = { active: !app.game.current.state.over };
        app.refresh();
        app.drawStage();
        // What a plug-in of the server sees cannot be drawn, but its tree can.
        if (this.part === 'tree' || app.programs.some(({ name }) => name === app.settings.eval))
            this.#drawTree(kind);
        else this.#evaluate();
    }

    /** @param {string} kind */
    #practise(kind) {
        this.tree?.stop();
        if (!this.body) return;
        if (kind === 'mount' && this.practice?.kind === this.part) {
            this.practice.place = this.body;
            this.practice.draw();
        } else if (!this.practice || this.practice.kind !== this.part) {
            this.practice = new Practice(
                this.part === 'puzzles' ? 'puzzles' : 'lessons',
                this.body,
            );
            fill(this.body);
            this.practice.load();
        }
        if (kind === 'play') this.practice.judge();
        app.extras = { active: this.practice.isAsking || this.practice.card === null };
        app.refresh();
    }

    /** Whose evaluation is looked at. */
    #drawPrograms() {
        if (!this.program || !this.about) return;
        const fits = app.classics.filter(
            (one) => !one.home_only || one.boards.split(',').includes(app.game.board),
        );
        const names = [...fits, ...app.programs.filter(({ plugin }) => plugin)].map(
            ({ name }) => name,
        );
        if (!names.includes(app.settings.eval)) app.save({ eval: 'positional' });
        fill(
            this.program,
            selectField(
                t('evaluation'),
                names.map((name) => ({ value: name, text: name })),
                app.settings.eval,
                (value) => {
                    app.save({ eval: value });
                    this.changed('part');
                },
                'eval',
            ),
            this.about,
        );
    }

    /** @param {string} kind */
    #drawTree(kind) {
        if (!this.body) return;
        if (!this.tree || kind === 'mount' || kind === 'part') {
            this.tree?.stop();
            this.tree = new Tree();
            fill(this.body, this.tree.element);
        }
        this.tree.load();
    }

    async #evaluate() {
        const { game } = app,
            node = game.current;
        try {
            const data = await call('evaluate', {
                board: game.board,
                position: node.state.position,
                eval: app.settings.eval,
            });
            if (game.current !== node || app.view !== this || this.part !== 'eval') return;
            this.data = data;
            keepFocus(() => this.#draw(data));
        } catch (error) {
            if (this.body) fill(this.body);
            app.complain(error);
        }
    }

    /** @param {EvalData} data */
    #draw(data) {
        if (!this.body) return;
        const kinds = ['weights', 'mobility', 'stable', 'frontier', 'corners'].filter(
            (one) => one !== 'weights' || data.table,
        );
        const overlay = kinds.includes(app.settings.overlay) ? app.settings.overlay : 'mobility';
        app.extras = { active: !app.game.current.state.over, ...this.#overlay(data, overlay) };
        app.refresh();
        const options = kinds.map((value) => ({ value, text: t(`overlay.${value}`) }));
        const choose = /** @param {string} value */ (value) => {
            app.save({ overlay: value });
            keepFocus(() => this.#draw(data));
        };
        fill(
            this.body,
            h(
                'div',
                { class: 'card' },
                chips(t('overlay'), 'overlay', options, overlay, choose),
                h('p', { class: 'small soft' }, t(`overlay.${overlay}.help`)),
                overlay !== 'weights' && counts(/** @type {any} */ (data.features)[overlay]),
            ),
            h(
                'div',
                { class: 'card' },
                h('h2', { class: 'minor' }, t('termsFor', { side: t(data.side) })),
                termTable(data),
            ),
        );
    }

    /** @param {EvalData} data @param {string} overlay @returns {import('./board.js').Extras} */
    #overlay(data, overlay) {
        const { game } = app;
        /** @type {NonNullable<import('./board.js').Extras['tints']>} */
        const tints = new Map();
        /** @type {NonNullable<import('./board.js').Extras['values']>} */
        const values = new Map();
        if (overlay === 'weights' && data.table) {
            const most = Math.max(...data.table.map(Math.abs), 1e-9);
            data.table.forEach((weight, i) => {
                const name = squareName(i, game.width),
                    text = formatNumber(weight, 1).replace('-', '−');
                tints.set(name, {
                    kind: weight < 0 ? 'minus' : 'plus',
                    strength: Math.sqrt(Math.abs(weight) / most),
                    label: '',
                });
                values.set(name, { text, label: t('weightIs', { weight: text }) });
            });
            return { tints, values };
        }
        const both = /** @type {Both} */ (/** @type {any} */ (data.features)[overlay]);
        for (const name of both.black)
            tints.set(name, { kind: 'black', label: `${t(`overlay.${overlay}`)} ${t('black')}` });
        for (const name of both.white)
            tints.set(name, {
                kind: both.black.includes(name) ? 'both' : 'white',
                label: `${t(`overlay.${overlay}`)} ${t('white')}`,
            });
        return { tints };
    }

    /** @param {string} square */
    clicked(square) {
        if (this.practice?.card && !this.practice.isAsking) return;
        if (square in app.game.current.state.legal) app.play(square);
    }
}

/** The terms of an evaluation, and their sum. @param {EvalData} data */
function termTable({ terms, value }) {
    const most = Math.max(1e-9, ...terms.map((term) => Math.abs(term.product)));
    const title = /** @param {string|HTMLElement} text */ (text) => h('th', { scope: 'col' }, text);
    const cell = /** @param {string} [text] */ (text) => h('td', {}, text);
    const head = [
        title(h('span', { class: 'hidden' }, t('term'))),
        ...['value', 'weight', 'points'].map((key) => title(t(key))),
        cell(),
    ];
    const row = /** @param {import('./types.js').Term} term */ (term) =>
        h(
            'tr',
            {},
            h('th', { scope: 'row' }, tMaybe(`term.${term.name}`) ?? term.name),
            cell(formatNumber(term.value, 2)),
            cell(`× ${formatNumber(term.weight, 3)}`),
            cell(formatNumber(term.product, 2)),
            h('td', {}, meter(term.product / most)),
        );
    const foot = [
        h('th', { scope: 'row' }, t('sum')),
        cell(),
        cell(),
        cell(formatNumber(value, 2)),
        cell(),
    ];
    return h(
        'table',
        { class: 'terms' },
        h('thead', {}, h('tr', {}, head)),
        h('tbody', {}, terms.map(row)),
        h('tfoot', {}, h('tr', {}, foot)),
    );
}

/** @param {Both} both */
function counts(both) {
    return h(
        'p',
        { class: 'facts' },
        h('span', {}, `${t('black')} `, h('b', {}, both.black.length)),
        h('span', {}, `${t('white')} `, h('b', {}, both.white.length)),
    );
}

/** A bar to the right or to the left of the middle. @param {number} part */
function meter(part) {
    const width = Math.abs(part) * 50;
    return h(
        'span',
        { class: 'meter', 'aria-hidden': 'true' },
        h('i', {
            class: part < 0 ? 'is-minus' : '',
            vars:
                part < 0
                    ? { right: '50%', width: `${width}%` }
                    : { left: '50%', width: `${width}%` },
        }),
    );
}
