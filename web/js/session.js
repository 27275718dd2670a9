// What outlives the page: the address (for Back, Forward, links), the game on the board (for a
// reload, the next tab, tomorrow) and My games.

/** @import {Tree} from './store.js' */
import { app } from './app.js';
import { AddressError, readAddress, writeAddress } from './address.js';
import { t } from './i18n.js';
import { keepGame } from './library.js';
import { readSgf, writeSgf } from './sgf.js';
import { entry, mainLine, movesText, pathTo } from './store.js';

const KEEP_MS = 250,
    MOST_SHOWN = 12, // an older step of Back has the game of its address, without variations
    KEPT = 'bianca.game';

/**
 * The trees of games that were on the board while this page was open, by the number in its history.
 * @type {Map<number, {tree: Tree, id: string}>}
 */
const shown = new Map();
let place = 0,
    timer = 0,
    keptAt = -Infinity;

/** The address of what is shown now. */
function address() {
    return `#${writeAddress(app.game.tree, app.view?.name ?? 'play')}`;
}

/** Writes everything down. */
function flush() {
    clearTimeout(timer);
    timer = 0;
    if (!app.store.state.tree || !app.view) return;
    keptAt = performance.now();
    shown.set(place, { tree: app.game.tree, id: app.gameId });
    for (const one of shown.keys()) if (one < place - MOST_SHOWN) shown.delete(one);
    if (location.hash !== address()) history.replaceState({ place }, '', address());
    try {
        const text = JSON.stringify({
            address: address(),
            sgf: writeSgf(app.game.tree),
            id: app.gameId,
        });
        localStorage.setItem(KEPT, text); // for the next tab
        sessionStorage.setItem(KEPT, text); // for a reload of this one
    } catch {
        /* private mode */
    }
    keepGame();
}

/**
 * Keeps what is shown, at once or soon: a browser does not like an address that changes many times
 * a second.
 */
export function remember() {
    if (timer) return;
    const passed = performance.now() - keptAt;
    if (passed > KEEP_MS) flush();
    else timer = window.setTimeout(flush, KEEP_MS - passed);
}

/** Before another view or game is shown: Back will return to this one. */
export function leave() {
    if (!app.view) return;
    flush();
    place = Math.max(place, ...shown.keys()) + 1;
    history.pushState({ place }, '', location.hash);
}

/**
 * A tree with the position of an address, if it is the same game.
 * @param {Tree} tree
 * @param {Tree} asked
 * @returns {Tree|null}
 */
function sameGame(tree, asked) {
    const moves = movesText(mainLine(tree));
    const isSame =
        tree.board === asked.board &&
        moves === movesText(mainLine(asked)) &&
        entry(tree, tree.root).state.position === entry(asked, asked.root).state.position;
    if (!isSame) return null;
    let at = tree.root;
    for (const { state } of pathTo(asked, asked.current).slice(1)) {
        const next = entry(tree, at).children.find(
            (one) => entry(tree, one).state.move === state.move,
        );
        if (next === undefined) return null;
        at = next;
    }
    return { ...tree, current: at };
}

/**
 * What an address asks for, with the variations that are known here.
 * @param {string} fragment
 * @param {{tree: Tree, id: string}|null} [known]
 */
function open(fragment, known) {
    const asked = readAddress(fragment);
    if (!asked) return null;
    const tree = known && sameGame(known.tree, asked.tree);
    return { tree: tree ?? asked.tree, view: asked.view, id: tree && known ? known.id : '' };
}

function kept() {
    try {
        const {
            address: fragment,
            sgf,
            id,
        } = JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT) ?? 'null') ?? {};
        return fragment ? { fragment, tree: readSgf(sgf), id: id ?? '' } : null;
    } catch {
        return null;
    }
}

/** Says why an address leads nowhere. @param {unknown} error */
function complain(error) {
    app.notice(
        t('refused', {
            reason: t('badLink', {
                what: error instanceof AddressError ? error.message : String(error),
            }),
        }),
        true,
    );
}

/** What to begin with: the address, else the game that was on the board last; null: a new one. */
export function firstGame() {
    const before = kept(),
        [how] = performance.getEntriesByType('navigation');
    const isReload = how instanceof PerformanceNavigationTiming && how.type === 'reload';
    // The address may be a quarter of a second behind what was shown.
    for (const fragment of isReload
        ? [before?.fragment, location.hash]
        : [location.hash, before?.fragment]) {
        if (!fragment) continue;
        try {
            const found = open(fragment, before);
            if (found) return found;
        } catch (error) {
            complain(error);
        }
    }
    return null;
}

/** Another address: typed, pasted, Back or Forward. @param {PopStateEvent} event */
function moved(event) {
    const known = event.state ? (shown.get(event.state.place) ?? null) : null;
    clearTimeout(timer);
    timer = 0;
    if (event.state) place = event.state.place;
    else place = Math.max(place, ...shown.keys()) + 1;
    try {
        const found = open(location.hash, known ?? { tree: app.game.tree, id: app.gameId });
        if (!found) return;
        const isHere = sameGame(app.game.tree, found.tree);
        if (isHere) app.game.dispatch({ type: 'show', id: isHere.current });
        else app.useTree(found.tree, found.id);
        app.open(found.view);
    } catch (error) {
        complain(error);
    }
}

export function beginSession() {
    history.replaceState({ place }, '', location.hash || location.pathname);
    window.addEventListener('popstate', moved);
    window.addEventListener('pagehide', () => {
        if (timer) flush();
    });
}
