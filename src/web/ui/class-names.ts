/** Joins class names and drops what is switched off. Later names don't override earlier ones: pass layout only. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
