// Practice: positions to solve on the board. Puzzles are one's own mistakes and solved endgames,
// asked again when they are due; lessons are six short steps with positions to try against the
// engine.

/** @import {SearchData} from './types.js' */
/** @import {Card} from './library.js' */
import { app, playerTitle } from './app.js';
import { call, session } from './api.js';
import { button, fill, h, keepFocus } from './dom.js';
import { reasonFor } from './hint.js';
import { formatNumber, t } from './i18n.js';
import { allCards, putCard } from './library.js';
import { moveText } from './moves.js';
import { answered, dueCard, streak } from './puzzles.js';
import { leave } from './session.js';
import { treeAt } from './store.js';

/** `found`: which judges find it. */
/** @typedef {{position: string, best: string, empties?: number, found?: number[]}} Position */
/**
 * @typedef {{judges: string[], puzzles: Position[], lessons: Record<string, Position[]>}} Positions
 */

const GOOD_LOSS = 1.5,
    JUDGE_LEVEL = 12,
    JUDGE_SECONDS = 5,
    DAY_MS = 86400000;
export const STEPS = ['corners', 'xsquares', 'mobility', 'parity', 'wedges', 'edges'];

/**
 * What has been done here: the days on which something was solved, and the positions of lessons.
 */
function progress() {
    try {
        return {
            days: /** @type {number[]} */ ([]),
            done: /** @type {string[]} */ ([]),
            ...JSON.parse(localStorage.getItem('bianca.practice') ?? '{}'),
        };
    } catch {
        return { days: [], done: [] };
    }
}

/** @param {{days: number[], done: string[]}} values */
function keepProgress(values) {
    try {
        localStorage.setItem('bianca.practice', JSON.stringify(values));
    } catch {
        /* private mode */
    }
}

