import words from './common-words.json' with { type: 'json' }
import { tokenOf } from './tokens.ts'

/** The share of texts in general that hold a word of each group. */
const SHARES = { everywhere: 0.25, often: 0.08, sometimes: 0.02 } as const
/** … and any other word. */
export const RARE_SHARE = 0.003

type Group = keyof typeof SHARES
const LISTS: Record<string, Record<Group, string> | undefined> = words
const tables = new Map<string, Map<string, number>>()

/**
 * How common a term is in the language at large, as the share of texts that hold it; undefined where nothing is known of
 * the language. A small workspace says little about which of its words are telling, this says the rest.
 */
export function backgroundShare(term: string, language: string): number | undefined {
  const groups = LISTS[language]
  if (!groups) return undefined
  let table = tables.get(language)
  if (!table) {
    table = new Map()
    for (const group of ['sometimes', 'often', 'everywhere'] as const) {
      for (const word of groups[group].split(' ')) table.set(tokenOf(word, language).term, SHARES[group])
    }
    tables.set(language, table)
  }
  return table.get(term) ?? RARE_SHARE
}

/** Is it in so many texts of any kind that a workspace without it tells nothing of what the workspace is about? */
export const isEverydayTerm = (term: string, language: string): boolean =>
  (backgroundShare(term, language) ?? 0) >= SHARES.often

/** Is this a common word of the language, whether or not the workspace uses it? Such a word is hardly misspelt. */
export const isCommonTerm = (term: string, language: string): boolean =>
  (backgroundShare(term, language) ?? 0) > RARE_SHARE
