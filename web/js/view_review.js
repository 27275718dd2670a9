// Review: what each move of the game lost, the mistakes by name, and another try at each of them.

/** @import {ReviewData, SearchData, Verdict, View} from './types.js' */
/** @import {Node} from './game.js' */
import { app } from './app.js';
import { call, session, stream } from './api.js';
import { button, fill, h, keepFocus } from './dom.js';
import { Graph } from './graph.js';
import { download } from './share.js';
import { formatNumber, shortScore, t } from './i18n.js';
import { keepAccuracy } from './library.js';
import { Moves, moveText, signs } from './moves.js';
import { keepMistakes } from './puzzles.js';
import { drawHead, faultButtons, verdictParts } from './review_parts.js';
import { setScore } from './analysis.js';

/**
 * Level and seconds a position of each quality.
 * @type {Record<string, {level: number, seconds: number}>}
 */
const qualities = {
    8: { level: 8, seconds: 0.5 },
    12: { level: 12, seconds: 1 },
    18: { level: 18, seconds: 4 },
};
const FOUND_LOSS = 1; // a try that loses less than this many discs is as good as the best

/** @implements {View} */
export class ReviewView {
    name = 'review';
    /** @type {AbortController|null} */
    running = null;
    /**
     * What was found, and about which game.
     * @type {{moves: string, verdicts: Verdict[], result: ReviewData|null}|null}
     */
    review = null;
    /**
     * A second try at a mistake: the position before it.
     * @type {{node: Node, verdict: Verdict, message: string, isFound: boolean}|null}
     */
    task = null;

    /** @param {HTMLElement} panel */
    mount(panel) {
        this.graph?.close();
        this.graph = new Graph();
        this.moves = new Moves();
        this.head = h('div', { class: 'card' });
        this.faults = h('div', { class: 'card mistakes' });
        this.place = h('div', { class: 'card place' });
        this.course = h(
            'div',
            { class: 'card' },
            h('h2', { class: 'minor' }, t('graph')),
            this.graph.element,
        );
        fill(panel, this.head, this.place, this.course, this.faults, this.moves.element);
        this.changed('mount');
    }

    unmount() {
        this.graph?.close();
        this.running?.abort();
        this.running = null;
        this.task = null;
    }

    get gameKey() {
        const { game } = app;
        return `${game.board} ${game.root.state.position} ${game.transcript()}`;
    }

    /** @param {string} kind */
    changed(kind) {
        if (kind === 'note') return this.draw();
        if (kind === 'new') {
            this.running?.abort();
            this.running = null;
            this.task = null;
            this.review = null;
        }
        if (this.task && app.game.current !== this.task.node) {
            if (kind === 'play') this.#judge(app.game.current);
            else this.task = null;
        }
        this.draw();
    }

