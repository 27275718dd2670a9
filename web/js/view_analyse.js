// Analyse: the engine looks at the position shown, and its scores stand on the squares, coloured by
// what they lose. Any legal move may be tried; other moves than those of the game become
// variations.

/** @import {EvalData, Line, SearchData, State, View} from './types.js' */
/** @import {Node} from './game.js' */
import { app } from './app.js';
import { call, stream } from './api.js';
import { depthFact, longer, setScore, sketch, valuesOf } from './analysis.js';
import { analysisPanel, drawLegend } from './analysis_panel.js';
import { fill, h } from './dom.js';
import { Editor } from './editor.js';
import { Explorer } from './explorer.js';
import { Graph } from './graph.js';
import { formatCount, formatNumber, t } from './i18n.js';
import { Lines } from './lines.js';
import { Moves } from './moves.js';
import { Notes } from './notes.js';
import { openingsAfter, openingTitle } from './openings.js';
import { Perfect } from './perfect.js';
import { emptyRegions, makeState } from './rules.js';

const DRAW_MS = 80,
    ENDLESS_SECONDS = 600;

/** @implements {View} */
export class AnalyseView {
    name = 'analyse';
    /** @type {AbortController|null} */
    search = null;
    /** @type {SearchData|null} */
    data = null;
    /** @type {Editor|null} */
    editor = null;
    /** What if the side to move passed? */
    isThreat = false;
    /** What was found before, by position. @type {Map<string, SearchData>} */
    known = new Map();
    /** @type {EvalData|null} */
    features = null;
    /** The book's lines, and the position that they are for. @type {Line[]} */
    book = [];
    bookFor = '';

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.panel = panel;
        this.moves = new Moves();
        this.graph?.close();
        this.graph = new Graph();
        this.notes = new Notes();
        this.explorer = new Explorer();
        this.lines = new Lines();
        this.facts = h('p', { class: 'facts' });
        this.legend = h('p', { class: 'small soft legend-of' });
        this.perfect = new Perfect();
        fill(panel, analysisPanel(this));
        this.changed('mount');
    }

    unmount() {
        this.notes?.keep();
        this.graph?.close();
        this.perfect?.close();
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
        if (kind === 'note' || kind === 'tree') {
            this.#loadLayer();
            this.draw();
            return;
        }
        this.data = app.settings.engineOn ? (this.known.get(this.#position()) ?? null) : null;
        this.#loadLayer();
        this.draw();
        this.stop();
        if (app.settings.engineOn) this.#run(kind === 'mount' || kind === 'new');
    }

    /** The position that is analysed: the one shown, or the same with the other side to move. */
    #position() {
        const { position } = app.game.current.state;
        return this.isThreat
            ? position.slice(0, -1) + (position.endsWith('X') ? 'O' : 'X')
            : position;
    }

    /** @returns {State} */
    #state() {
        const { game } = app;
        return this.isThreat
            ? makeState(this.#position(), game.width, game.height)
            : game.current.state;
    }

    draw() {
        if (this.editor) return;
        const { game } = app,
            { state } = game.current;
        const values =
            app.settings.layer === 'book'
                ? valuesOf(this.book, true)
                : valuesOf(this.data?.lines ?? [], false);
        const titles = new Map(
            [...openingsAfter(state, game.board)].map(([move, opening]) => [
                move,
                openingTitle(opening),
            ]),
        );
        const isDrawing = !!this.notes?.brush;
        app.extras = {
            active: !state.over && !this.isThreat && !isDrawing,
            open: isDrawing,
            quiet: this.isThreat,
            values,
            titles,
            ...this.#layer(),
        };
        app.refresh();
        this.moves?.update();
        this.graph?.update();
        this.notes?.update();
        this.explorer?.update();
        const hasMove = game.current.parent && state.move !== 'pass';
        this.perfect?.update(game.current, hasMove ? game.current : null);
        if (this.legend) drawLegend(this.legend);
        this.#drawLines();
        app.drawStage();
    }

    /**
     * Stable discs, the frontier, or the regions of empty squares, over the board.
     * @returns {import('./board.js').Extras}
     */
    #layer() {
        const { game, settings } = app,
            { state } = game.current,
            { layer } = settings;
        /** @type {NonNullable<import('./board.js').Extras['tints']>} */
        const tints = new Map();
        if (layer === 'parity') {
            for (const region of emptyRegions(state.position, game.width, game.height)) {
                const n = region.length,
                    kind = n % 2 ? 'odd' : 'even',
                    label = t(`parity.${kind}`, { n });
                for (const name of region)
                    tints.set(name, { kind, label, count: name === region[0] ? n : undefined });
            }
        } else if (layer !== 'none' && this.features) {
            const both = /** @type {import('./types.js').Both} */ (
                /** @type {any} */ (this.features.features)[layer]
            );
            for (const side of /** @type {('black'|'white')[]} */ (['black', 'white']))
                for (const name of both[side])
                    tints.set(name, {
                        kind: layer === 'stable' ? 'stable' : 'edge',
                        label: t(`overlay.${layer}`),
                    });
        }
        return { tints };
    }

    async #loadLayer() {
        const { game, settings } = app,
            node = game.current;
        this.features = null;
        if (settings.layer === 'book') return this.#loadBook();
        if (settings.layer !== 'stable' && settings.layer !== 'frontier') return;
        try {
            const data = await call('evaluate', {
                board: game.board,
                position: node.state.position,
                eval: 'positional',
            });
            if (game.current !== node || app.view !== this) return;
            this.features = data;
            this.#drawSoon();
        } catch (error) {
            app.complain(error);
        }
    }

    /** What the book knows of the position shown. */
    async #loadBook() {
        const { game } = app,
            node = game.current;
        if (this.bookFor === node.state.position) return;
        this.bookFor = node.state.position;
        this.book = [];
        try {
            const { lines } = await call('book', {
                board: game.board,
                position: node.state.position,
            });
            if (this.bookFor !== node.state.position || app.view !== this) return;
            this.book = lines;
            app.announce(t(lines.length ? 'inBook' : 'notInBook'));
            this.#drawSoon();
        } catch (error) {
            this.bookFor = '';
            app.complain(error);
        }
    }

    #isDrawing = false;
    #drawnAt = -Infinity;
    /** Many events may come between two frames, and a click is more urgent than any of them. */
    #drawSoon() {
        if (this.#isDrawing) return;
        this.#isDrawing = true;
        const draw = () => {
            this.#isDrawing = false;
            this.#drawnAt = performance.now();
            if (app.view === this) this.draw();
        };
        const pause = Math.max(0, this.#drawnAt + DRAW_MS - performance.now());
        setTimeout(() => requestAnimationFrame(draw), pause);
    }

    #drawLines() {
        const { lines, facts, data } = this,
            state = this.#state();
        if (!lines || !facts) return;
        if (state.over || (this.isThreat && state.pass)) {
            lines.say(t(state.over ? 'gameOver' : 'noThreat'));
            fill(facts);
            return;
        }
        // Room for the lines from the beginning: what is below must not jump while one reads it.
        const isOn = app.settings.engineOn,
            rows = isOn ? Math.min(Number(app.settings.lines), moveCount(state)) : 1;
        lines.list.style.setProperty('--rows', String(Math.max(1, rows)));
        facts.hidden = !isOn;
        if (!data) lines.say(t(isOn ? 'starting' : 'engineOff'), isOn);
        else lines.show(data.lines, state, this.isThreat);
        fill(facts, data && factsOf(data));
    }

    /** @param {boolean} withSketch */
    async #run(withSketch) {
        const abort = (this.search = new AbortController()),
            { game } = app,
            node = game.current,
            position = this.#position();
        try {
            if (withSketch)
                await sketch(abort.signal, () => {
                    if (this.search === abort) this.graph?.update();
                });
            if (node.state.over) {
                setScore(node, node.state.score ?? 0, true);
                this.draw();
                return;
            }
            const state = this.#state();
            if (state.over || (this.isThreat && state.pass)) return;
            const isEndless = app.settings.seconds === 'endless',
                seconds = isEndless ? ENDLESS_SECONDS : Number(app.settings.seconds) || 120;
            const request = {
                board: game.board,
                position,
                seconds,
                lines: Number(app.settings.lines),
                threads: Math.min(app.threads, Number(app.settings.threads)) || 0,
            };
            do {
                for await (const { data } of stream('search', request, abort.signal)) {
                    if (this.search !== abort || game.current !== node) return;
                    this.#take(node, position, data);
                }
            } while (
                isEndless &&
                this.search === abort &&
                this.data &&
                !this.data.lines.every((line) => line.exact)
            );
        } catch (error) {
            app.complain(error);
        }
    }

    /** @param {Node} node @param {string} position @param {SearchData} data */
    #take(node, position, data) {
        const before = this.known.get(position);
        this.data = { ...data, lines: data.lines.map((line) => longer(line, before)) };
        this.known.set(position, this.data);
        if (this.known.size > 400)
            this.known.delete(/** @type {string} */ (this.known.keys().next().value));
        const best = this.data.lines[0];
        if (best && !this.isThreat)
            setScore(node, node.state.side === 'black' ? best.score : -best.score, best.exact);
        this.#drawSoon();
    }

    /** @param {string} square */
    clicked(square) {
        if (this.editor) this.editor.clicked(square);
        else if (
            !this.notes?.pressed(square) &&
            !this.isThreat &&
            square in app.game.current.state.legal
        )
            app.play(square);
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

/** @param {State} state */
function moveCount(state) {
    return Object.keys(state.legal).length;
}

/**
 * Depth, positions, speed and time; what a table knows was not searched.
 * @param {SearchData} data
 */
function factsOf({ lines, nodes, seconds }) {
    const fact = /** @param {string} number @param {string} text */ (number, text) =>
        h('span', {}, h('b', {}, number), ` ${text}`);
    return [
        depthFact(lines[0]),
        nodes > 0 && fact(formatCount(nodes), t('nodes')),
        nodes > 0 && seconds > 0 && fact(formatCount(nodes / seconds), t('perSecond')),
        nodes > 0 && fact(formatNumber(seconds, 1), 's'),
    ];
}
