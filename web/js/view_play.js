// Play: any two players on any board, with takeback, hints, a clock, and programs to watch.

/** @import {Side, View} from './types.js' */
import { app, playerName, playerTitle, resultText } from './app.js';
import { call, session } from './api.js';
import { button, fill, h, keepFocus } from './dom.js';
import { reasonFor } from './hint.js';
import { importDialog } from './import.js';
import { exportDialog } from './share.js';
import { formatScore, t } from './i18n.js';
import { Moves } from './moves.js';
import { openingsAfter, openingTitle } from './openings.js';
import { lastMove, Perfect } from './perfect.js';
import { drawAdvice, drawRival, drawWatch, rules } from './play_parts.js';
import { letThink } from './play_think.js';
import { setupDialog } from './setup.js';
import { leave } from './session.js';

const HINT_LEVEL = 12;

/** @implements {View} */
export class PlayView {
    name = 'play';
    isPaused = false;
    /**
     * A move to try, why, and how it may continue.
     * @type {{move: string, why: string, line: string[]}|null}
     */
    hint = null;
    /** Where the game goes on although there are moves after it. @type {number|null} */
    resumeAt = null;
    isFlagged = false;
    /**
     * What a program thought of the move that led to a position.
     * @type {{node: import('./game.js').Node, text: string}|null}
     */
    said = null;
    /** @type {AbortController|null} */
    thinking = null;
    /** Milliseconds left. @type {Record<Side, number>|null} */
    clock = null;
    #tickedAt = 0;
    #timer = 0;

