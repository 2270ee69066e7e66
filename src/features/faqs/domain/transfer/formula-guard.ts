/**
 * What a spreadsheet takes for the beginning of a formula when it opens a CSV file, in both widths of the signs, with any
 * apostrophes that were put before it.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/u

/** Puts an apostrophe before a text that a spreadsheet would run; `unguardFormula` gives back every text exactly. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Takes off the apostrophe that keeps a spreadsheet from running a text. */
export const unguardFormula = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)
