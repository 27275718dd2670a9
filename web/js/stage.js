// The stage: the strip with both players above the board, the bar beside it, the buttons under it.

/** @import {Side} from './types.js' */
import { app, playerName, strengths } from './app.js';
import { byId, button, fill, h, iconButton } from './dom.js';
import { formatScore, shortScore, t } from './i18n.js';
import { PlayView } from './view_play.js';

const ticks = [-0.5, 0.5].map((part) => {
    const text = h('span', { 'aria-hidden': 'true' });
    const vars = { '--at': `${50 + 50 * part}%` };
    return { part, text, element: h('div', { class: 'tick', vars }, text) };
});
const bar = h(
    'div',
    { class: 'bar', hidden: true },
    h('div', { class: 'fill' }),
    h('div', { class: 'zero' }),
    ticks.map(({ element }) => element),
    h('div', { class: 'text' }),
);

/** The end of the bar: half of what a board can be won by, 32 discs on 8x8. */
function barRange() {
    const { width, height } = app.game;
    return 4 * Math.floor((width * height) / 8);
}

/** Both sides: who, how many discs, whose turn. */
function drawScore() {
    const { game, view } = app,
        state = app.preview ?? game.current.state;
    const play = view instanceof PlayView ? view : null;
    const side = /** @param {Side} colour */ (colour) => {
        const isTurn = state.side === colour && !state.over;
        let note = isTurn
            ? t('turn')
            : play && app.settings[colour] !== 'human'
              ? strengthTitle(app.settings[colour])
              : '';
        if (play?.clock) note = clockText(play.clock[colour]);
        const player = app.settings[colour];
        const name = game.names[colour] || (play ? sideName(player) : t(colour));
        return h(
            'div',
            { class: `side ${isTurn ? 'is-turn' : ''}`, 'data-side': colour },
            h('span', { class: `dot ${colour}`, 'aria-hidden': 'true' }),
            h(
                'span',
                { class: 'who' },
                h('span', { class: 'name' }, name),
                h(
                    'span',
                    { class: `note ${play?.clock ? 'is-clock' : ''}` },
                    note || (name === t(colour) ? '' : t(colour)),
                ),
            ),
            h(
                'span',
                { class: 'count' },
                h('span', { class: 'hidden' }, `${t(colour)}: `),
                state[colour],
            ),
        );
    };
    const empty = state.position.length - 2 - state.black - state.white;
    fill(
        byId('score'),
        side('black'),
        h('span', { class: 'middle' }, t('emptyCount', { count: empty })),
        side('white'),
    );
}

/** @param {string} player */
function sideName(player) {
    if (player === 'human')
        return app.settings.black === app.settings.white ? t('human') : t('you');
    return playerName(player);
}

/** @param {string} player */
function strengthTitle(player) {
    const strength = strengths.find(([name]) => name === player);
    return strength ? t(strength[1]) : '';
}

/** @param {number} ms */
function clockText(ms) {
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The evaluation bar: linear, in discs for Black, with a sign and ticks.
 */
function drawBar() {
    if (!app.store.state.tree) return;
    const { current } = app.game,
        name = app.view?.name;
    bar.hidden =
        (name !== 'analyse' && name !== 'review') || !!(/** @type {any} */ (app.view).editor);
    if (bar.hidden) return;
    const { score, exact } = current,
        most = barRange(),
        part = Math.max(-1, Math.min(1, (score ?? 0) / most)),
        text = score === null ? '' : shortScore(score, exact);
    for (const one of ticks) fill(one.text, formatScore(one.part * most, true));
    bar.style.setProperty('--share', `${50 + 50 * part}%`);
    bar.classList.toggle('is-white', (score ?? 0) < 0);
    fill(/** @type {Element} */ (bar.lastElementChild), text);
    bar.setAttribute('role', 'img');
    bar.setAttribute(
        'aria-label',
        score === null ? t('barEmpty') : t('barIs', { score: formatScore(score, exact) }),
    );
}

let underKey = '';
/** Draws the buttons again, whatever they were. */
export function forgetUnder() {
    underKey = '';
}

function drawUnder() {
    const { game, view } = app,
        { current } = game;
    const key = [
        view?.name,
        !!current.parent,
        !!current.next,
        current.state.side,
        current.state.pass,
        current.state.over,
        !!app.pending,
        document.documentElement.lang,
        JSON.stringify([app.settings.black, app.settings.white]),
        /** @type {any} */ (view)?.underKey,
    ].join();
    if (key === underKey) return;
    underKey = key;
    const focused = document.activeElement?.id;
    const move = /** @param {() => void} go */ (go) => () => {
        app.dropPending();
        go();
    };
    const own = /** @type {any} */ (view)?.under?.(),
        more = /** @type {any} */ (view)?.underMore?.();
    fill(
        byId('under'),
        own ?? [
            iconButton(
                'first',
                t('first'),
                move(() => game.first()),
                'first',
            ),
            iconButton(
                'back',
                t('back'),
                move(() => game.back()),
                'back',
            ),
            iconButton(
                'forward',
                t('forward'),
                move(() => game.forward()),
                'forward',
            ),
            iconButton(
                'last',
                t('last'),
                move(() => game.last()),
                'last',
            ),
            current.state.pass &&
                !current.next &&
                button(t('pass'), () => app.play('pass'), { id: 'pass' }),
        ],
        more,
    );
    if (focused) document.getElementById(focused)?.focus();
}

/** @param {HTMLElement} place  where the board is */
export function beginStage(place) {
    place.append(bar);
    window.addEventListener('resize', drawBar);
    app.drawStage = () => {
        drawScore();
        drawBar();
        drawUnder();
    };
}
