import type { Plural } from '../contract.ts'
import { fillPlaceholders } from './fill.ts'

/** A number in words of a language. */
export const pluralizeCount = (pluralTexts: Plural, itemCount: number, languageTag: string): string =>
  fillPlaceholders(pluralTexts[new Intl.PluralRules(languageTag).select(itemCount)] ?? pluralTexts.other, {
    n: itemCount,
  })
