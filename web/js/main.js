// Starts the page: language, settings, game; keeps the stage (score, board, buttons) up to date; and
// hands what happens to the view that is shown.

/** @import {Side, View} from './types.js' */
import { app, playerName, strengths } from './app.js';
import { call, connection, insist } from './api.js';
import { Board } from './board.js';
import { byId, button, fill, h, iconButton, openDialog } from './dom.js';
import { Game, readFragment } from './game.js';
import { chooseLanguage, languages, setLanguage, t, formatScore } from './i18n.js';
import { exportDialog, importDialog } from './io.js';
import { drawTextures } from './texture.js';
import { PlayView } from './view_play.js';

const PASS_MS = 900, TYPED_MS = 1500;

/** The other views are loaded when they are first wanted. @type {Record<string, () => Promise<View>>} */
const loaders = {
    play: async () => new PlayView(),
    analyse: async () => new (await import('./view_analyse.js')).AnalyseView(),
    review: async () => new (await import('./view_review.js')).ReviewView(),
    learn: async () => new (await import('./view_learn.js')).LearnView(),
};
/** @type {Record<string, View>} */
const views = {};

const panel = byId('panel');
const bar = h('div', { class: 'bar', hidden: true }, h('div', { class: 'fill' }), h('div', { class: 'zero' }), h('div', { class: 'text' }));

/** @param {string} name */
async function openView(name, start = false) {
    const view = views[name] ??= await loaders[name]();
    app.view?.unmount();
    app.preview = null;
    app.view = view;
    app.extras = {};
    for (const tab of document.querySelectorAll('.tabs button')) {
        if (tab.getAttribute('data-view') === name) tab.setAttribute('aria-current', 'page');
        else tab.removeAttribute('aria-current');
    }
    panel.setAttribute('aria-label', t(name));
    document.title = name === 'play' ? 'Bianca' : `${t(name)} · Bianca`;
    view.mount(panel);
    app.drawStage();
    remember();
    if (start) /** @type {any} */ (view).start?.();
}
app.go = (name, start) => { openView(name in loaders ? name : 'play', start); };

/** Both sides: who, how many discs, whose turn. */
function drawScore() {
    const { game, view } = app, state = app.preview ?? game.current.state;
    const play = view instanceof PlayView ? view : null;
    const side = /** @param {Side} colour */ (colour) => {
        const isTurn = state.side === colour && !state.over;
        let note = isTurn ? t('turn') : play && app.settings[colour] !== 'human' ? strengthTitle(app.settings[colour]) : '';
        if (play?.clock) note = clockText(play.clock[colour]);
        const player = app.settings[colour];
        const name = game.names[colour] || (play ? sideName(player) : t(colour));
        return h('div', { class: `side ${isTurn ? 'is-turn' : ''}`, 'data-side': colour },
            h('span', { class: `dot ${colour}`, 'aria-hidden': 'true' }),
            h('span', { class: 'who' }, h('span', { class: 'name' }, name), h('span', { class: `note ${play?.clock ? 'is-clock' : ''}` }, note || (name === t(colour) ? '' : t(colour)))),
            h('span', { class: 'count' }, h('span', { class: 'hidden' }, `${t(colour)}: `), state[colour]));
    };
    const empty = state.position.length - 2 - state.black - state.white;
    fill(byId('score'), side('black'), h('span', { class: 'middle' }, t('emptyCount', { count: empty })), side('white'));
}

