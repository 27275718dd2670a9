// The engine's lines: each move of a line can be pointed at (a small board shows the position),
// walked through with the arrow keys, and pressed (the line up to it becomes a variation and is
// shown).

/** @import {Line, State} from './types.js' */
import { app } from './app.js';
import { miniBoard } from './board.js';
import { fill, h, iconButton, keepFocus } from './dom.js';
import { formatScore, t } from './i18n.js';
import { moveText } from './moves.js';
import { openingAt, openingName } from './openings.js';
import { playMove } from './rules.js';

const MOST_LINES = 8,
    MOST_MOVES = 16;

export class Lines {
    constructor() {
        this.list = h('ol', { class: 'lines' });
        this.peek = h('div', { class: 'peek', hidden: true, role: 'status' });
        this.element = h('div', { class: 'lines-box' }, this.list, this.peek);
        this.element.addEventListener('pointerleave', () => this.#hide());
        this.list.addEventListener('focusout', () => this.#hide());
        this.list.addEventListener('keydown', (event) => this.#walk(event));
    }

    /** @param {string} text @param {boolean} [isLate] */
    say(text, isLate) {
        this.#hide();
        fill(this.list, h('li', { class: `soft ${isLate ? 'is-late' : ''}` }, text));
    }

    /**
     * @param {Line[]} lines
     * @param {State} state that they begin at
     * @param {boolean} [isThreat]
     */
    show(lines, state, isThreat) {
        keepFocus(() =>
            fill(
                this.list,
                lines.slice(0, MOST_LINES).map((line, i) => this.#line(line, i, state, !!isThreat)),
            ),
        );
    }

    /** @param {Line} line @param {number} i @param {State} state @param {boolean} isThreat */
    #line(line, i, state, isThreat) {
        const text = formatScore(line.score, line.exact);
        const proven = line.exact
            ? t(line.score > 0 ? 'provenWin' : line.score < 0 ? 'provenLoss' : 'provenDraw')
            : '';
        const points = h(
            'span',
            { class: `points ${line.exact ? 'is-exact' : ''}`, title: proven || t('estimate') },
            text,
            line.exact &&
                h(
                    'span',
                    { class: 'proof', 'aria-hidden': 'true' },
                    t(line.score > 0 ? 'winLetter' : line.score < 0 ? 'lossLetter' : 'drawLetter'),
                ),
            proven && h('span', { class: 'hidden' }, ` ${proven}`),
        );
        const moves = line.pv.slice(0, MOST_MOVES).map((move, k) =>
            h(
                'button',
                {
                    type: 'button',
                    class: 'step',
                    id: k === 0 ? `line-${i}` : `line-${i}-${k}`,
                    tabindex: k === 0 ? 0 : -1,
                    onpointerenter: () => this.#show(state, line.pv.slice(0, k + 1)),
                    onfocus: () => this.#show(state, line.pv.slice(0, k + 1)),
                    onclick: () => {
                        this.#hide();
                        if (!isThreat) app.tryLine(line.pv.slice(0, k + 1), true);
                    },
                },
                moveText(move),
            ),
        );
        return h(
            'li',
            { class: 'line' },
            points,
            h('span', { class: 'way' }, moves),
            !isThreat &&
                line.pv.length > 1 &&
                iconButton(
                    'plus',
                    t('addLine'),
                    () => app.tryLine(line.pv, false),
                    `add-line-${i}`,
                ),
        );
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
