// Play: any two players on any board, with takeback, hints, a clock, and programs to watch.

/** @import {Side, View} from './types.js' */
import { app, playerName, playerTitle, resultText } from './app.js';
import { ApiError, call, insist, session } from './api.js';
import { miniBoard } from './board.js';
import { button, fill, h, keepFocus, selectField } from './dom.js';
import { reasonFor } from './hint.js';
import { exportDialog, importDialog } from './io.js';
import { formatNumber, formatScore, t } from './i18n.js';
import { aboutPlayer, ladderDialog, ratingOf } from './ladder.js';
import { Moves, moveText } from './moves.js';
import { openingsAfter, openingTitle } from './openings.js';
import { playMove } from './rules.js';
import { playerOptions, setupDialog } from './setup.js';
import { leave } from './session.js';

const FULL_STRENGTH_SECONDS = 5,
    MOST_SECONDS = 20,
    HINT_LEVEL = 12,
    ODDS_LEVEL = 6;

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
        fill(
            panel,
            h(
                'div',
                { class: 'card' },
                h('div', {}, this.status, this.detail),
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
        this.#stopThinking();
    }

    #stopThinking() {
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
        if (kind !== 'play' && kind !== 'note') this.#stopThinking();
        this.draw();
        this.#think();
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
        let text = '',
            detail = '';
        if (this.isFlagged) text = t('flagged', { side: t(state.side) });
        else if (state.over) {
            text = this.#outcome();
            detail = resultText(state);
        } else if (state.pass) text = t('mustPass', { side: t(state.side) });
        else if (isBack && !this.isHumanTurn) text = t('lookingBack');
        else if (this.isHumanTurn) {
            text =
                this.isWatching || app.settings.black === app.settings.white
                    ? t('toMove', { side: t(state.side) })
                    : t('yourMove');
            detail = this.hint
                ? `${t('hintIs', { move: this.hint.move })} ${this.hint.why}`
                : t('youAre', { side: t(state.side) });
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
        this.#drawAdvice();
        keepFocus(() => this.#drawActions(isBack));
        app.drawStage();
    }

    /** How the hint may continue, on small boards. */
    #drawAdvice() {
        const { game } = app;
        this.advice.hidden = !this.hint;
        if (!this.hint) return fill(this.advice);
        const boards = [];
        let state = game.current.state;
        for (const move of this.hint.line.slice(0, 3)) {
            const after = playMove(state, move, game.width, game.height);
            if (!after) break;
            boards.push(
                h(
                    'figure',
                    {},
                    miniBoard(after, game.width, game.height),
                    h('figcaption', { class: 'small' }, moveText(move)),
                ),
            );
            state = after;
        }
        fill(this.advice, boards);
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
        fill(
            this.watch,
            !this.isWatching
                ? []
                : [
                      button(
                          t(this.isPaused ? 'resume' : 'pause'),
                          () => {
                              this.isPaused = !this.isPaused;
                              if (this.isPaused) this.#stopThinking();
                              this.changed('pause');
                          },
                          { icon: this.isPaused ? 'play' : 'pause', id: 'pause' },
                      ),
                      selectField(
                          t('speed'),
                          [
                              ['2000', 'slow'],
                              ['700', 'normal'],
                              ['150', 'fast'],
                              ['0', 'fastest'],
                          ].map(([value, key]) => ({ value, text: t(key) })),
                          String(app.settings.pause),
                          (value) => app.save({ pause: Number(value) }),
                          'speed',
                      ),
                  ],
        );
        this.watch.hidden = !this.isWatching;
        this.#drawRival();
    }

    /** Against a program its strength can be changed at any time. */
    #drawRival() {
        const { settings, game } = app,
            isBlack = settings.black !== 'human';
        this.rival.hidden = isBlack === (settings.white !== 'human');
        if (this.rival.hidden) return;
        const options = playerOptions(game.board).filter(({ value }) => value !== 'human');
        const rival = isBlack ? settings.black : settings.white,
            rating = ratingOf(rival);
        const choose = /** @param {string} value */ (value) => {
            app.save(isBlack ? { black: value } : { white: value });
            this.#stopThinking();
            this.changed('player');
        };
        const odds = selectField(
            t('odds'),
            ['0', '2', '4', '8'].map((value) => ({
                value,
                text: value === '0' ? t('noOdds') : t('oddsIs', { n: value }),
            })),
            settings.odds,
            (value) => {
                app.save({ odds: value });
                this.changed('player');
            },
            'odds',
        );
        fill(
            this.rival,
            h(
                'div',
                { class: 'pair' },
                selectField(t('opponent'), options, rival, choose, 'opponent'),
                odds,
            ),
            h(
                'p',
                { class: 'soft small', id: 'about-rival' },
                rating !== null && h('b', {}, `${rating} · `),
                aboutPlayer(rival),
            ),
            button(t('ladder'), () => ladderDialog(choose), {
                kind: 'is-small',
                icon: 'last',
                id: 'ladder',
            }),
        );
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
        this.#stopThinking();
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

    /** Lets a program move, if it is its turn at the end of the game. */
    async #think() {
        const { game } = app,
            node = game.current;
        if (
            this.thinking ||
            (node.next && this.resumeAt !== node.id) ||
            node.state.over ||
            node.state.pass ||
            this.isFlagged ||
            app.pending
        )
            return;
        const player = this.player(node.state.side);
        if (player === 'human' || (this.isWatching && this.isPaused)) return;
        const abort = (this.thinking = new AbortController());
        this.draw();
        try {
            const left = this.clock
                ? Math.max(0.05, this.clock[node.state.side] / 1000 / 15)
                : MOST_SECONDS;
            const seconds = Math.min(
                left,
                player === 'engine' ? FULL_STRENGTH_SECONDS : MOST_SECONDS,
            );
            const pause = new Promise((resolve) =>
                setTimeout(resolve, this.isWatching ? app.settings.pause : 450),
            );
            const isProgram = app.programs.some(({ name }) => name === player);
            const answer =
                app.settings.odds !== '0' && !this.isWatching && !isProgram
                    ? await this.#oddsMove(node, abort.signal)
                    : await insist(
                          'move',
                          {
                              ...(isProgram ? game.toRequest(node) : { board: game.board }),
                              session,
                              position: node.state.position,
                              player: varied(player),
                              seconds,
                          },
                          abort.signal,
                      );
            await pause;
            if (this.thinking !== abort || app.game.current !== node) return;
            this.thinking = null;
            await app.play(answer.move);
            if (answer.unit !== 'own' && !isProgram) return;
            this.said = {
                node: app.game.current,
                text: [
                    player,
                    answer.score === undefined ? '' : formatNumber(answer.score, 4),
                    isProgram && answer.seconds !== undefined
                        ? `${formatNumber(answer.seconds, 2)} s`
                        : '',
                ]
                    .filter(Boolean)
                    .join(' · '),
            };
            this.draw();
        } catch (error) {
            if (this.thinking === abort) this.thinking = null;
            app.complain(error);
            this.draw();
        }
    }

    /**
     * A move that gives discs away on purpose: of those that cost no more than the odds, the one
     * that keeps the game closest to even.
     * @param {import('./game.js').Node} node @param {AbortSignal} signal
     */
    async #oddsMove(node, signal) {
        /** @type {import('./types.js').SearchData} */
        const { lines } = await insist(
            'best',
            {
                session,
                board: app.game.board,
                position: node.state.position,
                level: ODDS_LEVEL,
                seconds: 2,
                lines: 64,
            },
            signal,
        );
        if (!lines.length) throw new ApiError('no-move', '');
        const most = lines[0].score - Number(app.settings.odds),
            fair = lines.filter(({ score }) => score >= most);
        return fair.reduce(
            (best, one) => (Math.abs(one.score + 1) < Math.abs(best.score + 1) ? one : best),
            fair[0],
        );
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
            this.#stopThinking();
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
        this.#stopThinking();
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

/** The engine with the user's taste for openings; anybody else as he is. @param {string} player */
function varied(player) {
    if (!/^engine\b/.test(player) || app.settings.variety === '0') return player;
    return `${player}${player.includes(':') ? ',' : ':'}variety=${app.settings.variety}`;
}

/** The rules of the game, folded. */
function rules() {
    return h(
        'details',
        { class: 'card rules' },
        h('summary', {}, t('rulesTitle')),
        h(
            'ul',
            {},
            ['rules1', 'rules2', 'rules3', 'rules4'].map((key) => h('li', {}, t(key))),
        ),
    );
}
