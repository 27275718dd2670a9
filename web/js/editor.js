// The board editor: paint discs, say who is to move, and continue from there.

/** @import {State} from './types.js' */
import { app } from './app.js';
import { call } from './api.js';
import { button, chips, fill, h, selectField } from './dom.js';
import { makeState, squareIndex, startPosition } from './rules.js';
import { t } from './i18n.js';
import { leave } from './session.js';
import { boards, boardTitle } from './setup.js';

export class Editor {
    /** @param {HTMLElement} panel @param {() => void} leave */
    constructor(panel, leave) {
        const { game } = app;
        this.leave = leave;
        this.board = game.board;
        this.width = game.width;
        this.height = game.height;
        this.squares = [...game.current.state.position.slice(0, -2)];
        this.side = game.current.state.side;
        this.brush = 'X';
        this.problem = h('p', { class: 'sign blunder', role: 'alert' });
        this.panel = panel;
        this.closing = new AbortController();
        app.board.grid.addEventListener('pointerover', (event) => this.#drag(event), {
            signal: this.closing.signal,
        });
    }

    close() {
        this.closing.abort();
    }

    /** The mouse paints while its button is down. @param {PointerEvent} event */
    #drag(event) {
        if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
        for (const target of [event.relatedTarget, event.target]) {
            const square =
                target instanceof Element && target.closest('.square')?.getAttribute('data-square');
            if (square) this.squares[squareIndex(square, this.width)] = this.brush;
        }
        this.draw();
    }

    mount() {
        fill(
            this.panel,
            h(
                'div',
                { class: 'card palette' },
                h('h2', {}, t('edit')),
                h('p', { class: 'soft small' }, t('editHelp')),
                this.#brushes(),
                this.#sides(),
                this.#boards(),
                h(
                    'div',
                    { class: 'row' },
                    button(t('clear'), () => this.#clear(), { id: 'clear' }),
                    button(t('startPosition'), () => this.resize(this.board), {
                        id: 'start-position',
                    }),
                ),
                this.problem,
                h(
                    'div',
                    { class: 'row' },
                    button(t('done'), () => this.done(), { kind: 'is-main', id: 'editor-done' }),
                    button(t('cancel'), () => this.leave(), { id: 'editor-cancel' }),
                ),
            ),
        );
        this.draw();
    }

    #clear() {
        this.squares.fill('-');
        this.draw();
    }

    /** What a press on a square puts there. */
    #brushes() {
        const options = [
            { value: 'X', text: t('black'), mark: 'black' },
            { value: 'O', text: t('white'), mark: 'white' },
            { value: '-', text: t('emptySquare'), mark: 'empty' },
        ];
        return chips(t('brush'), 'brush', options, this.brush, (value) => {
            this.brush = value;
        });
    }

    #sides() {
        const options = [
            { value: 'black', text: t('black'), mark: 'black' },
            { value: 'white', text: t('white'), mark: 'white' },
        ];
        return chips(t('sideToMove'), 'side', options, this.side, (value) => {
            this.side = value === 'black' ? 'black' : 'white';
            this.draw();
        });
    }

    /** The usual boards, and a field for any other. */
    #boards() {
        const size = h('input', {
            type: 'text',
            name: 'editor-size',
            value: this.board,
            maxlength: 5,
            onchange: () => this.resize(size.value.toLowerCase().replace('×', 'x')),
        });
        const free = h('label', { class: 'field' }, h('span', {}, t('freeSize')), size);
        free.hidden = true;
        const names = [...new Set([this.board, ...boards])],
            options = names.map((value) => ({ value, text: boardTitle(value) }));
        const select = selectField(
            t('boardSize'),
            [...options, { value: 'free', text: t('otherSize') }],
            this.board,
            (value) => {
                free.hidden = value !== 'free';
                if (value !== 'free') this.resize(value);
            },
            'editor-board',
        );
        return h('div', { class: 'stack' }, select, free);
    }

    /** Another board begins with its start position. @param {string} board */
    async resize(board) {
        try {
            const data = await call('game', { board });
            this.board = board;
            this.width = data.width;
            this.height = data.height;
            this.squares = [...startPosition(data.width, data.height).slice(0, -2)];
            this.problem.textContent = '';
            this.draw();
        } catch (error) {
            this.problem.textContent = String(/** @type {Error} */ (error).message);
        }
    }

    get position() {
        return `${this.squares.join('')} ${this.side === 'black' ? 'X' : 'O'}`;
    }

    draw() {
        const count = /** @param {string} c */ (c) =>
            this.squares.filter((one) => one === c).length;
        /** @type {State} */
        const state = {
            position: this.position,
            side: this.side,
            move: null,
            flips: [],
            legal: {},
            black: count('X'),
            white: count('O'),
            pass: false,
            over: false,
        };
        app.preview = state;
        app.board.show(this.width, this.height, state, { quiet: true, open: true });
        app.drawStage();
    }

    /** The same brush on the same colour takes the disc away. @param {string} square */
    clicked(square) {
        const index = squareIndex(square, this.width);
        this.squares[index] = this.squares[index] === this.brush ? '-' : this.brush;
        this.draw();
    }

    async done() {
        // A position where nobody can move is no game: say so instead of ending it at once.
        if (makeState(this.position, this.width, this.height).over) {
            this.problem.textContent = t(
                /X/.test(this.position.slice(0, -2)) && /O/.test(this.position.slice(0, -2))
                    ? 'editorStuck'
                    : 'editorOneColour',
            );
            return;
        }
        try {
            const data = await call('game', { board: this.board, start: this.position });
            this.leave();
            leave();
            app.use(data);
        } catch (error) {
            this.problem.textContent = String(/** @type {Error} */ (error).message);
        }
    }
}
