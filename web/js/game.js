// The game on the board as the views see it: nodes of the tree in the store, one of which is shown.
// Every change goes through the store; who listens to `change` is told what kind it was.

/** @import {State, Side, Verdict} from './types.js' */
/** @import {Entry, Tree, Action, Store} from './store.js' */
import { entry, lineThrough, mainLine, movesText, pathTo } from './store.js';

/** A position in the tree: the same object for as long as the position is there. */
export class Node {
    /** @param {Game} game @param {number} id */
    constructor(game, id) {
        this.game = game;
        this.id = id;
    }

    /** @returns {Entry} */
    get entry() {
        return entry(this.game.tree, this.id);
    }
    get isThere() {
        return this.game.tree.entries.has(this.id);
    }
    /** @returns {State} */
    get state() {
        return this.entry.state;
    }
    get ply() {
        return this.entry.ply;
    }
    /** @returns {Node|null} */
    get parent() {
        return this.entry.parent === null ? null : this.game.node(this.entry.parent);
    }
    /** @returns {Node[]} */
    get children() {
        return this.entry.children.map((id) => this.game.node(id));
    }
    /** Where the line continues. @returns {Node|null} */
    get next() {
        return this.entry.children.length ? this.game.node(this.entry.children[0]) : null;
    }
    get score() {
        return this.entry.score;
    }
    get exact() {
        return this.entry.exact;
    }
    /** @returns {Verdict|null} */
    get verdict() {
        return this.entry.verdict;
    }
    /** Who played the move that led here. @returns {Side} */
    get by() {
        return this.parent?.state.side ?? 'black';
    }
    /** Whether it is a position of the game itself. */
    get isMain() {
        return this.game.line()[this.ply] === this;
    }
}

/**
 * Actions that bring another position or other moves; the rest are notes about positions.
 * @type {Record<string, string>}
 */
const KINDS = {
    load: 'new',
    play: 'play',
    line: 'play',
    restore: 'tree',
    promote: 'tree',
    main: 'tree',
    remove: 'tree',
};

export class Game extends EventTarget {
    /** @param {Store} store */
    constructor(store) {
        super();
        this.store = store;
        /** @type {Map<number, Node>} */
        this.nodes = new Map();
        store.subscribe((action, before) => this.#tell(action, before.tree));
    }

    /** @returns {Tree} */
    get tree() {
        return /** @type {Tree} */ (this.store.state.tree);
    }
    get board() {
        return this.tree.board;
    }
    get width() {
        return this.tree.width;
    }
    get height() {
        return this.tree.height;
    }
    get names() {
        return this.tree.names;
    }
    get root() {
        return this.node(this.tree.root);
    }
    get current() {
        return this.node(this.tree.current);
    }

    /** @param {number} id @returns {Node} */
    node(id) {
        let node = this.nodes.get(id);
        if (!node) this.nodes.set(id, (node = new Node(this, id)));
        return node;
    }

    /** @param {Action} action @param {Tree|null} before */
    #tell(action, before) {
        if (action.type === 'settings' || action.type === 'view') return;
        if (action.type === 'load') this.nodes.clear();
        let kind = KINDS[action.type] ?? 'note';
        if (action.type === 'line' && !action.isShown) kind = 'tree';
        if (action.type === 'show' && before) {
            const from = entry(before, before.current),
                to = this.current.entry;
            kind = from.parent === to.id || to.parent === from.id ? 'step' : 'jump';
        }
        if (action.type === 'score') kind = 'score';
        this.dispatchEvent(new CustomEvent('change', { detail: kind }));
    }

    /** @param {Action} action */
    dispatch(action) {
        this.store.dispatch(action);
    }

    /** @param {Node} node */
    show(node) {
        if (node !== this.current) this.dispatch({ type: 'show', id: node.id });
    }

    /** The game: the positions of the main line. @returns {Node[]} */
    line() {
        return mainLine(this.tree).map(({ id }) => this.node(id));
    }

    /**
     * The positions from the start through the one shown to the end of its line.
     * @returns {Node[]}
     */
    through() {
        return lineThrough(this.tree, this.tree.current).map(({ id }) => this.node(id));
    }

    back() {
        if (this.current.parent) this.show(this.current.parent);
    }
    forward() {
        if (this.current.next) this.show(this.current.next);
    }
    first() {
        this.show(this.root);
    }
    last() {
        this.show(this.through().at(-1) ?? this.root);
    }

    /** The moves of the game as text, or those up to a position. @param {Node} [node] */
    transcript(node) {
        return movesText(node ? pathTo(this.tree, node.id) : mainLine(this.tree));
    }

    /** What the server needs to know the game, or the way to a position. @param {Node} [node] */
    toRequest(node) {
        return { board: this.board, start: this.root.state.position, moves: this.transcript(node) };
    }
}
