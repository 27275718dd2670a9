// What the views share: the game, the board, the settings, and the ways to change them.

/** @import {State, View, Classic, Side, GameData} from './types.js' */
/** @import {Extras, Board} from './board.js' */
/** @import {Node} from './game.js' */
import { ApiError, call, insist } from './api.js';
import { expectState } from './board.js';
import { byId, button, fill, h } from './dom.js';
import { Game } from './game.js';
import { language, t } from './i18n.js';
import { classicWords } from '../lang/classics.js';

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {string} board
 * @property {string} black  a player
 * @property {string} white
 * @property {string} clock  "none", or minutes and seconds added a move: "5+3"
 * @property {string} variety  discs that each of the engine's first moves may cost: "0", "1"
 * @property {number} pause  milliseconds between two programs' moves
 * @property {boolean} engineOn
 * @property {string} lines  how many lines to analyse: "1", "3", "64"
 * @property {string} reviewLevel
 * @property {string} eval
 * @property {string} overlay
 * @property {number} treeDepth
 * @property {string} treeOrder
 */

/** @type {Settings} */
const defaults = {
    language: '', board: '8x8', black: 'human', white: 'beginner:5', clock: 'none', variety: '1', pause: 700,
    engineOn: true, lines: '64', reviewLevel: '12', eval: 'alpha-othello', overlay: 'weights', treeDepth: 3, treeOrder: 'program',
};

class App {
    constructor() {
        /** @type {Settings} */
        this.settings = { ...defaults, ...readJson('bianca.settings') };
        /** @type {Game} */
        this.game = /** @type {any} */ (null);
        /** @type {Board} */
        this.board = /** @type {any} */ (null);
        /** @type {View} */
        this.view = /** @type {any} */ (null);
        /** @type {Classic[]} */
        this.classics = [];
        /** What the server was started with: `bianca serve --player`. @type {{name: string, player: string, plugin: boolean}[]} */
        this.programs = [];
        /** What the board shows besides the discs; set by the view. @type {Extras} */
        this.extras = {};
        /** A move that was made here and not yet answered by the server. @type {{node: Node, move: string, abort: AbortController}|null} */
        this.pending = null;
        /** Draws the strip above the board and the buttons under it. Set by main.js. */
        this.drawStage = () => {};
        /** Changes the view; `start` begins what it is for. Set by main.js. @type {(view: string, start?: boolean) => void} */
        this.go = () => {};
        /** A position shown instead of the game's. @type {State|null} */
        this.preview = null;
    }

    /** @param {Partial<Settings>} values */
    save(values) {
        Object.assign(this.settings, values);
        try {
            localStorage.setItem('bianca.settings', JSON.stringify(this.settings));
        } catch { /* private mode: settings last as long as the page */ }
    }

    /** Shows the current position again with the view's extras. */
    refresh() {
        const { game, pending } = this;
        if (!game || (this.preview && this.preview.position.length !== game.current.state.position.length)) return;
        const state = this.preview ?? (pending && pending.node === game.current ? expectState(game.current.state, pending.move, game.width) : game.current.state);
        this.board.show(game.width, game.height, state, this.preview || pending ? { ...this.extras, active: false, hint: undefined } : this.extras);
    }

    /** Brings the board back into view where the page is one column. */
    showBoard() {
        byId('score').scrollIntoView({ block: 'nearest' });
    }

    /** Says something to a screen reader. @param {string} text */
    announce(text) {
        const place = byId('announce');
        place.append(h('p', {}, text));
        while (place.childElementCount > 4) place.firstElementChild?.remove();
    }

    /** Shows a message at the top; an empty one takes it away. @param {string} text @param {boolean} [isError] */
    notice(text, isError = false) {
        const place = byId('notice');
        place.hidden = !text;
        place.classList.toggle('is-error', isError);
        fill(place, text ? [h('p', {}, text), button(t('close'), () => this.notice(''), { kind: 'is-plain is-small' })] : []);
    }

    /** Tells the user what went wrong, unless it is only that something newer came first. @param {unknown} error */
    complain(error) {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        if (error instanceof ApiError) {
            if (error.code === 'stopped' || error.code === 'offline') return;
            this.notice(t('refused', { reason: error.message }), true);
            return;
        }
        console.error(error);
        this.notice(String(error), true);
    }

    /**
     * Plays a move: shows it at once, asks the server, and continues when it has answered. While the
     * server is away the move waits.
     * @param {string} move
     */
    async play(move) {
        const { game } = this, node = game.current;
        if (this.pending || this.preview || !(move in node.state.legal || (move === 'pass' && node.state.pass))) return;
        const abort = new AbortController();
        this.pending = { node, move, abort };
        this.refresh();
        try {
            const known = node.children.find((child) => child.state.move === move);
            const state = known?.state ?? await insist('play', { board: game.board, position: node.state.position, move }, abort.signal);
            await nextFrame();
            if (this.pending?.abort !== abort) return;
            this.pending = null;
            this.#announceMove(node.state.side, state);
            game.play(state);
        } catch (error) {
            if (this.pending?.abort === abort) this.pending = null;
            this.complain(error);
            this.refresh();
        }
    }

    /** Forgets a move that waits for the server. */
    dropPending() {
        this.pending?.abort.abort();
        this.pending = null;
    }

    /** @param {Side} side @param {State} state */
    #announceMove(side, state) {
        if (state.move === 'pass') this.announce(t('announcePass', { side: t(side) }));
        else this.announce(t('announceMove', { side: t(side), move: state.move ?? '', count: state.flips.length }));
        if (state.over) this.announce(resultText(state));
    }

    /** Replaces the game. @param {object} request @param {number} [ply] */
    async load(request, ply) {
        this.use(await call('game', request), ply);
    }

    /** @param {GameData} data @param {number} [ply] */
    use(data, ply) {
        this.dropPending();
        this.preview = null;
        this.game.load(data, ply);
    }
}

/** When the click has been drawn: the disc comes first, lists and graph a frame later. @returns {Promise<void>} */
function nextFrame() {
    return new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
        setTimeout(resolve, 60); // a page in the background draws no frames
    });
}

/** @param {string} key */
function readJson(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? '{}');
    } catch {
        return {};
    }
}

/** @param {State} state */
export function resultText(state) {
    const score = state.score ?? 0;
    if (score === 0) return t('draw', { black: state.black, white: state.white });
    return t(score > 0 ? 'blackWins' : 'whiteWins', { black: state.black, white: state.white });
}

/** The strengths of the engine, weakest first: the player's name and the key of its title. */
export const strengths = [
    ['beginner:1', 'level1'], ['beginner:3', 'level2'], ['beginner:5', 'level3'], ['engine:level=2', 'level4'],
    ['engine:level=5', 'level5'], ['engine:level=10', 'level6'], ['engine:level=16', 'level7'], ['engine', 'level8'],
];

/** How a player is called. @param {string} player */
export function playerTitle(player) {
    if (player === 'human') return t('human');
    const strength = strengths.find(([name]) => name === player);
    return strength ? `Bianca · ${t(strength[1])}` : player === 'random' ? t('random') : player;
}

/** The same without the strength. @param {string} player */
export function playerName(player) {
    return strengths.some(([name]) => name === player) ? 'Bianca' : playerTitle(player);
}

/** What a classic program looks at; null for all other players. @param {string} player */
export function classicSummary(player) {
    const classic = app.classics.find(({ name }) => name === player);
    return classic ? classicWords[language]?.[classic.name] ?? classic.summary : null;
}

export const app = new App();
