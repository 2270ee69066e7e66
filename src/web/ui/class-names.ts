/** Joins class names and drops falsy ones. Later names don't override earlier ones: pass layout only. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
