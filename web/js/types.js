// The shapes of what the server answers, for the type checker. docs/api.md describes them.

/**
 * One position.
 * @typedef {object} State
 * @property {string} position  squares row by row, a blank, X or O for the side to move
 * @property {Side} side
 * @property {string|null} move  what led here
 * @property {string[]} flips  what that turned
 * @property {Record<string, string[]>} legal  each legal move with what it turns
 * @property {number} black
 * @property {number} white
 * @property {boolean} pass  the side to move must pass
 * @property {boolean} over
 * @property {number} [score]  the final score for Black
 */
/** @typedef {'black'|'white'} Side */
/**
 * @typedef {object} GameData
 * @property {string} board
 * @property {number} width
 * @property {number} height
 * @property {State[]} states
 * @property {string} [format]
 * @property {string} [black]
 * @property {string} [white]
 */
/**
 * @typedef {object} Line
 * @property {string} move
 * @property {number} score  for the side to move, in discs
 * @property {boolean} exact
 * @property {number} selectivity  percent; 100: nothing was pruned
 * @property {number} depth
 * @property {string[]} pv
 */
/** @typedef {{nodes: number, seconds: number, end: string, lines: Line[]}} SearchData */
/**
 * @typedef {object} Verdict
 * @property {number} ply
 * @property {Side} side
 * @property {string} move
 * @property {string} best
 * @property {number} score
 * @property {number} best_score
 * @property {number} loss
 * @property {boolean} exact
 * @property {'best'|'good'|'inaccuracy'|'mistake'|'blunder'|'forced'} verdict
 * @property {number} depth
 * @property {string[]} pv
 * @property {Reason[]} [reasons]  of a mistake or a blunder
 */
/**
 * Why a move was a mistake.
 * @typedef {object} Reason
 * @property {string} code
 * @property {number} share
 * @property {string} [square]
 * @property {string[]} [line]
 * @property {string[]} [region]
 */
/**
 * @typedef
 *     {{moves: number, loss: number, accuracy: number, inaccuracies: number,
 *     mistakes: number, blunders: number}}
 *     Tally
 */
/** @typedef {{level: number, black: Tally, white: Tally}} ReviewData */
/** @typedef {{name: string, value: number, weight: number, product: number}} Term */
/** @typedef {{black: string[], white: string[]}} Both */
/**
 * @typedef {object} EvalData
 * @property {string} eval
 * @property {Side} side
 * @property {number} value
 * @property {Term[]} terms
 * @property {number[]|null} table
 * @property {{mobility: Both, stable: Both, frontier: Both, corners: Both}} features
 */
/**
 * @typedef {object} TreeNode
 * @property {string} [move]
 * @property {number} value
 * @property {number|null} alpha
 * @property {number|null} beta
 * @property {string} [best]
 * @property {'complete'|'alpha'|'beta'|'depth'|'pass'|'end'} reason  why the search left it
 * @property {number} [score]  of a finished game, in discs for MAX
 * @property {string[]} [skipped]
 * @property {TreeNode[]} [children]
 */
/**
 * @typedef {object} TreeData
 * @property {string} eval
 * @property {'alphabeta'|'minimax'} search
 * @property {Side} side
 * @property {number} depth
 * @property {number} nodes
 * @property {number} leaves
 * @property {number} cutoffs
 * @property {number} minimax_nodes
 * @property {boolean} minimax_complete
 * @property {number} shown
 * @property {TreeNode} tree
 */
/**
 * @typedef
 *     {{name: string, summary: string, origin: string, boards: string,
 *     home_only: boolean, plies: number}}
 *     Classic
 */

/** Games won, drawn, lost. @typedef {[number, number, number]} Row */
/**
 * A row of a tournament's table; `against` in the order of the table, null for oneself.
 * @typedef
 *     {{rank: number, name: string, elo: number, margin: number, games: number, wins: number,
 *     draws: number, losses: number, score: number, discs: number, against: (Row|null)[]}}
 *     Standing
 */
/**
 * A game of a tournament, over or not.
 * @typedef
 *     {{number: number, black: string, white: string, moves: string, start?: string,
 *     score?: number, ending?: string, reason?: string}}
 *     Game
 */
/**
 * What a server tells of a tournament; the first news have everything, later ones what changed.
 * @typedef {object} News
 * @property {number} done
 * @property {boolean} over
 * @property {string} board
 * @property {number} total
 * @property {number} move_seconds
 * @property {number} clock_seconds
 * @property {{name: string, player: string}[]} players
 * @property {Game[]} running
 * @property {Game[]} [results]
 * @property {Standing[]} standings
 * @property {{games: number, elo: number[]}[]} ratings
 */

/**
 * What a view of the page is: something that fills the panel and hears what happens.
 * @typedef {object} View
 * @property {string} name
 * @property {(panel: HTMLElement) => void} mount  fills the panel; also after a change of language
 * @property {() => void} unmount
 * @property {(kind: string) => void} changed  the game has changed
 * @property {(square: string) => void} clicked  a square was pressed
 * @property {boolean} [isBoardless]  it shows no board, and keys are its own
 * @property {(key: string) => boolean} [key]  a shortcut of its own; true if it was one
 */

export {};
