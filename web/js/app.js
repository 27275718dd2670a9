// What the views share: the game, the board, the settings, and the ways to change them.

/** @import {State, View, Classic, Side, GameData} from './types.js' */
/** @import {Tree} from './store.js' */
/** @import {Extras, Board} from './board.js' */
/** @import {Node} from './game.js' */
import { ApiError, call } from './api.js';
import { byId, button, fill, h } from './dom.js';
import { Game } from './game.js';
import { playMove } from './rules.js';
import { playSound } from './sounds.js';
import { createStore, treeFrom } from './store.js';
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
 * @property {string} lines  how many lines to analyse: "1" to "64"
 * @property {string} seconds  how long to analyse a position: "10", "120", or "endless"
 * @property {string} threads  of an analysis; "0": all that the server gives
 * @property {string} odds  discs that the opponent may give away with each move: "0", "2", "4", "8"
 * @property {string} palette  "usual" or "safe": colours that colour-blind people tell apart
 * @property {boolean} sounds
 * @property {string} reviewLevel
 * @property {string} learn  what Learn shows: puzzles, lessons, eval, tree
 * @property {string} eval
 * @property {string} overlay  in Learn
 * @property {string} layer  in Analyse: none, stable, frontier, parity
 * @property {number} treeDepth
 * @property {string} treeOrder
 */

/** @type {Settings} */
const defaults = {
    language: '',
    board: '8x8',
    black: 'human',
    white: 'beginner:5',
    clock: 'none',
    variety: '1',
    pause: 700,
    engineOn: true,
    lines: '64',
    seconds: '120',
    threads: '0',
    odds: '0',
    palette: 'usual',
    sounds: false,
    reviewLevel: '12',
    learn: 'puzzles',
    eval: 'alpha-othello',
    overlay: 'weights',
    layer: 'none',
    treeDepth: 3,
    treeOrder: 'program',
};

class App {
    constructor() {
        /** All that can change, and the one way to change it. */
        this.store = createStore({
            tree: null,
            view: 'play',
            settings: { ...defaults, ...readJson('bianca.settings') },
        });
        this.game = new Game(this.store);
        /** @type {Board} */
        this.board = /** @type {any} */ (null);
        /** @type {View} */
        this.view = /** @type {any} */ (null);
        /** @type {Classic[]} */
        this.classics = [];
        /**
         * What the server was started with: `bianca serve --player`.
         * @type {{name: string, player: string, plugin: boolean}[]}
         */
        this.programs = [];
        /** What the board shows besides the discs; set by the view. @type {Extras} */
        this.extras = {};
        /**
         * A move that was clicked and is not yet in the tree.
         * @type {{node: Node, move: string}|null}
         */
        this.pending = null;
        /** Draws the strip above the board and the buttons under it. Set by main.js. */
        this.drawStage = () => {};
        /**
         * Changes the view; `start` begins what it is for. Set by main.js.
         * @type {(view: string, start?: boolean) => void}
         */
        this.go = () => {};
        /** The same without a step for Back. @type {(view: string, start?: boolean) => void} */
        this.open = () => {};
        /** A position shown instead of the game's. @type {State|null} */
        this.preview = null;
        /** Whether the server has a library of games. */
        this.hasLibrary = false;
        /** Whether the server shows a tournament. */
        this.hasTournament = false;
        /** Threads that an analysis may have. */
        this.threads = 1;
        /** Which of My games is on the board; '' until it is kept. */
        this.gameId = '';
        /** Whether somebody has done something to the game since it was opened. */
        this.isTouched = false;
        /** Whether it is a game between the players of the settings. */
        this.isPlayed = false;
        /** Discs a move that the opponent has given away in this game. */
        this.odds = 0;
        /** A position to solve is no game to be kept. */
        this.isPractice = false;
    }

    /** @returns {Settings} */
    get settings() {
        return /** @type {Settings} */ (this.store.state.settings);
    }

    /** @param {Partial<Settings>} values */
    save(values) {
        this.store.dispatch({ type: 'settings', values });
        try {
            localStorage.setItem('bianca.settings', JSON.stringify(this.settings));
        } catch {
            /* private mode: settings last as long as the page */
        }
    }

