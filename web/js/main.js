// Starts the page: language, settings, game; and hands what happens to the view that is shown.

/** @import {View} from './types.js' */
import { app } from './app.js';
import { call, connection } from './api.js';
import { Board } from './board.js';
import { byId, fill, h, icon, iconButton } from './dom.js';
import { chooseLanguage, languages, setLanguage, t } from './i18n.js';
import { acceptFiles } from './import.js';
import { pressed, showHelp } from './keys.js';
import { drawWithRightButton } from './notes.js';
import { loadOpenings } from './openings.js';
import { startPosition } from './rules.js';
import { beginSession, firstGame, leave, remember } from './session.js';
import { playSound } from './sounds.js';
import { beginStage, forgetUnder } from './stage.js';
import { treeAt } from './store.js';
import { drawTextures } from './texture.js';
import { PlayView } from './view_play.js';

const PASS_MS = 900;

/**
 * The other views are loaded when they are first wanted.
 * @type {Record<string, () => Promise<View>>}
 */
const loaders = {
    play: async () => new PlayView(),
    analyse: async () => new (await import('./view_analyse.js')).AnalyseView(),
    review: async () => new (await import('./view_review.js')).ReviewView(),
    learn: async () => new (await import('./view_learn.js')).LearnView(),
    games: async () => new (await import('./view_games.js')).GamesView(),
    live: async () => new (await import('./view_live.js')).LiveView(),
};
/** @type {Record<string, View>} */
const views = {};

const panel = byId('panel');

/**
 * The view, loaded if it is not yet there; null if it cannot be, which is said.
 * @param {string} name @returns {Promise<View|null>}
 */
async function loadView(name) {
    try {
        return (views[name] ??= await loaders[name]());
    } catch (error) {
        console.warn(error);
        app.notice(t('viewMissing', { view: t(name) }), true);
        return null;
    }
}

/** The view that was asked for last. */
let wantedView = '';

/** @param {string} name */
async function openView(name, start = false) {
    wantedView = name;
    const view = await loadView(name);
    if (!view || wantedView !== name) return;
    app.view?.unmount();
    app.preview = null;
    app.view = view;
    app.store.dispatch({ type: 'view', view: name });
    app.extras = {};
    for (const tab of document.querySelectorAll('.tabs button')) {
        if (tab.getAttribute('data-view') === name) tab.setAttribute('aria-current', 'page');
        else tab.removeAttribute('aria-current');
    }
    byId('main').dataset.view = name;
    drawSkip();
    panel.setAttribute('aria-label', t(name));
    document.title = name === 'play' ? 'Bianca' : `${t(name)} · Bianca`;
    view.mount(panel);
    app.drawStage();
    remember();
    if (start) /** @type {any} */ (view).start?.();
}
/** A link to a tournament outlives it. @param {string} name */
function known(name) {
    return name in loaders && (name !== 'live' || app.hasTournament) ? name : 'play';
}
app.open = (name, start) => {
    openView(known(name), start);
};
app.go = (name, start) => {
    if (name !== app.view?.name) leave();
    app.open(name, start);
};

/** The link for who uses the keyboard leads to the board, or to what is shown instead of one. */
function drawSkip() {
    const isBoardless = !!app.view.isBoardless,
        skip = byId('skip');
    skip.setAttribute('href', isBoardless ? '#panel' : '#board');
    fill(skip, t(isBoardless ? 'skipContent' : 'skip'));
}

let passTimer = 0;
/** A side that cannot move passes by itself, a moment later and said aloud. */
function passIfNeeded() {
    clearTimeout(passTimer);
    const node = app.game.current;
    if (!node.state.pass || node.next) return;
    passTimer = window.setTimeout(() => {
        if (app.game.current === node && !app.preview) app.play('pass');
    }, PASS_MS);
}

/** @param {Event} event */
function changed(event) {
    const kind = /** @type {CustomEvent<string>} */ (event).detail;
    if (kind === 'score' || !app.view) return;
    app.preview = null;
    if (kind === 'play' || kind === 'tree' || kind === 'note') app.isTouched = true;
    if (kind === 'play' && app.view.name === 'play') app.isPlayed = true;
    app.view.changed(kind);
    app.drawStage();
    remember();
    if (kind === 'play' || kind === 'new') passIfNeeded();
}

