// The page's state, in one place with one way of changing it: dispatch an action, and a pure
// reducer makes the next state from it. Nothing here knows the browser, so node tests it.
//
// The game is a tree of positions. The first child of a node continues its line: the first children
// from the root on are the main line, all others are variations.

/** @import {State, GameData, Verdict} from './types.js' */
import { makeState, playMove, playThrough } from './rules.js';

/**
 * A position of the tree.
 * @typedef {object} Entry
 * @property {number} id
 * @property {number|null} parent
 * @property {number[]} children
 * @property {number} ply
 * @property {State} state
 * @property {number|null} score  for Black, in discs
 * @property {boolean} exact
 * @property {Verdict|null} verdict  what the review said about the move that led here
 * @property {string} comment
 * @property {string} sign  '', '!', '?', '!!', '??', '!?', '?!'
 * @property {Record<string, string>} marks  square: 'circle', 'square', 'triangle' or 'cross'
 * @property {string[]} arrows  'c4f5': from, to
 */
/**
 * A game.
 * @typedef {object} Tree
 * @property {string} board
 * @property {number} width
 * @property {number} height
 * @property {{black: string, white: string}} names
 * @property {ReadonlyMap<number, Entry>} entries
 * @property {number} root
 * @property {number} current  the position shown
 * @property {number} nextId
 */
/** @typedef {{tree: Tree|null, view: string, settings: Record<string, any>}} PageState */
/** @typedef {{type: string, [key: string]: any}} Action */
/** @typedef {(action: Action, before: PageState) => void} Listener */
/**
 * @typedef
 *     {{readonly state: PageState, dispatch: (action: Action) => void,
 *     subscribe: (listener: Listener) => () => void}}
 *     Store
 */

export const SIGNS = ['!!', '!', '!?', '?!', '?', '??'];
export const MARKS = ['circle', 'square', 'triangle', 'cross'];

/** @param {number} id @param {State} state @param {Entry|null} parent @returns {Entry} */
function newEntry(id, state, parent) {
    return {
        id,
        parent: parent ? parent.id : null,
        children: [],
        ply: parent ? parent.ply + 1 : 0,
        state,
        score: null,
        exact: false,
        verdict: null,
        comment: '',
        sign: '',
        marks: {},
        arrows: [],
    };
}

/** @param {Tree} tree @param {number} id @returns {Entry} */
export function entry(tree, id) {
    const found = tree.entries.get(id);
    if (!found) throw new Error(`no position ${id}`);
    return found;
}

/**
 * The same tree with one entry changed.
 * @param {Tree} tree
 * @param {number} id
 * @param {Partial<Entry>} values
 * @returns {Tree}
 */
function withEntry(tree, id, values) {
    const entries = new Map(tree.entries);
    entries.set(id, { ...entry(tree, id), ...values });
    return { ...tree, entries };
}

/** @param {GameData} data @returns {Tree} */
export function treeFrom(data) {
    const root = newEntry(0, data.states[0], null);
    /** @type {Tree} */
    let tree = {
        board: data.board,
        width: data.width,
        height: data.height,
        root: 0,
        current: 0,
        nextId: 1,
        names: { black: data.black ?? '', white: data.white ?? '' },
        entries: new Map([[0, root]]),
    };
    for (const state of data.states.slice(1)) tree = addState(tree, tree.current, state);
    return tree;
}

/** A tree with one position. @param {string} board @param {string} position @returns {Tree} */
export function treeAt(board, position) {
    const [width, height] = board.split('x').map(Number);
    return treeFrom({ board, width, height, states: [makeState(position, width, height)] });
}

/**
 * Adds a position after another, or finds it there, and makes it the one shown.
 * @param {Tree} tree
 * @param {number} id
 * @param {State} state
 * @returns {Tree}
 */
function addState(tree, id, state) {
    const parent = entry(tree, id);
    const known = parent.children.find((one) => entry(tree, one).state.move === state.move);
    if (known !== undefined) return { ...tree, current: known };
    const entries = new Map(tree.entries),
        child = newEntry(tree.nextId, state, parent);
    entries.set(child.id, child);
    entries.set(id, { ...parent, children: [...parent.children, child.id] });
    return { ...tree, entries, nextId: tree.nextId + 1, current: child.id };
}

/**
 * Makes every step of the way to a position the first child.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
function makeMain(tree, id) {
    const entries = new Map(tree.entries);
    for (let at = entry(tree, id); at.parent !== null; at = entry(tree, at.parent)) {
        const parent = /** @type {Entry} */ (entries.get(at.parent)),
            child = at.id;
        if (parent.children[0] !== child)
            entries.set(parent.id, {
                ...parent,
                children: [child, ...parent.children.filter((one) => one !== child)],
            });
    }
    return { ...tree, entries };
}

/**
 * Moves the branch that a position is on one place up among its brothers.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
function promote(tree, id) {
    for (let at = entry(tree, id); at.parent !== null; at = entry(tree, at.parent)) {
        const parent = entry(tree, at.parent),
            place = parent.children.indexOf(at.id);
        if (place <= 0) continue;
        const children = [...parent.children];
        [children[place - 1], children[place]] = [children[place], children[place - 1]];
        return withEntry(tree, parent.id, { children });
    }
    return tree;
}

/**
 * Takes a position and everything after it away.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
function remove(tree, id) {
    const gone = entry(tree, id);
    if (gone.parent === null) return tree;
    const entries = new Map(tree.entries),
        parent = entry(tree, gone.parent),
        waiting = [id];
    let { current } = tree;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        waiting.push(...(entries.get(next)?.children ?? []));
        entries.delete(next);
        if (next === current) current = parent.id;
    }
    entries.set(parent.id, { ...parent, children: parent.children.filter((one) => one !== id) });
    return { ...tree, entries, current };
}

/**
 * Plays moves one after the other; stops at the first that the rules forbid.
 * @param {Tree} tree
 * @param {number} id
 * @param {string[]} moves
 * @returns {Tree}
 */