/** A day as a number. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / DAY_MS);

export class Practice {
    /** @param {'puzzles'|'lessons'} kind @param {HTMLElement} place */
    constructor(kind, place) {
        this.kind = kind;
        this.place = place;
        /** @type {Positions|null} */
        this.all = null;
        /** @type {Card|null} */
        this.card = null;
        this.step = '';
        /** 'ask', 'judging', 'right' or 'wrong'. */
        this.stage = 'ask';
        this.message = '';
        this.due = 0;
        this.isDone = false;
    }

    async load() {
        try {
            const answer = await fetch('/puzzles.json');
            this.all = await answer.json();
            const cards = await allCards();
            this.due = cards.filter(({ due }) => due <= Date.now()).length;
            this.draw();
        } catch (error) {
            app.complain(error);
        }
    }

    /** The next puzzle: what is due, else a new one, the easiest first. */
    async next() {
        const cards = await allCards(),
            now = Date.now(),
            known = new Set(cards.map(({ id }) => id));
        this.due = cards.filter(({ due }) => due <= now).length;
        const fresh = this.all?.puzzles.find(({ position }) => !known.has(`8x8 ${position}`));
        const card = dueCard(cards, now) ?? (fresh ? cardOf(fresh) : null);
        this.isDone = !card;
        this.#ask(card);
    }

    /** @param {string} step @param {Position} position */
    #lesson(step, position) {
        this.step = step;
        this.#ask({ ...cardOf(position), kind: 'lesson' });
    }

    /** Puts a position on the board. @param {Card|null} card */
    #ask(card) {
        this.card = card;
        this.stage = 'ask';
        this.message = '';
        if (!card) return this.draw();
        leave();
        app.useTree(treeAt(card.board, card.position));
        app.isPractice = true;
        const { side } = app.game.current.state;
        this.message = t(
            card.kind === 'mistake'
                ? 'puzzle.mistake'
                : card.kind === 'lesson'
                  ? 'puzzle.lesson'
                  : 'puzzle.win',
            { side: t(side), move: card.played ?? '', loss: formatNumber(card.loss ?? 0) },
        );
        app.announce(this.message);
        this.draw();
        app.showBoard();
    }

    /** Whether a press on the board is an answer. */
    get isAsking() {
        return this.card !== null && this.stage === 'ask' && app.game.current.ply === 0;
    }

    /** The answer was played. */
    async judge() {
        const { card } = this,
            node = app.game.current,
            root = app.game.root;
        if (!card || this.stage !== 'ask' || node.parent !== root) return;
        this.stage = 'judging';
        this.message = t('judging');
        this.draw();
        try {
            /** @type {SearchData} */
            const { lines } = await call('best', {
                session,
                board: card.board,
                position: card.position,
                level: JUDGE_LEVEL,
                seconds: JUDGE_SECONDS,
                lines: 64,
            });
            if (this.card !== card) return;
            const move = node.state.move ?? '',
                mine = lines.find((one) => one.move === move),
                best = lines[0];
            const loss = best && mine ? best.score - mine.score : 0;
            const isFound =
                card.best.includes(move) ||
                (card.kind === 'puzzle'
                    ? !!mine && mine.exact && mine.score > 0
                    : loss < GOOD_LOSS);
            const why = best
                ? reasonFor(
                      root.state,
                      isFound && mine ? mine : best,
                      app.game.width,
                      app.game.height,
                  )
                : '';
            this.stage = isFound ? 'right' : 'wrong';
            this.message = isFound
                ? `${t('tryRight', { move: moveText(move) })} ${why}`
                : t('tryLoses', { move: moveText(move), loss: formatNumber(loss, 1) });
            this.best = { move: best?.move ?? card.best[0], why };
            await this.#keep(card, isFound);
        } catch (error) {
            this.stage = 'ask';
            this.message = '';
            app.complain(error);
        }
        app.announce(this.message);
        this.draw();
    }

    /** @param {Card} card @param {boolean} isFound */
    async #keep(card, isFound) {
        const { days, done } = progress();
        if (isFound)
            keepProgress({
                days: [...new Set([...days, today()])].slice(-400),
                done: card.kind === 'lesson' ? [...new Set([...done, card.position])] : done,
            });
        if (card.kind !== 'lesson') await putCard(answered(card, isFound, Date.now()));
    }

    draw() {
        keepFocus(() =>
            fill(this.place, this.kind === 'puzzles' ? this.#puzzles() : this.#lessons()),
        );
    }

    #task() {
        const { card, stage } = this;
        if (!card) return null;
        const isAnswered = stage === 'right' || stage === 'wrong',
            grade = this.all && gradeText(this.all, card.position);
        return h(
            'div',
            { class: 'task' },
            h('p', { role: 'status', class: `status ${stage}` }, this.message),
            stage === 'ask' && grade && h('p', { class: 'soft small grade' }, grade),
            isAnswered &&
                h(
                    'div',
                    { class: 'row' },
                    stage === 'wrong' &&
                        button(t('tryAgain'), () => this.#ask(card), {
                            id: 'again',
                            kind: 'is-small is-main',
                        }),
                    stage === 'wrong' &&
                        button(t('showBest'), () => this.#show(), {
                            id: 'show-best',
                            kind: 'is-small',
                        }),
                    this.kind === 'puzzles' &&
                        button(t('nextPuzzle'), () => this.next(), {
                            id: 'next-puzzle',
                            kind: stage === 'right' ? 'is-small is-main' : 'is-small',
                        }),
                    button(t('playOn'), () => app.playOn(app.game.root.state.side), {
                        id: 'practice-on',
                        kind: 'is-small',
                    }),
                    button(t('analyse'), () => app.go('analyse'), {
                        id: 'practice-analyse',
                        kind: 'is-small',
                    }),
                ),
        );
    }

    #show() {
        if (!this.best) return;
        this.message = `${t('bestWas', { move: moveText(this.best.move) })} ${this.best.why}`;
        app.game.first();
        app.play(this.best.move);
        this.draw();
    }

    #puzzles() {
        const days = streak(progress().days, today());
        return h(
            'div',
            { class: 'card' },
            h('h2', {}, t('puzzles')),
            this.card
                ? this.#task()
                : this.isDone
                  ? h('p', { class: 'soft' }, t('noPuzzles'))
                  : h(
                        'div',
                        { class: 'row' },
                        button(t('start'), () => this.next(), {
                            id: 'start-puzzles',
                            kind: 'is-main',
                            icon: 'play',
                        }),
                    ),
            h(
                'p',
                { class: 'soft small' },
                t('puzzleHelp'),
                this.due > 0 && ` ${t('dueCount', { n: this.due })}`,
                days > 1 && ` ${t('streak', { n: days })}`,
            ),
        );
    }

    #lessons() {
        const { done } = progress(),
            lessons = this.all?.lessons ?? {};
        return [
            h(
                'div',
                { class: 'card' },
                h('h2', {}, t('lessons')),
                h(
                    'ol',
                    { class: 'steps' },
                    STEPS.map((step) => {
                        const positions = lessons[step] ?? [],
                            solved = positions.filter(({ position }) =>
                                done.includes(position),
                            ).length;
                        return h(
                            'li',
                            {},
                            h(
                                'details',
                                { open: step === this.step, id: `step-${step}` },
                                h(
                                    'summary',
                                    {},
                                    h('b', {}, t(`lesson.${step}`)),
                                    h(
                                        'span',
                                        { class: 'soft small' },
                                        `${solved} / ${positions.length}`,
                                    ),
                                ),
                                h('p', {}, t(`lesson.${step}.text`)),
                                h(
                                    'div',
                                    { class: 'row' },
                                    positions.map((position, i) =>
                                        button(
                                            (done.includes(position.position) ? '✓ ' : '') +
                                                t('positionIs', { n: i + 1 }),
                                            () => this.#lesson(step, position),
                                            { kind: 'is-small', id: `try-${step}-${i}` },
                                        ),
                                    ),
                                ),
                                step === this.step && this.#task(),
                            ),
                        );
                    }),
                ),
            ),
        ];
    }
}

/**
 * How hard a puzzle is: which programs find it, or do not, the strongest first. '' of a position
 * that nobody has judged.
 * @param {Positions} all @param {string} position
 */
export function gradeText({ judges, puzzles }, position) {
    const found = puzzles.find((one) => one.position === position)?.found;
    if (!found) return '';
    const isMost = found.length > judges.length / 2,
        named = judges.filter((_, i) => found.includes(i) !== isMost).reverse(),
        names = named.map(playerTitle).join(', '),
        values = { found: found.length, all: judges.length, names };
    if (!found.length)
        return t('grade.none', { ...values, names: playerTitle(judges[judges.length - 1]) });
    if (!named.length) return t('grade.all', values);
    return t(isMost ? 'grade.most' : 'grade.few', values);
}

/** @param {Position} position @returns {Card} */
function cardOf({ position, best }) {
    return {
        id: `8x8 ${position}`,
        board: '8x8',
        position,
        best: [best],
        due: 0,
        box: 0,
        kind: 'puzzle',
    };
}
