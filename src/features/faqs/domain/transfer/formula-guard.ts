/**
 * Start of a formula in spreadsheet programs, in half-width and full-width characters, with any leading apostrophes.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/u

/** Puts an apostrophe before a text that a spreadsheet would run; `unguardFormula` gives back every text exactly. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Takes off the apostrophe that keeps a spreadsheet from running a text. */
export const unguardFormula = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)
