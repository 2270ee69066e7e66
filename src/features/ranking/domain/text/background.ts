import { byLanguage } from './by-language.ts'
import words from './common-words.json' with { type: 'json' }
import { tokenOf } from './tokens.ts'

/** The share of texts in general that hold a word of each group. */
const SHARE_BY_GROUP = { everywhere: 0.25, often: 0.08, sometimes: 0.02 } as const
/** … and any other word. */
export const RARE_SHARE = 0.003

type FrequencyGroup = keyof typeof SHARE_BY_GROUP
const WORD_LISTS: Record<string, Record<FrequencyGroup, string> | undefined> = words

const shareTables = byLanguage((language) => {
  const wordGroups = WORD_LISTS[language]
  if (!wordGroups) return null
  const shareByTerm = new Map<string, number>()
  for (const groupName of ['sometimes', 'often', 'everywhere'] as const)
    for (const word of wordGroups[groupName].split(' '))
      shareByTerm.set(tokenOf(word, language).term, SHARE_BY_GROUP[groupName])
  return shareByTerm
})

/**
 * Frequency of a term in the language as the share of texts with it; undefined for an unknown language. It supplements
 * the statistics of a small workspace.
 */
export function backgroundShare(term: string, language: string): number | undefined {
  const shareByTerm = shareTables(language)
  return shareByTerm ? (shareByTerm.get(term) ?? RARE_SHARE) : undefined
}

/** True for a common word of the language, whether or not the workspace uses it: such a word is hardly misspelt. */
export const isCommonTerm = (term: string, language: string): boolean =>
  (backgroundShare(term, language) ?? 0) > RARE_SHARE
