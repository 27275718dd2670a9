// The dialog for a new game: the board, both players, the clock.

import { app, classicSummary, playerTitle, strengths } from './app.js';
import { button, fill, h, iconButton, openDialog, selectField } from './dom.js';
import { t } from './i18n.js';
import { aboutPlayer } from './ladder.js';

/**
 * @typedef {{board: string, black: string, white: string, clock: string, variety: string}} Choice
 */

export const boards = ['8x8', '6x6', '9x7', '4x4', '10x6', '7x9'];

/** The board: one of those that people use, or any other. @param {Choice} choice */
function boardFields(choice) {
    const isUsual = boards.includes(choice.board);
    const size = h('input', {
        type: 'text',
        name: 'size',
        value: choice.board,
        pattern: '\\d{1,2}x\\d{1,2}',
        maxlength: 5,
        inputmode: 'text',
        oninput: () => {
            choice.board = size.value.toLowerCase().replace('×', 'x');
        },
    });
    const free = h('label', { class: 'field' }, h('span', {}, t('freeSize')), size);
    free.hidden = isUsual;
    const select = selectField(
        t('boardSize'),
        [
            ...boards.map((value) => ({ value, text: boardTitle(value) })),
            { value: 'free', text: t('otherSize') },
        ],
        isUsual ? choice.board : 'free',
        (value) => {
            free.hidden = value !== 'free';
            if (value !== 'free') choice.board = size.value = value;
        },
        'board',
    );
    return [select, free];
}

/** Both players, a button that swaps them, and what is known about them. @param {Choice} choice */
function playerFields(choice) {
    const about = h('p', { class: 'soft small' }),
        players = h('div', { class: 'versus' });
    const drawAbout = () =>
        fill(
            about,
            [...new Set([choice.black, choice.white])].map(
                (player) =>
                    aboutPlayer(player) &&
                    h('span', { class: 'about' }, `${playerTitle(player)}: ${aboutPlayer(player)}`),
            ),
        );
    const select = /** @param {'black'|'white'} side */ (side) =>
        selectField(
            t(side),
            playerOptions(),
            choice[side],
            (value) => {
                choice[side] = value;
                drawAbout();
            },
            side,
        );
    const swap = () => {
        [choice.black, choice.white] = [choice.white, choice.black];
        draw();
        document.getElementById('swap')?.focus();
    };
    const draw = () => {
        fill(players, select('black'), iconButton('swap', t('swap'), swap, 'swap'), select('white'));
        drawAbout();
    };
    draw();
    return [players, about];
}

/** The clock, and whether openings vary. @param {Choice} choice */
function clockFields(choice) {
    const clocks = ['none', '1+0', '5+0', '5+3', '15+10'].map((value) => {
        const [minutes, seconds] = value.split('+');
        return { value, text: value === 'none' ? t('noClock') : t('clockIs', { minutes, seconds }) };
    });
    const openings = ['1', '0'].map((value) => ({
        value,
        text: t(value === '0' ? 'openingsBest' : 'openingsVaried'),
    }));
    const keep = /** @param {'clock'|'variety'} name */ (name) =>
        /** @param {string} value */ (value) => {
            choice[name] = value;
        };
    return h(
        'div',
        { class: 'pair' },
        selectField(t('clock'), clocks, choice.clock, keep('clock'), 'clock'),
        selectField(t('openings'), openings, choice.variety, keep('variety'), 'variety'),
    );
}

/**
 * The dialog for a new game.
 * @param {(choice: Choice) => Promise<void>} start  throws the reason if it cannot be
 */
export function setupDialog(start) {
    const { board, black, white, clock, variety } = app.settings;
    const choice = { board, black, white, clock, variety };
    const problem = h('p', { class: 'sign blunder', role: 'alert' });
    const form = h(
        'form',
        { method: 'dialog' },
        boardFields(choice),
        playerFields(choice),
        clockFields(choice),
        problem,
        h(
            'div',
            { class: 'dialog-end' },
            button(t('cancel'), () => dialog.close()),
            h('button', { type: 'submit', class: 'button is-main', id: 'start-game' }, t('start')),
        ),
    );
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        try {
            await start(choice);
            dialog.close();
        } catch (error) {
            problem.textContent = String(/** @type {Error} */ (error).message);
        }
    });
    const dialog = openDialog(t('newGame'), form);
}

/** @param {string} board */
export function boardTitle(board) {
    const [width, height] = board.split('x');
    return t('boardIs', { w: width, h: height });
}

/** Who may play; on a board, only those who can. @param {string} [board] */
export function playerOptions(board) {
    const classics = app.classics.filter(
        (one) => !board || !one.home_only || one.boards.split(',').includes(board),
    );
    return [
        { value: 'human', text: t('human') },
        ...strengths.map(([value]) => ({
            value,
            text: playerTitle(value),
            group: t('engineGroup'),
        })),
        ...classics.map(({ name }) => ({
            value: name,
            text: `${name} · ${classicSummary(name)}`,
            group: t('classicGroup'),
        })),
        { value: 'random', text: t('random'), group: t('classicGroup') },
        ...app.programs.map(({ name }) => ({ value: name, text: name, group: t('programGroup') })),
    ];
}