/** @param {string} player */
function sideName(player) {
    if (player === 'human') return app.settings.black === app.settings.white ? t('human') : t('you');
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

/** The evaluation bar: Black's share of the middle grows with the score. */
function drawBar() {
    const { current } = app.game, name = app.view?.name;
    bar.hidden = (name !== 'analyse' && name !== 'review') || !!(/** @type {any} */ (app.view).editor);
    if (bar.hidden) return;
    const score = current.score, share = 50 + 50 * Math.tanh((score ?? 0) / 22);
    const fillPart = /** @type {HTMLElement} */ (bar.firstElementChild);
    fillPart.style.height = fillPart.style.width = '';
    fillPart.style.setProperty(matchMedia('(max-width: 60rem)').matches ? 'width' : 'height', `${share}%`);
    bar.classList.toggle('is-white', (score ?? 0) < 0);
    fill(/** @type {Element} */ (bar.lastElementChild), score === null ? '' : formatScore(Math.abs(score), current.exact).replace('+', ''));
    bar.setAttribute('role', 'img');
    bar.setAttribute('aria-label', score === null ? t('barEmpty') : t('barIs', { score: formatScore(score, current.exact) }));
}

let underKey = '';
function drawUnder() {
    const { game, view } = app, { current } = game;
    const key = [view?.name, !!current.parent, !!current.next, current.state.side, current.state.pass, current.state.over, !!app.pending, document.documentElement.lang, JSON.stringify([app.settings.black, app.settings.white]), /** @type {any} */ (view)?.underKey].join();
    if (key === underKey) return;
    underKey = key;
    const focused = document.activeElement?.id;
    const move = /** @param {() => void} go */ (go) => () => { app.dropPending(); go(); };
    const own = /** @type {any} */ (view)?.under?.(), more = /** @type {any} */ (view)?.underMore?.();
    fill(byId('under'), own ?? [
        iconButton('first', t('first'), move(() => game.first()), 'first'),
        iconButton('back', t('back'), move(() => game.back()), 'back'),
        iconButton('forward', t('forward'), move(() => game.forward()), 'forward'),
        iconButton('last', t('last'), move(() => game.last()), 'last'),
        current.state.pass && !current.next && button(t('pass'), () => app.play('pass'), { id: 'pass' }),
    ], more);
    if (focused) document.getElementById(focused)?.focus();
}

app.drawStage = () => {
    drawScore();
    drawBar();
    drawUnder();
};

/** Keeps the game for a reload of this page, and the address for sharing. */
function remember() {
    try {
        sessionStorage.setItem('bianca.game', app.game.toFragment(app.view?.name ?? 'play'));
    } catch { /* private mode */ }
}

let passTimer = 0;
/** A side that cannot move passes by itself, a moment later and said aloud. */
function passIfNeeded() {
    clearTimeout(passTimer);
    const node = app.game.current;
    if (!node.state.pass || node.next) return;
    passTimer = window.setTimeout(() => { if (app.game.current === node && !app.preview) app.play('pass'); }, PASS_MS);
}

/** @param {Event} event */
function changed(event) {
    const kind = /** @type {CustomEvent<string>} */ (event).detail;
    app.preview = null;
    app.view.changed(kind);
    app.drawStage();
    remember();
    if (kind === 'play' || kind === 'new') passIfNeeded();
}

/** The buttons at the top: language, theme, help. */
function drawTools() {
    const select = h('select', { 'aria-label': t('language'), name: 'language', onchange: () => changeLanguage(select.value) },
        Object.entries(languages).map(([tag, { name }]) => h('option', { value: tag, lang: tag }, name)));
    select.value = document.documentElement.lang;
    fill(byId('tools'), h('span', { class: 'language' }, select),
        iconButton('theme', t('theme'), toggleTheme, 'theme'),
        iconButton('help', t('help'), showHelp, 'help'));
}

/** @param {string} tag */
async function changeLanguage(tag) {
    app.save({ language: tag });
    await setLanguage(tag);
    drawTools();
    underKey = '';
    app.view.unmount();
    app.view.mount(panel);
    panel.setAttribute('aria-label', t(app.view.name));
    app.refresh();
    app.drawStage();
}

function toggleTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
        localStorage.setItem('bianca.theme', root.dataset.theme);
    } catch { /* private mode */ }
}

function showHelp() {
    const keys = [['← → ↑ ↓', 'keyArrows'], ['Enter', 'keyEnter'], ['d 3', 'keyType'], [', .', 'keyStep'], ['u r', 'keyUndo'], ['t', 'keyHint'], ['v', 'keyReview'], ['n p', 'keyFaults'], ['1 2 3 4', 'keyViews'], ['x', 'keyShare'], ['i', 'keyImport'], ['?', 'keyHelp']];
    const dialog = openDialog(t('shortcuts'),
        h('div', { class: 'body' },
            h('div', { class: 'keys' }, keys.flatMap(([key, text]) => [h('span', {}, key.split(' ').map((one) => h('kbd', {}, one))), h('span', {}, t(text))])),
            h('div', { class: 'dialog-end' }, button(t('close'), () => dialog.close(), { kind: 'is-main' }))));
}

