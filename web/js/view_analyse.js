// Analyse: the engine looks at the position shown, and its scores stand on the squares. Any legal
// move may be tried; other moves than those of the game become variations.

/** @import {Line, SearchData, Verdict, View} from './types.js' */
/** @import {Node} from './game.js' */
import { app } from './app.js';
import { stream } from './api.js';
import { button, chips, fill, h, keepFocus } from './dom.js';
import { Editor } from './editor.js';
import { Graph } from './graph.js';
import { exportDialog, importDialog } from './io.js';
import { formatCount, formatNumber, formatScore, t } from './i18n.js';
import { Moves, moveText } from './moves.js';

const SEARCH_SECONDS = 120, SKETCH_LEVEL = 6, SKETCH_SECONDS = 0.1, MOST_LINES = 4;

/** @implements {View} */
export class AnalyseView {
    name = 'analyse';
    /** @type {AbortController|null} */
    search = null;
    /** @type {SearchData|null} */
    data = null;
    /** @type {Editor|null} */
    editor = null;

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.panel = panel;
        this.moves = new Moves();
        this.graph = new Graph();
        this.lines = h('ol', { class: 'lines' });
        this.facts = h('p', { class: 'facts' });
        const on = h('input', { type: 'checkbox', role: 'switch', id: 'engine-on', checked: app.settings.engineOn, onchange: () => { app.save({ engineOn: on.checked }); this.changed('switch'); } });
        fill(panel,
            h('div', { class: 'card' },
                h('label', { class: 'switch' }, on, t('engine')), this.facts,
                this.lines,
                chips(t('showLines'), 'lines', [['1', 'lineBest'], ['3', 'lineThree'], ['64', 'lineAll']].map(([value, key]) => ({ value, text: t(key) })), app.settings.lines, (lines) => { app.save({ lines }); this.changed('switch'); })),
            h('div', { class: 'card' }, h('h2', { class: 'minor' }, t('graph')), this.graph.element),
            this.moves.element,
            h('div', { class: 'panel-foot' },
                button(t('edit'), () => this.edit(), { icon: 'edit', kind: 'is-plain', id: 'edit' }),
                button(t('import'), () => importDialog(), { icon: 'import', kind: 'is-plain', id: 'import' }),
                button(t('share'), () => exportDialog(), { icon: 'share', kind: 'is-plain', id: 'share' })));
        this.changed('mount');
    }

    unmount() {
        this.#closeEditor();
        this.stop();
    }

    #closeEditor() {
        this.editor?.close();
        this.editor = null;
    }

    stop() {
        this.search?.abort();
        this.search = null;
    }

    /** @param {string} kind */
    changed(kind) {
        if (this.editor) {
            this.#closeEditor();
            if (this.panel) this.mount(this.panel);
            return;
        }
        this.data = null;
        this.draw();
        this.stop();
        if (app.settings.engineOn) this.#run(kind === 'mount' || kind === 'new');
    }

    draw() {
        if (this.editor) return;
        const { state } = app.game.current;
        /** @type {import('./board.js').Extras['values']} */
        const values = new Map();
        const best = this.data?.lines[0];
        for (const line of this.data?.lines ?? []) {
            if (line.move === 'pass') continue;
            values.set(line.move, { text: formatScore(line.score, line.exact), exact: line.exact, best: line.score === best?.score && (line === best || line.exact) });
        }
        app.extras = { active: !state.over, values };
        app.refresh();
        this.moves?.update();
        this.graph?.update();
        this.#drawLines();
        app.drawStage();
    }

    #isDrawing = false;
    /** Many events may come between two frames. */
    #drawSoon() {
        if (this.#isDrawing) return;
        this.#isDrawing = true;
        requestAnimationFrame(() => {
            this.#isDrawing = false;
            if (app.view === this) this.draw();
        });
    }

    #drawLines() {
        if (!this.lines || !this.facts) return;
        const { state } = app.game.current, { data, lines: place } = this;
        if (state.over) {
            fill(this.lines, h('li', { class: 'soft' }, t('gameOver')));
            fill(this.facts);
            return;
        }
        // Room for all the lines from the beginning: what is below must not jump while one reads it.
        const rows = Math.min(MOST_LINES, Number(app.settings.lines), Object.keys(state.legal).length);
        this.lines.style.setProperty('--rows', String(Math.max(1, rows)));
        const lines = (data?.lines ?? []).slice(0, MOST_LINES);
        if (!data) fill(this.lines, h('li', { class: `soft ${app.settings.engineOn ? 'is-late' : ''}` }, t(app.settings.engineOn ? 'starting' : 'engineOff')));
        else keepFocus(() => fill(place, lines.map((line, i) => this.#line(line, i))));
        fill(this.facts, data && [
            depthFact(data.lines[0]),
            h('span', {}, h('b', {}, formatCount(data.nodes)), ` ${t('nodes')}`),
            h('span', {}, h('b', {}, formatNumber(data.seconds, 1)), ' s')]);
    }

    /** @param {Line} line @param {number} i */
    #line(line, i) {
        const [first, ...rest] = line.pv;
        const points = h('span', { class: `points ${line.exact ? 'is-exact' : ''}`, title: t(line.exact ? 'exact' : 'estimate') }, formatScore(line.score, line.exact), line.exact && h('span', { class: 'hidden' }, ` ${t('exact')}`));
        return h('li', {}, h('button', { type: 'button', class: 'line', id: `line-${i}`, title: t('playThis'), onclick: () => { if (first) app.play(first); } },
            points, h('span', { class: 'way' }, h('b', {}, moveText(first)), ` ${rest.map(moveText).join(' ')}`)));
    }

    /** @param {boolean} withSketch */
    async #run(withSketch) {
        const abort = this.search = new AbortController(), { game } = app, node = game.current;
        try {
            if (withSketch) await sketch(abort.signal, () => { if (this.search === abort) this.graph?.update(); });
            if (node.state.over) {
                setScore(node, node.state.score ?? 0, true);
                this.draw();
                return;
            }
            const request = { board: game.board, position: node.state.position, seconds: SEARCH_SECONDS, lines: Number(app.settings.lines) };
            for await (const { data } of stream('search', request, abort.signal)) {
                if (this.search !== abort || game.current !== node) return;
                this.data = data;
                const best = /** @type {SearchData} */ (data).lines[0];
                if (best) setScore(node, node.state.side === 'black' ? best.score : -best.score, best.exact);
                this.#drawSoon();
            }
        } catch (error) {
            app.complain(error);
        }
    }

    /** @param {string} square */
    clicked(square) {
        if (this.editor) this.editor.clicked(square);
        else if (square in app.game.current.state.legal) app.play(square);
    }

    edit() {
        if (!this.panel) return;
        this.stop();
        this.editor = new Editor(this.panel, () => {
            this.#closeEditor();
            app.preview = null;
            if (this.panel) this.mount(this.panel);
        });
        this.editor.mount();
    }

    get underKey() {
        return this.editor ? 'editor' : '';
    }

    under() {
        return this.editor ? [] : null;
    }
}

