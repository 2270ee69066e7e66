import type { Plural } from '../contract.ts'
import { fill } from './fill.ts'

/** A number in words of a language. */
export const counted = (texts: Plural, n: number, lang: string): string =>
  fill(texts[new Intl.PluralRules(lang).select(n)] ?? texts.other, { n })