/** The buttons at the top: language, sounds, colours, theme, help. */
function drawTools() {
    const select = h(
        'select',
        {
            'aria-label': t('language'),
            name: 'language',
            onchange: () => changeLanguage(select.value),
        },
        Object.entries(languages).map(([tag, { name }]) =>
            h('option', { value: tag, lang: tag }, name),
        ),
    );
    select.value = document.documentElement.lang;
    fill(
        byId('tools'),
        h('span', { class: 'language' }, select),
        iconButton('silence', t('sounds'), toggleSounds, 'sounds'),
        iconButton('palette', t('palette'), togglePalette, 'palette'),
        iconButton('theme', t('theme'), toggleTheme, 'theme'),
        iconButton('help', t('help'), showHelp, 'help'),
    );
    showPressed();
}

/** Which of the buttons at the top are on. */
function showPressed() {
    const { palette, sounds } = app.settings;
    byId('palette').setAttribute('aria-pressed', String(palette === 'safe'));
    byId('sounds').setAttribute('aria-pressed', String(sounds));
    fill(byId('sounds'), icon(sounds ? 'sounds' : 'silence'));
}

function toggleSounds() {
    app.save({ sounds: !app.settings.sounds });
    showPressed();
    if (app.settings.sounds) playSound();
}

/** @param {string} tag */
async function changeLanguage(tag) {
    app.save({ language: tag });
    await setLanguage(tag);
    drawTools();
    forgetUnder();
    app.view.unmount();
    app.view.mount(panel);
    drawSkip();
    panel.setAttribute('aria-label', t(app.view.name));
    app.refresh();
    app.drawStage();
}

function toggleTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme
        ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
        localStorage.setItem('bianca.theme', root.dataset.theme);
    } catch {
        /* private mode */
    }
}

/** Colours that colour-blind people tell apart: blue and orange for good and bad. */
function togglePalette() {
    app.save({ palette: app.settings.palette === 'safe' ? 'usual' : 'safe' });
    document.documentElement.dataset.palette = app.settings.palette;
    showPressed();
}

/**
 * The language of the address (`#lang=ja`, kept from then on), the one chosen here, the browser's.
 */
function firstLanguage() {
    const asked = new URLSearchParams(location.hash.slice(1)).get('lang');
    if (asked && asked in languages) {
        app.save({ language: asked });
        history.replaceState(null, '', location.pathname); // a reload keeps what is chosen later
    }
    return app.settings.language || chooseLanguage(navigator.languages);
}

/** A new game on the board of the last one. */
function newTree() {
    const [width, height] = app.settings.board.split('x').map(Number);
    const isBoard = width >= 4 && height >= 4 && width * height <= 64;
    return isBoard
        ? treeAt(app.settings.board, startPosition(width, height))
        : treeAt('8x8', startPosition(8, 8));
}

/**
 * The page opens without the server, too. The browser wants to be told that the address is ours.
 */
function keepOffline() {
    const types = /** @type {any} */ (window).trustedTypes;
    const script = '/worker.js',
        policy = types?.createPolicy('bianca', { createScriptURL: () => script });
    navigator.serviceWorker
        ?.register(policy ? policy.createScriptURL(script) : script)
        .catch(() => {});
}

async function begin() {
    app.board = new Board(byId('table'), (square) => app.view?.clicked(square));
    beginStage(byId('table'));
    drawWithRightButton(
        app.board.grid,
        () => app.view?.name === 'analyse' || app.view?.name === 'review',
    );
    document.documentElement.dataset.palette = app.settings.palette;
    connection.addEventListener('lost', () => app.notice(t('lost'), true));
    connection.addEventListener('back', () => {
        app.notice('');
        app.announce(t('backAgain'));
    });
    const [players, status] = await Promise.all([
        call('players').catch(() => ({ classics: [] })),
        call('status').catch(() => ({})),
        setLanguage(firstLanguage()),
        loadOpenings().catch(() => {}),
    ]);
    app.classics = players.classics;
    app.programs = players.programs ?? [];
    app.hasLibrary = status.library === true;
    app.threads = status.threads ?? 1;
    app.hasTournament = status.tournament === true;
    const isPlain = !location.hash,
        first = firstGame();
    app.useTree(first?.tree ?? newTree(), first?.id);
    app.game.addEventListener('change', changed);
    beginSession();
    drawTools();
    for (const tab of document.querySelectorAll('.tabs button'))
        tab.addEventListener('click', () => app.go(tab.getAttribute('data-view') ?? 'play'));
    document.addEventListener('keydown', pressed);
    acceptFiles(document.body);
    const live = document.querySelector('.tabs [data-view=live]');
    live?.toggleAttribute('hidden', !app.hasTournament);
    await openView(isPlain && app.hasTournament ? 'live' : known(first?.view ?? 'play'));
    if (!app.view) await openView('play');
    passIfNeeded();
    document.documentElement.dataset.ready = 'true';
    setTimeout(drawTextures);
    keepOffline();
}

begin();
