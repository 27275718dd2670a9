// The dialog for a new game: the board, both players, the clock.

import { app, playerTitle } from './app.js';
import { button, fill, h, iconButton, openDialog, selectField } from './dom.js';
import { t } from './i18n.js';
import { aboutPlayer, ladderOf } from './ladder.js';

/**
 * @typedef {{board: string, black: string, white: string, clock: string, variety: string}} Choice
 */

export const boards = ['8x8', '6x6', '9x7', '4x4', '10x6', '7x9'];

/**
 * A select whose value goes into the choice.
 * @param {Choice} choice @param {keyof Choice} name @param {string} label
 * @param {{value: string, text: string}[]} options @param {() => void} [changed]
 */
function choiceField(choice, name, label, options, changed = () => {}) {
    return selectField(
        label,
        options,
        choice[name],
        (value) => {
            choice[name] = value;
            changed();
        },
        name,
    );
}

/**
 * The usual boards, and a field for any other.
 * @param {Choice} choice
 */
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

/** Both players, to be swapped, and who they are. @param {Choice} choice */
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
    const swap = () => {
        [choice.black, choice.white] = [choice.white, choice.black];
        drawPlayers();
        document.getElementById('swap')?.focus();
    };
    const drawPlayers = () => {
        fill(
            players,
            choiceField(choice, 'black', t('black'), playerOptions(), drawAbout),
            iconButton('swap', t('swap'), swap, 'swap'),
            choiceField(choice, 'white', t('white'), playerOptions(), drawAbout),
        );
        drawAbout();
    };
    drawPlayers();
    return [players, about];
}

/** The clock, and whether openings differ. @param {Choice} choice */
function ruleFields(choice) {
    const clocks = ['none', '1+0', '5+0', '5+3', '15+10'].map((value) => {
        const [minutes, seconds] = value.split('+');
        return { value, text: seconds ? t('clockIs', { minutes, seconds }) : t('noClock') };
    });
    const varieties = ['1', '0'].map((value) => ({
        value,
        text: t(value === '0' ? 'openingsBest' : 'openingsVaried'),
    }));
    return h(
        'div',
        { class: 'pair' },
        choiceField(choice, 'clock', t('clock'), clocks),
        choiceField(choice, 'variety', t('openings'), varieties),
    );
}

/**
 * The dialog for a new game.
 * @param {(choice: Choice) => Promise<void>} start  throws the reason if it cannot be
 */
export function setupDialog(start) {
    const { board, black, white, clock, variety } = app.settings,
        choice = { board, black, white, clock, variety };
    const problem = h('p', { class: 'sign blunder', role: 'alert' });
    const form = h(
        'form',
        { method: 'dialog' },
        boardFields(choice),
        playerFields(choice),
        ruleFields(choice),
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
    const engines = ladderOf('8x8').filter((one) => /^(beginner|engine)\b/.test(one));
    const option = /** @param {string} value @param {string} [group] */ (value, group) => ({
        value,
        text: playerTitle(value),
        group,
    });
    return [
        option('human'),
        ...engines.map((one) => option(one, t('engineGroup'))),
        ...[...classics.map(({ name }) => name), 'random'].map((one) =>
            option(one, t('classicGroup')),
        ),
        ...app.programs.map(({ name }) => option(name, t('programGroup'))),
    ];
}
