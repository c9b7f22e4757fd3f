// The shapes of what the server sends; views.py and answers.py are their other half.

/** @typedef {{id: string, name: string, said: string, also: string[]}} CardView */
/** @typedef {{id: string, name: string, cards: CardView[]}} CategoryView */
/** @typedef {{id: string, name: string}} Named */
/** @typedef {[number[], number, number] | []} Sizes */
/**
 * @typedef {{name: string, title: string, verified: boolean, notes: string[], players: number[],
 *   categories: CategoryView[], sizes: Record<string, Sizes>, bonus: Named[], rooms: Named[]}} EditionView
 */
/** @typedef {{id: string, kind: string, size: number, known: number, me: boolean, out: boolean}} PlaceView */
/**
 * @typedef {{id: number, number: number, line: string, text: string, struck: boolean, edited: boolean,
 *   guilty: boolean, kind: string, seat: number | null, cards: string[], shower: number | null,
 *   card: string | null, right: boolean | null, slot: number | null}} EntryView
 */
/** @typedef {{cards: string[], p: number}} SolutionView */
/** @typedef {{text: string, p: number, entry: number, change: Change}} RepairView */
/** @typedef {{at: number, entries: number[], message: string, repairs: RepairView[]}} TroubleView */
/** @typedef {boolean | number} Cell */
/**
 * @typedef {{edition: string | Record<string, any>, players: string[], me: string | null, hand: string[] | null,
 *   hands: number[] | null, table: string[], rules: Record<string, string>}} Header
 */
/**
 * @typedef {{version: number, lang: string, mode: string, title: string, read: string, edition: EditionView,
 *   setup: Header, places: PlaceView[], rows: Cell[][], changed: [number, number][], deals: string,
 *   exact: boolean, bits: number, solved: boolean, envelope: SolutionView[], log: EntryView[],
 *   lessons: string[], next: number, accuses: boolean, over: boolean, undo: boolean, redo: boolean,
 *   trouble: TroubleView | null, pencil: Record<string, string>}} NotebookView
 */
/** @typedef {{kind: string, line?: string, entry?: number, to?: number, [key: string]: any}} Change */
/** @typedef {{key: string, base: number, change: Change, at: number}} Waiting */
/**
 * @typedef {{card: string, place: string, holds: boolean | null, p: number, low: number, high: number,
 *   sentences: string[], entries: number[], row: number[]}} WhyView
 */
/**
 * @typedef {{cards: string[], value: number, error: number, bits: number, solves: number, leaks: number[],
 *   why: string, answers: {seat: number | null, card: string | null, p: number}[]}} AdviceView
 */
/** @typedef {{number: number, bits: number | null, deals: string}} MomentView */
/** @typedef {{code: string, message: string, version?: number, changes?: any[], [key: string]: any}} Failure */

export {};
