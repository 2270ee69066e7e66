/**
 * Start of a formula in spreadsheet programs, in half-width and full-width characters, with any leading apostrophes.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/u
const GUARDED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/u

/** Puts an apostrophe before a text that a spreadsheet would run; `unguardFormula` gives back every text exactly. */
export const guardFormula = (cellText: string): string => (FORMULA_START.test(cellText) ? `'${cellText}` : cellText)

/** Takes off the apostrophe that keeps a spreadsheet from running a text. */
export const unguardFormula = (guardedCell: string): string =>
  GUARDED_FORMULA.test(guardedCell) ? guardedCell.slice(1) : guardedCell