let typed = '', typedTimer = 0;
/** Moves typed as "d3": a letter of a column, then the number. @param {string} key */
function typeMove(key) {
    const { game } = app;
    clearTimeout(typedTimer);
    const columns = game.width;
    if (/^[a-p]$/.test(key) && key.charCodeAt(0) - 97 < columns) typed = key;
    else if (typed && /^\d$/.test(key)) typed += key;
    else {
        typed = '';
        return false;
    }
    const isWhole = /^[a-p]\d+$/.test(typed) && !(typed.endsWith('1') && typed.length === 2 && game.height > 9);
    const square = typed;
    if (isWhole) {
        typed = '';
        if (Number(square.slice(1)) <= game.height) app.view.clicked(square);
    } else {
        typedTimer = window.setTimeout(() => { const late = typed; typed = ''; if (/\d/.test(late)) app.view.clicked(late); }, TYPED_MS);
    }
    return true;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (typeMove(key)) return event.preventDefault();
    const { game } = app;
    /** @type {Record<string, () => void>} */
    const keys = {
        '?': showHelp, x: () => exportDialog(), i: () => importDialog(),
        ',': () => game.back(), '.': () => game.forward(), ArrowLeft: () => game.back(), ArrowRight: () => game.forward(), Home: () => game.first(), End: () => game.last(),
        v: () => openView('review', true),
        1: () => openView('play'), 2: () => openView('analyse'), 3: () => openView('review'), 4: () => openView('learn'),
    };
    if (app.view.key?.(key)) return event.preventDefault();
    if (!keys[key]) return;
    event.preventDefault();
    app.dropPending();
    keys[key]();
}

async function loadFragment() {
    const link = readFragment(location.hash);
    if (!link) return;
    history.replaceState(null, '', location.pathname);
    try {
        await app.load(link.request, link.ply);
        app.go(link.view);
    } catch (error) {
        app.complain(error);
    }
}

/** What to begin with: the link, else the game of this page before a reload, else a new one. */
async function firstGame() {
    const link = readFragment(location.hash), kept = readFragment(sessionStorage.getItem('bianca.game') ?? '');
    if (link) history.replaceState(null, '', location.pathname);
    for (const from of [link, kept]) {
        if (!from) continue;
        try {
            const data = await insist('game', from.request);
            return { data, ply: from.ply, view: from.view };
        } catch (error) {
            app.complain(error);
        }
    }
    let data;
    try {
        data = await insist('game', { board: app.settings.board });
    } catch {
        data = await insist('game', { board: '8x8' });
    }
    return { data, ply: undefined, view: 'play' };
}

/** The language of the address (`#lang=ja`, kept from then on), the one chosen here, the browser's. */
function firstLanguage() {
    const asked = new URLSearchParams(location.hash.slice(1)).get('lang');
    if (asked && asked in languages) {
        app.save({ language: asked });
        history.replaceState(null, '', location.pathname); // a reload keeps what is chosen later
    }
    return app.settings.language || chooseLanguage(navigator.languages);
}

async function begin() {
    app.board = new Board(byId('table'), (square) => app.view?.clicked(square));
    byId('table').append(bar);
    connection.addEventListener('lost', () => app.notice(t('lost'), true));
    connection.addEventListener('back', () => { app.notice(''); app.announce(t('backAgain')); });
    const [first, players] = await Promise.all([firstGame(), call('players').catch(() => ({ classics: [] })), setLanguage(firstLanguage())]);
    app.classics = players.classics;
    app.programs = players.programs ?? [];
    app.game = new Game(first.data);
    if (first.ply !== undefined) app.game.load(first.data, first.ply);
    app.game.addEventListener('change', changed);
    drawTools();
    for (const tab of document.querySelectorAll('.tabs button')) tab.addEventListener('click', () => app.go(tab.getAttribute('data-view') ?? 'play'));
    document.addEventListener('keydown', pressed);
    window.addEventListener('hashchange', loadFragment);
    window.addEventListener('resize', drawBar);
    await openView(first.view in loaders ? first.view : 'play');
    passIfNeeded();
    document.documentElement.dataset.ready = 'true';
    setTimeout(drawTextures);
}

begin();