    constructor() {
        this.status = h('p', { class: 'status' });
        this.detail = h('p', { class: 'soft' });
        this.actions = h('div', { class: 'row' });
        this.watch = h('div', { class: 'row is-low' });
        this.rival = h('div', { class: 'rival' });
        this.advice = h('div', { class: 'advice' });
    }

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.moves = new Moves();
        this.perfect = new Perfect();
        fill(
            panel,
            h(
                'div',
                { class: 'card' },
                h('div', {}, this.status, this.detail),
                this.perfect.element,
                this.advice,
                this.watch,
                this.rival,
                this.actions,
            ),
            this.moves.element,
            rules(),
            h(
                'div',
                { class: 'panel-foot' },
                button(t('import'), () => importDialog(), { icon: 'import', kind: 'is-plain' }),
                button(t('share'), () => exportDialog(), { icon: 'share', kind: 'is-plain' }),
            ),
        );
        this.resetClock();
        this.#timer = window.setInterval(() => this.#tick(), 200);
        this.changed('mount');
    }

    unmount() {
        clearInterval(this.#timer);
        this.perfect?.close();
        this.stopThinking();
    }

    stopThinking() {
        this.thinking?.abort();
        this.thinking = null;
    }

    /** @param {Side} side */
    player(side) {
        return side === 'black' ? app.settings.black : app.settings.white;
    }

    get isWatching() {
        return app.settings.black !== 'human' && app.settings.white !== 'human';
    }

    get isHumanTurn() {
        return this.player(app.game.current.state.side) === 'human';
    }

    /** @param {string} kind */
    changed(kind) {
        if (kind !== 'note') this.hint = null;
        if (kind !== 'play') this.resumeAt = null;
        if (kind === 'new') {
            this.isFlagged = false;
            this.resetClock();
        }
        if (kind !== 'play' && kind !== 'note') this.stopThinking();
        this.draw();
        letThink(this);
    }

    draw() {
        const { game } = app,
            { state } = game.current;
        const isBack = game.current.next !== null && this.resumeAt !== game.current.id;
        const names = new Map(
            [...openingsAfter(state, game.board)].map(([move, opening]) => [
                move,
                openingTitle(opening),
            ]),
        );
        app.extras = {
            active: this.isHumanTurn && !state.over && !this.isFlagged,
            quiet: !this.isHumanTurn,
            hint: this.hint?.move,
            titles: names,
        };
        app.refresh();
        this.moves?.update();
        // A program's answer comes at once: what the person's move has done stays in sight.
        const isJudged = /** @param {import('./game.js').Node} node */ (node) =>
            this.isWatching || this.player(node.by) === 'human';
        this.perfect?.update(game.current, lastMove(game.current, isJudged));
        let text = '',
            detail = '';
        if (this.isFlagged) text = t('flagged', { side: t(state.side) });
        else if (state.over) {
            text = this.#outcome();
            detail = resultText(state);
        } else if (state.pass) text = t('mustPass', { side: t(state.side) });
        else if (isBack && !this.isHumanTurn) text = t('lookingBack');
        else if (this.isHumanTurn) {
            const isAlone = app.settings.black !== app.settings.white;
            text = isAlone ? t('yourMove') : t('toMove', { side: t(state.side) });
            if (this.hint) detail = `${t('hintIs', { move: this.hint.move })} ${this.hint.why}`;
            else if (isAlone) detail = t('youAre', { side: t(state.side) });
        } else {
            text =
                this.isPaused && this.isWatching
                    ? t('paused')
                    : t('isThinking', { name: playerName(this.player(state.side)) });
        }
        if (this.said?.node === game.current)
            detail = [detail, this.said.text].filter(Boolean).join(' · ');
        this.status.classList.toggle('thinking', this.thinking !== null);
        fill(this.status, text);
        fill(this.detail, detail);
        this.detail.hidden = !detail;
        drawAdvice(this);
        keepFocus(() => this.#drawActions(isBack));
        app.drawStage();
    }

    #outcome() {
        const score = app.game.current.state.score ?? 0;
        const human = app.settings.black === 'human' ? 1 : -1;
        if (this.isWatching || app.settings.black === app.settings.white || score === 0)
            return t('gameOver');
        return t(score * human > 0 ? 'youWin' : 'youLose');
    }

    /** @param {boolean} isBack */
    #drawActions(isBack) {
        const { state } = app.game.current;
        const goOn = isBack && !this.isHumanTurn && !state.over;
        const key = [
            goOn,
            state.over,
            this.isFlagged,
            this.isPaused,
            app.settings.black,
            app.settings.white,
            app.settings.odds,
            app.game.board,
            document.documentElement.lang,
        ].join();
        if (this.actions.dataset.key === key) return;
        this.actions.dataset.key = key;
        fill(
            this.actions,
            (state.over || this.isFlagged) &&
                button(t('reviewGame'), () => app.go('review', true), {
                    kind: 'is-main',
                    id: 'review-game',
                }),
            goOn &&
                button(
                    t('goOnHere'),
                    () => {
                        this.resumeAt = app.game.current.id;
                        this.changed('play');
                    },
                    { kind: 'is-main', icon: 'play', id: 'go-on' },
                ),
            button(t('newGame'), () => setupDialog((choice) => this.start(choice)), {
                icon: 'plus',
                id: 'new-game',
            }),
        );
        drawWatch(this);
        drawRival(this);
    }

    /** The buttons under the board. */
    under() {
        const { game } = app;
        return [
            button(t('undo'), () => this.undo(), {
                icon: 'undo',
                id: 'undo',
                disabled: !game.current.parent && !app.pending,
            }),
            button(t('redo'), () => this.redo(), {
                icon: 'redo',
                id: 'redo',
                disabled: !game.current.next,
            }),
            button(t('hint'), () => this.showHint(), {
                icon: 'hint',
                id: 'hint',
                disabled: !this.isHumanTurn || game.current.state.over || game.current.state.pass,
            }),
        ];
    }

    /** Back to the last position where a person had a choice. */
    undo() {
        this.stopThinking();
        if (app.pending) {
            app.dropPending();
            app.refresh();
            return;
        }
        let node = app.game.current.parent;
        while (node?.parent && !this.#hasChoice(node)) node = node.parent;
        if (node) app.game.show(node);
    }

    redo() {
        let node = app.game.current.next;
        while (node?.next && !this.#hasChoice(node)) node = node.next;
        if (node) app.game.show(node);
    }

    /** @param {import('./game.js').Node} node */
    #hasChoice(node) {
        return this.isWatching || (this.player(node.state.side) === 'human' && !node.state.pass);
    }

    async showHint() {
        const node = app.game.current;
        if (!this.isHumanTurn || node.state.over || node.state.pass) return;
        try {
            const result = await call('best', {
                session,
                board: app.game.board,
                position: node.state.position,
                level: HINT_LEVEL,
                seconds: 3,
            });
            if (node !== app.game.current) return;
            const line = result.lines[0],
                { width, height } = app.game;
            const why = reasonFor(node.state, line, width, height);
            this.hint = {
                move: line.move,
                why: `${why} (${formatScore(line.score, line.exact)})`,
                line: line.pv,
            };
            app.announce(`${t('hintIs', { move: this.hint.move })} ${this.hint.why}`);
            this.draw();
        } catch (error) {
            app.complain(error);
        }
    }

    /** @param {string} square */
    clicked(square) {
        const { state } = app.game.current;
        if (!this.isHumanTurn || this.isFlagged) return;
        if (square in state.legal) app.play(square);
        else if (!state.over) app.announce(t('notLegal', { move: square }));
    }

    resetClock() {
        const [minutes, bonus] = app.settings.clock.split('+').map(Number);
        this.clock =
            app.settings.clock === 'none'
                ? null
                : { black: minutes * 60000, white: minutes * 60000 };
        this.bonus = (bonus || 0) * 1000;
        this.#tickedAt = performance.now();
        /** @type {Side} */
        this.ticking = 'black';
    }

    #tick() {
        const now = performance.now(),
            passed = now - this.#tickedAt;
        this.#tickedAt = now;
        if (!this.clock) return;
        const { state, ply, next } = app.game.current;
        if (state.over || this.isFlagged || ply === 0 || next || (this.isWatching && this.isPaused))
            return;
        if (state.side !== this.ticking) this.clock[this.ticking] += this.bonus ?? 0;
        this.ticking = state.side;
        this.clock[state.side] -= passed;
        if (this.clock[state.side] <= 0) {
            this.clock[state.side] = 0;
            this.isFlagged = true;
            this.stopThinking();
            app.announce(t('flagged', { side: t(state.side) }));
            this.draw();
        }
        app.drawStage();
    }

    /**
     * Begins a game; throws the reason if it cannot be.
     * @param {{board: string, black: string, white: string, clock: string, variety: string}} choice
     */
    async start(choice) {
        for (const player of [choice.black, choice.white]) {
            const classic = app.classics.find(({ name }) => name === player);
            if (classic?.home_only && !classic.boards.split(',').includes(choice.board))
                throw new Error(t('notOnBoard', { name: player, boards: classic.boards }));
        }
        const data = await call('game', { board: choice.board });
        this.stopThinking();
        app.notice('');
        app.save(choice);
        this.isPaused = false;
        leave();
        app.use(data);
        app.isPlayed = true;
        app.announce(
            t('announceNew', {
                black: playerTitle(app.settings.black),
                white: playerTitle(app.settings.white),
            }),
        );
    }

    /** @param {string} key */
    key(key) {
        if (key === 'u') this.undo();
        else if (key === 'r') this.redo();
        else if (key === 't') this.showHint();
        else return false;
        return true;
    }
}
