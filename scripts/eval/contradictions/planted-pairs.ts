import { readFileSync } from 'node:fs'
import { contradictionBetween, type Difference } from '../../../src/features/contradictions/domain/contradiction.ts'
import { claimingText, readerForLanguage } from '../../../src/features/contradictions/server/claim-reader.ts'

export interface PlantedText {
  where: 'faq' | 'text' | 'page'
  title: string
  body: string
}
/** Two texts of a help center. */
export interface PlantedPair {
  /**
   * 1 and 2: both written before any result was known; the rule was improved on 1 first, later on kinds of failure in 2.
   * 3: written when the rule was done, and not looked at since.
   */
  half: 1 | 2 | 3
  language: 'en' | 'de'
  /** True when one of the two texts must be wrong. */
  real: boolean
  kind: string
  texts: [PlantedText, PlantedText]
}

export const plantedPairs = (): PlantedPair[] =>
  JSON.parse(readFileSync(new URL('planted-pairs.json', import.meta.url), 'utf8'))

export function differenceOf({ language, texts }: PlantedPair): Difference | null {
  const [one, other] = texts.map(({ where, title, body }) =>
    claimingText({ kind: where === 'faq' ? 'faq' : 'passage', question: title, alternatives: [], body }),
  )
  return contradictionBetween(one!, other!, readerForLanguage(language))
}
