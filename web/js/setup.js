// The dialog for a new game: the board, both players, the clock.

import { app, classicSummary, playerTitle, strengths } from './app.js';
import { button, fill, h, iconButton, openDialog, selectField } from './dom.js';
import { t } from './i18n.js';
import { aboutPlayer } from './ladder.js';

/**
 * @typedef {{board: string, black: string, white: string, clock: string, variety: string}} Choice
 */

export const boards = ['8x8', '6x6', '9x7', '4x4', '10x6', '7x9'];

/**
 * The dialog for a new game.
 * @param {(choice: Choice) => Promise<void>} start  throws the reason if it cannot be
 */
export function setupDialog(start) {
    const { settings } = app;
    const choice = {
        board: settings.board,
        black: settings.black,
        white: settings.white,
        clock: settings.clock,
        variety: settings.variety,
    };
    const size = h('input', {
        type: 'text',
        name: 'size',
        value: settings.board,
        pattern: '\\d{1,2}x\\d{1,2}',
        maxlength: 5,
        inputmode: 'text',
    });
    const free = h('label', { class: 'field' }, h('span', {}, t('freeSize')), size);
    free.hidden = boards.includes(settings.board);
    const clocks = ['none', '1+0', '5+0', '5+3', '15+10'].map((value) => ({
        value,
        text:
            value === 'none'
                ? t('noClock')
                : t('clockIs', { minutes: value.split('+')[0], seconds: value.split('+')[1] }),
    }));
    const problem = h('p', { class: 'sign blunder', role: 'alert' });
    const about = h('p', { class: 'soft small' }),
        players = h('div', { class: 'versus' });
    const drawPlayers = () => {
        fill(
            players,
            selectField(
                t('black'),
                playerOptions(),
                choice.black,
                (value) => {
                    choice.black = value;
                    drawAbout();
                },
                'black',
            ),
            iconButton(
                'swap',
                t('swap'),
                () => {
                    [choice.black, choice.white] = [choice.white, choice.black];
                    drawPlayers();
                    document.getElementById('swap')?.focus();
                },
                'swap',
            ),
            selectField(
                t('white'),
                playerOptions(),
                choice.white,
                (value) => {
                    choice.white = value;
                    drawAbout();
                },
                'white',
            ),
        );
        drawAbout();
    };
    const drawAbout = () =>
        fill(
            about,
            [...new Set([choice.black, choice.white])].map(
                (player) =>
                    aboutPlayer(player) &&
                    h('span', { class: 'about' }, `${playerTitle(player)}: ${aboutPlayer(player)}`),
            ),
        );
    drawPlayers();
    const form = h(
        'form',
        { method: 'dialog' },
        selectField(
            t('boardSize'),
            [
                ...boards.map((value) => ({ value, text: boardTitle(value) })),
                { value: 'free', text: t('otherSize') },
            ],
            boards.includes(settings.board) ? settings.board : 'free',
            (value) => {
                free.hidden = value !== 'free';
                if (value !== 'free') choice.board = size.value = value;
            },
            'board',
        ),
        free,
        players,
        about,
        h(
            'div',
            { class: 'pair' },
            selectField(
                t('clock'),
                clocks,
                settings.clock,
                (value) => {
                    choice.clock = value;
                },
                'clock',
            ),
            selectField(
                t('openings'),
                ['1', '0'].map((value) => ({
                    value,
                    text: t(value === '0' ? 'openingsBest' : 'openingsVaried'),
                })),
                settings.variety,
                (value) => {
                    choice.variety = value;
                },
                'variety',
            ),
        ),
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
        if (!free.hidden) choice.board = size.value.toLowerCase().replace('×', 'x');
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