function addLine(tree, id, moves) {
    let next = { ...tree, current: id };
    for (const move of moves) {
        const states = playThrough(entry(next, next.current).state, move, tree.width, tree.height);
        if (!states.length) break;
        for (const state of states) next = addState(next, next.current, state);
    }
    return next;
}

/**
 * An arrow or a mark that is there goes away when it is set again.
 * @param {Entry} at
 * @param {Action} action
 */
function toggled(at, action) {
    if (action.type === 'mark') {
        const { [action.square]: before, ...marks } = at.marks;
        return {
            marks: before === action.shape ? marks : { ...marks, [action.square]: action.shape },
        };
    }
    const arrow = `${action.from}${action.to}`;
    return {
        arrows: at.arrows.includes(arrow)
            ? at.arrows.filter((one) => one !== arrow)
            : [...at.arrows, arrow],
    };
}

/** @type {Record<string, (tree: Tree, action: any) => Tree>} */
const treeActions = {
    /** A move of the game itself (`isMain`) or one that is tried. */
    play: (tree, { move, isMain }) => {
        const state = playMove(entry(tree, tree.current).state, move, tree.width, tree.height);
        if (!state) return tree;
        const next = addState(tree, tree.current, state);
        return isMain ? makeMain(next, next.current) : next;
    },
    line: (tree, { id, moves, isShown }) => ({
        ...addLine(tree, id, moves),
        ...(isShown ? {} : { current: tree.current }),
    }),
    show: (tree, { id }) => (tree.entries.has(id) ? { ...tree, current: id } : tree),
    promote: (tree, { id }) => promote(tree, id),
    main: (tree, { id }) => makeMain(tree, id),
    remove: (tree, { id }) => remove(tree, id),
    restore: (_, { tree }) => tree,
    names: (tree, { names }) => ({ ...tree, names: { ...tree.names, ...names } }),
    score: (tree, { id, score, exact }) => {
        const at = tree.entries.get(id);
        if (!at || (at.exact && !exact) || (at.score === score && at.exact === exact)) return tree;
        return withEntry(tree, id, { score, exact });
    },
    verdict: (tree, { id, verdict }) =>
        tree.entries.has(id) ? withEntry(tree, id, { verdict }) : tree,
    comment: (tree, { id, text }) => withEntry(tree, id, { comment: text }),
    sign: (tree, { id, sign }) =>
        withEntry(tree, id, { sign: entry(tree, id).sign === sign ? '' : sign }),
    mark: (tree, action) => withEntry(tree, action.id, toggled(entry(tree, action.id), action)),
    arrow: (tree, action) => withEntry(tree, action.id, toggled(entry(tree, action.id), action)),
    unmark: (tree, { id }) => withEntry(tree, id, { marks: {}, arrows: [] }),
};

/**
 * The next state of the page. Pure: the state before is not changed.
 * @param {PageState} state
 * @param {Action} action
 * @returns {PageState}
 */
export function reduce(state, action) {
    if (action.type === 'settings')
        return { ...state, settings: { ...state.settings, ...action.values } };
    if (action.type === 'view') return { ...state, view: action.view };
    if (action.type === 'load') return { ...state, tree: action.tree };
    const change = treeActions[action.type];
    if (!change) throw new Error(`unknown action ${action.type}`);
    if (!state.tree) return state;
    const tree = change(state.tree, action);
    return tree === state.tree ? state : { ...state, tree };
}

/**
 * Holds the state and tells who listens.
 * @param {PageState} initial
 * @returns {Store}
 */
export function createStore(initial) {
    let state = initial;
    /** @type {Set<Listener>} */
    const listeners = new Set();
    return {
        get state() {
            return state;
        },
        /** @param {Action} action */
        dispatch(action) {
            const before = state;
            state = reduce(state, action);
            if (state !== before) for (const tell of listeners) tell(action, before);
        },
        /** Answers with what ends it. @param {Listener} listener */
        subscribe(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}

/** From the root along first children. @param {Tree} tree @returns {Entry[]} */
export function mainLine(tree) {
    return onwards(tree, [entry(tree, tree.root)]);
}

/**
 * From the root through a position to the end of its line.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Entry[]}
 */
export function lineThrough(tree, id) {
    return onwards(tree, pathTo(tree, id));
}

/** From the root to a position. @param {Tree} tree @param {number} id @returns {Entry[]} */
export function pathTo(tree, id) {
    const path = [];
    for (
        let at = /** @type {Entry|null} */ (entry(tree, id));
        at;
        at = at.parent === null ? null : entry(tree, at.parent)
    )
        path.unshift(at);
    return path;
}

/** @param {Tree} tree @param {Entry[]} line @returns {Entry[]} */
function onwards(tree, line) {
    for (let last = line[line.length - 1]; last.children.length; last = line[line.length - 1])
        line.push(entry(tree, last.children[0]));
    return line;
}

/**
 * Moves as text; a pass stands only at the end, where nothing shows that it was made.
 * @param {Entry[]} line from the root
 */
export function movesText(line) {
    const moves = line.filter((one) => one.parent !== null);
    return moves
        .map((one, i) => (one.state.move === 'pass' && i < moves.length - 1 ? '' : one.state.move))
        .join('');
}
