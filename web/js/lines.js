// The engine's lines: each move of a line can be pointed at (a small board shows the position),
// walked through with the arrow keys, and pressed (the line up to it becomes a variation and is
// shown).

/** @import {Line, State} from './types.js' */
import { app } from './app.js';
import { miniBoard } from './board_parts.js';
import { fill, h, iconButton, keepFocus } from './dom.js';
import { formatScore, t } from './i18n.js';
import { moveText } from './moves.js';
import { openingAt, openingName } from './openings.js';
import { playMove } from './rules.js';

const MOST_MOVES = 16,
    FIRST_LINES = 8, // those after them are shorter: all are drawn many times a second
    FEWER_MOVES = 9;

export class Lines {
    /** What the lines begin at, and whether they are threats. @type {State|null} */
    #state = null;
    #isThreat = false;
    /** @type {Line[]} */
    #lines = [];
    #key = '';

    constructor() {
        this.list = h('ol', { class: 'lines' });
        this.peek = h('div', { class: 'peek', hidden: true, role: 'status' });
        this.element = h('div', { class: 'lines-box' }, this.list, this.peek);
        this.element.addEventListener('pointerleave', () => this.#hide());
        // A few listeners for all moves: lines are drawn again many times a second.
        for (const name of ['pointerover', 'focusin'])
            this.list.addEventListener(name, (event) => this.#point(event));
        this.list.addEventListener('focusout', () => this.#hide());
        this.list.addEventListener('click', (event) => this.#press(event));
        this.list.addEventListener('keydown', (event) => this.#walk(event));
    }

    /** The moves that an event is about. @param {Event} event */
    #target(event) {
        const step = event.target instanceof Element ? event.target.closest('[data-line]') : null;
        if (!(step instanceof HTMLElement)) return null;
        const line = this.#lines[Number(step.dataset.line)];
        const moves = line?.pv.slice(0, Number(step.dataset.count));
        return moves ? { moves, isAdd: step.dataset.add !== undefined } : null;
    }

    /** @param {Event} event */
    #point(event) {
        const target = this.#target(event);
        if (target && !target.isAdd && this.#state) this.#show(this.#state, target.moves);
    }

    /** @param {Event} event */
    #press(event) {
        const target = this.#target(event);
        if (!target || this.#isThreat) return;
        this.#hide();
        app.tryLine(target.moves, !target.isAdd);
    }

    /** @param {string} text @param {boolean} [isLate] */
    say(text, isLate) {
        this.#hide();
        this.#key = '';
        fill(this.list, h('li', { class: `soft ${isLate ? 'is-late' : ''}` }, text));
    }

    /**
     * @param {Line[]} lines
     * @param {State} state that they begin at
     * @param {boolean} [isThreat]
     */
    show(lines, state, isThreat = false) {
        const key = JSON.stringify([
            lines,
            state.position,
            isThreat,
            document.documentElement.lang,
        ]);
        if (key === this.#key) return;
        this.#key = key;
        this.#lines = lines;
        this.#state = state;
        this.#isThreat = isThreat;
        keepFocus(() =>
            fill(
                this.list,
                lines.map((line, i) => this.#line(line, i)),
            ),
        );
    }

    /** @param {Line} line @param {number} i */
    #line(line, i) {
        const most = i < FIRST_LINES ? MOST_MOVES : FEWER_MOVES;
        const moves = line.pv.slice(0, most).map((move, k) =>
            h(
                'button',
                {
                    type: 'button',
                    class: 'step',
                    id: k === 0 ? `line-${i}` : `line-${i}-${k}`,
                    tabindex: k === 0 ? 0 : -1,
                    'data-line': i,
                    'data-count': k + 1,
                },
                moveText(move),
            ),
        );
        const isLong = !this.#isThreat && line.pv.length > 1;
        const add = isLong && iconButton('plus', t('addLine'), () => {}, `add-line-${i}`);
        if (add) Object.assign(add.dataset, { line: i, count: line.pv.length, add: '' });
        return h('li', { class: 'line' }, points(line), h('span', { class: 'way' }, moves), add);
    }

    /** Left and right walk through a line, up and down to the next. @param {KeyboardEvent} event */
    #walk(event) {
        const at = document.activeElement;
        if (!(at instanceof HTMLElement) || !at.classList.contains('step')) return;
        const [, line, step] = /^line-(\d+)(?:-(\d+))?$/.exec(at.id) ?? [],
            k = Number(step ?? 0);
        const name = /** @param {number} i @param {number} j */ (i, j) =>
            document.getElementById(j === 0 ? `line-${i}` : `line-${i}-${j}`);
        /** @type {Record<string, () => HTMLElement|null>} */
        const goals = {
            ArrowRight: () => name(Number(line), k + 1),
            ArrowLeft: () => name(Number(line), k - 1),
            ArrowDown: () => name(Number(line) + 1, 0),
            ArrowUp: () => name(Number(line) - 1, 0),
        };
        if (!goals[event.key]) return;
        event.preventDefault();
        event.stopPropagation();
        goals[event.key]()?.focus();
    }

    /** @param {State} state @param {string[]} moves */
    #show(state, moves) {
        const { game } = app;
        /** @type {State|null} */
        let after = state;
        for (const move of moves) after = after && playMove(after, move, game.width, game.height);
        if (!after) return;
        const opening = openingAt(after.position, game.board);
        fill(
            this.peek,
            miniBoard(after, game.width, game.height),
            h(
                'p',
                { class: 'small' },
                moves.map(moveText).join(' '),
                opening && h('b', {}, ` ${openingName(opening)}`),
            ),
        );
        this.peek.hidden = false;
    }

    #hide() {
        this.peek.hidden = true;
    }
}

/** The score, and the result where it is proven. @param {Line} line */
function points({ score, exact }) {
    const proven = exact
        ? t(score > 0 ? 'provenWin' : score < 0 ? 'provenLoss' : 'provenDraw')
        : '';
    const letter = t(score > 0 ? 'winLetter' : score < 0 ? 'lossLetter' : 'drawLetter');
    return h(
        'span',
        { class: `points ${exact ? 'is-exact' : ''}`, title: proven || t('estimate') },
        formatScore(score, exact),
        exact && h('span', { class: 'proof', 'aria-hidden': 'true' }, letter),
        proven && h('span', { class: 'hidden' }, ` ${proven}`),
    );
}
