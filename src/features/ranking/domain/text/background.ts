import { byLanguage } from './by-language.ts'
import words from './common-words.json' with { type: 'json' }
import { tokenOf } from './tokens.ts'

/** The share of texts in general that hold a word of each group. */
const SHARES = { everywhere: 0.25, often: 0.08, sometimes: 0.02 } as const
/** … and any other word. */
export const RARE_SHARE = 0.003

type Group = keyof typeof SHARES
const LISTS: Record<string, Record<Group, string> | undefined> = words

const shareTables = byLanguage((language) => {
  const groups = LISTS[language]
  if (!groups) return null
  const shares = new Map<string, number>()
  for (const group of ['sometimes', 'often', 'everywhere'] as const)
    for (const word of groups[group].split(' ')) shares.set(tokenOf(word, language).term, SHARES[group])
  return shares
})

/**
 * Frequency of a term in the language as the share of texts with it; undefined for an unknown language. It supplements
 * the statistics of a small workspace.
 */
export function backgroundShare(term: string, language: string): number | undefined {
  const shares = shareTables(language)
  return shares ? (shares.get(term) ?? RARE_SHARE) : undefined
}

/** True for a common word of the language, whether or not the workspace uses it: such a word is hardly misspelt. */
export const isCommonTerm = (term: string, language: string): boolean =>
  (backgroundShare(term, language) ?? 0) > RARE_SHARE