    /** Shows the current position again with the view's extras. */
    refresh() {
        const { game, pending } = this;
        if (
            !this.store.state.tree ||
            (this.preview && this.preview.position.length !== game.current.state.position.length)
        )
            return;
        const { state } = game.current,
            notes = game.current.entry;
        const expected =
            pending && pending.node === game.current
                ? playMove(state, pending.move, game.width, game.height)
                : null;
        const shown = this.preview ?? expected ?? state;
        const isOther = shown !== state;
        this.board.show(
            game.width,
            game.height,
            shown,
            isOther
                ? {
                      ...this.extras,
                      active: false,
                      hint: undefined,
                      values: undefined,
                      tints: undefined,
                  }
                : {
                      ...this.extras,
                      marks: notes.marks,
                      arrows: [...notes.arrows, ...(this.extras.arrows ?? [])],
                  },
        );
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

    /**
     * Shows a message at the top; an empty one takes it away.
     * @param {string} text
     * @param {boolean} [isError]
     * @param {{text: string, run: () => void}} [action]
     */
    notice(text, isError = false, action) {
        const place = byId('notice');
        place.hidden = !text;
        place.classList.toggle('is-error', isError);
        fill(
            place,
            text
                ? [
                      h('p', {}, text),
                      action &&
                          button(
                              action.text,
                              () => {
                                  this.notice('');
                                  action.run();
                              },
                              { kind: 'is-small is-main', id: 'notice-action' },
                          ),
                      button(t('close'), () => this.notice(''), { kind: 'is-plain is-small' }),
                  ]
                : [],
        );
    }

    /**
     * Tells the user what went wrong, unless it is only that something newer came first.
     * @param {unknown} error
     */
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
     * Plays a move: the disc is shown at once, lists and graph a frame later. In a game it is the
     * main line; elsewhere another move than the game's becomes a variation.
     * @param {string} move
     */
    async play(move) {
        const { game } = this,
            node = game.current;
        if (
            this.pending ||
            this.preview ||
            !(move in node.state.legal || (move === 'pass' && node.state.pass))
        )
            return;
        const pending = (this.pending = { node, move });
        this.refresh();
        await nextFrame();
        if (this.pending !== pending) return;
        this.pending = null;
        const { side } = node.state;
        if (this.settings.sounds) playSound();
        game.dispatch({ type: 'play', move, isMain: this.view.name === 'play' });
        this.#announceMove(side, game.current.state);
    }

    /** Forgets a move that is not yet in the tree. */
    dropPending() {
        this.pending = null;
    }

    /** @param {Side} side @param {State} state */
    #announceMove(side, state) {
        if (state.move === 'pass') this.announce(t('announcePass', { side: t(side) }));
        else
            this.announce(
                t('announceMove', {
                    side: t(side),
                    move: state.move ?? '',
                    count: state.flips.length,
                }),
            );
        if (state.over) this.announce(resultText(state));
    }

    /**
     * Puts a line into the tree as a variation; shows its end, or stays.
     * @param {string[]} moves
     * @param {boolean} isShown
     */
    tryLine(moves, isShown) {
        this.dropPending();
        this.game.dispatch({ type: 'line', id: this.game.current.id, moves, isShown });
        if (!isShown) this.announce(t('lineAdded'));
    }

    /**
     * Plays on from the position shown, against the opponent of the settings.
     * @param {Side} [side]  of the person: whose turn it is, unless told otherwise
     */
    playOn(side = this.game.current.state.side) {
        const rival =
            [this.settings.black, this.settings.white].find((one) => one !== 'human') ??
            'beginner:5';
        this.save(
            side === 'black' ? { black: 'human', white: rival } : { black: rival, white: 'human' },
        );
        this.isPractice = false;
        this.go('play');
    }

    /** Takes a branch away, and offers to bring it back. @param {Node} node */
    remove(node) {
        const { tree } = this.game;
        this.game.dispatch({ type: 'remove', id: node.id });
        this.notice(t('removed'), false, {
            text: t('undo'),
            run: () => this.game.dispatch({ type: 'restore', tree }),
        });
    }

    /** Replaces the game. @param {object} request */
    async load(request) {
        this.use(await call('game', request));
    }

    /** @param {GameData} data */
    use(data) {
        this.useTree(treeFrom(data));
    }

    /** @param {Tree} tree @param {string} [id]  of My games */
    useTree(tree, id = '') {
        this.dropPending();
        this.preview = null;
        this.gameId = id;
        this.isTouched = this.isPlayed = this.isPractice = false;
        this.odds = 0;
        this.store.dispatch({ type: 'load', tree });
    }
}

/**
 * When the click has been drawn: the disc comes first, lists and graph a frame later.
 * @returns {Promise<void>}
 */
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
    ['beginner:1', 'level1'],
    ['beginner:2', 'newcomer'],
    ['beginner:3', 'level2'],
    ['beginner:4', 'improver'],
    ['beginner:5', 'level3'],
    ['engine:level=3', 'level4'],
    ['engine:level=5', 'level5'],
    ['engine:level=10', 'level6'],
    ['engine:level=16', 'level7'],
    ['engine', 'level8'],
];

/** How a player is called. @param {string} player */
export function playerTitle(player) {
    if (player === 'human') return t('human');
    const strength = strengths.find(([name]) => name === player);
    if (strength) return `Bianca · ${t(strength[1])}`;
    const level = /^engine:level=(\d+)$/.exec(player)?.[1];
    if (level) return `Bianca · ${t('levelIs', { n: level })}`;
    return player === 'random' ? t('random') : player;
}

/** The same without the strength. @param {string} player */
export function playerName(player) {
    return strengths.some(([name]) => name === player) ? 'Bianca' : playerTitle(player);
}

/** What a classic program looks at; null for all other players. @param {string} player */
export function classicSummary(player) {
    const classic = app.classics.find(({ name }) => name === player);
    return classic ? (classicWords[language]?.[classic.name] ?? classic.summary) : null;
}

export const app = new App();
