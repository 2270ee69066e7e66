import { INTERNAL_SOURCE } from '../../answering/contract.ts'
import { NOT_FOUND_ANSWER, STOCK_REPLIES, SUGGESTED_ANSWER } from '../../faqs/contract.ts'
import type { HelpTexts, VisitorTexts } from '../contract.ts'
import { fill } from './fill.ts'
import type { LanguageTexts } from './language-texts.ts'
import type { Language } from './languages.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { ja } from './texts/ja.ts'
import { nl } from './texts/nl.ts'
import { pl } from './texts/pl.ts'
import { pt } from './texts/pt.ts'
import { tr } from './texts/tr.ts'
import { zh } from './texts/zh.ts'

const ALL: Record<Language, LanguageTexts> = { en, ar, de, es, fr, it, ja, nl, pl, pt, tr, zh }

/** The page's words in a language, for the workspace of this name. */
export function textsOf(language: Language, name: string): VisitorTexts {
  const { help, ...page } = ALL[language]
  const { notFound, suggested, unavailableAi, unavailable } = STOCK_REPLIES[language]
  const starters = help.starters.map((starter) => fill(starter, { name }))
  const storedAnswers: HelpTexts['storedAnswers'] = {}
  if (notFound !== NOT_FOUND_ANSWER) storedAnswers[NOT_FOUND_ANSWER] = notFound
  if (suggested !== SUGGESTED_ANSWER) storedAnswers[SUGGESTED_ANSWER] = suggested
  if (page.internalSource !== INTERNAL_SOURCE) storedAnswers[INTERNAL_SOURCE] = page.internalSource
  return { ...page, help: { ...help, unavailableAi, unavailable, starters, storedAnswers } }
}