/** The depth, and how sure a selective search is. @param {Line|undefined} line */
function depthFact(line) {
    const isSelective = !!line && line.depth > 0 && line.selectivity < 100;
    return h('span', isSelective ? { title: t('selectivity', { n: line.selectivity }) } : {},
        `${t('depth')} `, h('b', {}, line?.depth ?? 0), isSelective && ` · ${line.selectivity} %`);
}

/** @param {Node} node @param {number} score @param {boolean} exact */
export function setScore(node, score, exact) {
    if (node.exact && !exact) return;
    node.score = score;
    node.exact = exact;
}

/**
 * A quick score for every position of the game that has none, so that the graph says something.
 * @param {AbortSignal} signal @param {() => void} drawn
 */
async function sketch(signal, drawn) {
    const { game } = app, line = game.line();
    const last = line[line.length - 1];
    if (last.state.over) setScore(last, last.state.score ?? 0, true);
    if (line.slice(0, -1).every((node) => node.score !== null)) return;
    for await (const { event, data } of stream('review', { ...game.toRequest(), level: SKETCH_LEVEL, seconds: SKETCH_SECONDS }, signal)) {
        if (event !== 'move') continue;
        const verdict = /** @type {Verdict} */ (data), node = line[verdict.ply];
        if (node && node.score === null) setScore(node, verdict.side === 'black' ? verdict.best_score : -verdict.best_score, verdict.exact);
        if (verdict.ply % 8 === 0) drawn();
    }
    drawn();
}