    /** @returns {Node[]} the positions before each move of the reviewed game */
    #line() {
        return app.game.line();
    }

    draw() {
        const { game } = app,
            isMine =
                this.review !== null && (this.task !== null || this.review.moves === this.gameKey);
        const { state } = game.current;
        const verdict = isMine ? this.#verdictHere() : null;
        /** @type {import('./board.js').Extras} */
        const extras = {
            active: this.task !== null && !this.task.isFound && game.current === this.task.node,
            quiet: this.task === null,
        };
        if (verdict && !this.task && verdict.loss > 0 && verdict.best in state.legal)
            extras.values = new Map([
                [
                    verdict.best,
                    {
                        text: shortScore(verdict.best_score, verdict.exact),
                        exact: verdict.exact,
                        best: true,
                    },
                ],
                [
                    verdict.move,
                    {
                        text: shortScore(verdict.score, verdict.exact),
                        exact: verdict.exact,
                        played: true,
                        label: `${shortScore(verdict.score, verdict.exact)}, ${t('playedMove')}`,
                    },
                ],
            ]);
        app.extras = extras;
        app.refresh();
        this.graph?.update();
        this.moves?.update();
        if (this.course && this.moves)
            this.course.hidden = this.moves.element.hidden = game.line().length < 2;
        keepFocus(() => {
            drawHead(this, isMine);
            this.#drawPlace(verdict);
            this.#drawFaults(isMine);
        });
        app.drawStage();
    }

    /** The verdict on the move that was played from the position shown. */
    #verdictHere() {
        const { current } = app.game;
        return current.isMain
            ? (this.review?.verdicts.find((one) => one.ply === current.ply) ?? null)
            : null;
    }

    /** What there is to say about the position shown. @param {Verdict|null} verdict */
    #drawPlace(verdict) {
        if (!this.place) return;
        const { task } = this;
        this.place.hidden = !task && !verdict;
        if (task) {
            fill(
                this.place,
                h(
                    'div',
                    { class: 'task' },
                    h('h2', { class: 'minor' }, t('tryTitle')),
                    h('p', { role: 'status' }, task.message),
                    h(
                        'div',
                        { class: 'row' },
                        game(task.node)
                            ? button(t('showBest'), () => this.#showBest(), { kind: 'is-small' })
                            : button(t('tryAgain'), () => this.#try(task.node, task.verdict), {
                                  kind: 'is-small is-main',
                                  id: 'try-again',
                              }),
                        button(t('leaveTry'), () => this.#leaveTask(), { kind: 'is-small' }),
                    ),
                ),
            );
            return;
        }
        if (!verdict) return;
        const again = () => this.#try(app.game.current, verdict);
        fill(this.place, verdictParts(verdict, again));
    }

    /** @param {boolean} isMine */
    #drawFaults(isMine) {
        if (!this.faults) return;
        const line = this.#line();
        const faults = isMine
            ? (this.review?.verdicts ?? [])
                  .filter((one) => one.verdict in signs)
                  .sort((a, b) => a.ply - b.ply)
            : [];
        this.faults.hidden = !isMine || (faults.length === 0 && !!this.running);
        if (this.faults.hidden) return;
        const here = app.game.current.isMain ? app.game.current.ply : -1;
        fill(
            this.faults,
            h('h2', { class: 'minor' }, t('faults')),
            faults.length === 0
                ? h('p', { class: 'soft' }, t('noFaults'))
                : faultButtons(faults, here, (one) => {
                      this.task = null;
                      app.game.show(line[one.ply]);
                      app.showBoard();
                  }),
        );
    }

    /** The mistakes of the game that is shown, in order. */
    get #faultList() {
        if (!this.review || this.review.moves !== this.gameKey) return [];
        return this.review.verdicts
            .filter((one) => one.verdict in signs)
            .sort((a, b) => a.ply - b.ply);
    }

    /** To the next mistake, or the one before. @param {1|-1} step */
    #goToFault(step) {
        if (this.task) this.#leaveTask();
        const here = app.game.current.ply,
            list = this.#faultList;
        const fault =
            step > 0
                ? (list.find((one) => one.ply > here) ?? list[0])
                : (list.findLast((one) => one.ply < here) ?? list.at(-1));
        if (fault) app.game.show(this.#line()[fault.ply]);
    }

    get underKey() {
        return `${this.#faultList.length}`;
    }

    underMore() {
        return (
            this.#faultList.length > 0 &&
            button(t('nextFault'), () => this.#goToFault(1), { id: 'next-fault', kind: 'is-small' })
        );
    }

    /** @param {string} key */
    key(key) {
        if (key !== 'n' && key !== 'p') return false;
        this.#goToFault(key === 'n' ? 1 : -1);
        return true;
    }

    /** Reviews the whole game. */
    async start() {
        const { game } = app,
            line = game.line();
        if (line.length < 2) return;
        this.running?.abort();
        this.task = null;
        const abort = (this.running = new AbortController());
        const review = (this.review = {
            moves: this.gameKey,
            verdicts: /** @type {Verdict[]} */ ([]),
            result: /** @type {ReviewData|null} */ (null),
        });
        for (const node of line)
            if (node.verdict) game.dispatch({ type: 'verdict', id: node.id, verdict: null });
        const last = line[line.length - 1];
        if (last.state.over) setScore(last, last.state.score ?? 0, true);
        this.draw();
        try {
            const quality = qualities[app.settings.reviewLevel] ?? qualities[12];
            for await (const { event, data } of stream(
                'review',
                { ...game.toRequest(), ...quality },
                abort.signal,
            )) {
                if (this.running !== abort) return;
                if (event === 'move') note(line, review.verdicts, data);
                else review.result = data;
                if (event === 'result') {
                    this.running = null;
                    keepAccuracy(app.gameId, {
                        black: data.black.accuracy,
                        white: data.white.accuracy,
                    });
                    keepMistakes(line, review.verdicts);
                    app.announce(
                        t('reviewSaid', {
                            black: formatNumber(data.black.accuracy, 1),
                            white: formatNumber(data.white.accuracy, 1),
                        }),
                    );
                }
                this.draw();
            }
        } catch (error) {
            app.complain(error);
        }
        if (this.running === abort) {
            this.running = null;
            this.draw();
        }
    }

    /** @param {Node} node @param {Verdict} verdict */
    #try(node, verdict) {
        this.task = {
            node,
            verdict,
            message: t('tryText', { side: t(verdict.side), move: moveText(verdict.move) }),
            isFound: false,
        };
        app.game.show(node);
        this.draw();
        app.showBoard();
        app.announce(this.task.message);
    }

    /** What the second try was worth. @param {Node} node */
    async #judge(node) {
        const { task } = this;
        if (!task || node.parent !== task.node) return;
        task.message = t('judging');
        try {
            const { game } = app;
            /** @type {SearchData} */
            const all = await call('best', {
                session,
                board: game.board,
                position: task.node.state.position,
                level: 12,
                seconds: 4,
                lines: 64,
            });
            if (this.task !== task) return;
            const best = all.lines[0],
                mine = all.lines.find((one) => one.move === node.state.move);
            const loss = best && mine ? Math.max(0, best.score - mine.score) : 0;
            task.isFound = loss < FOUND_LOSS;
            task.message = task.isFound
                ? t('tryRight', { move: moveText(node.state.move) })
                : t('tryWrong', { move: moveText(node.state.move), loss: formatNumber(loss, 1) });
            app.announce(task.message);
        } catch (error) {
            app.complain(error);
        }
        this.draw();
    }

    #showBest() {
        const { task } = this;
        if (!task) return;
        task.message = t('bestWas', { move: moveText(task.verdict.best) });
        app.play(task.verdict.best);
    }

    /** Back to the game as it was played. */
    #leaveTask() {
        const { task } = this;
        this.task = null;
        if (!task) return;
        app.game.show(task.node);
        this.draw();
    }

    /** @param {string} square */
    clicked(square) {
        const { task } = this;
        if (task && app.game.current === task.node && square in task.node.state.legal)
            app.play(square);
    }

    save() {
        const { game } = app;
        if (!this.review) return;
        const report = {
            ...game.toRequest(),
            result: this.review.result,
            moves_reviewed: [...this.review.verdicts].sort((a, b) => a.ply - b.ply),
        };
        download(
            new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
            'review.json',
        );
    }
}

/** @param {Node} node */
function game(node) {
    return app.game.current === node;
}

/** @param {Node[]} line @param {Verdict[]} verdicts @param {Verdict} verdict */
function note(line, verdicts, verdict) {
    verdicts.push(verdict);
    const sign = verdict.side === 'black' ? 1 : -1;
    const before = line[verdict.ply],
        after = line[verdict.ply + 1];
    if (before) setScore(before, sign * verdict.best_score, verdict.exact);
    if (after) after.game.dispatch({ type: 'verdict', id: after.id, verdict });
}
