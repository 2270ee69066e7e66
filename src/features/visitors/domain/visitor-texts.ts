import { INTERNAL_SOURCE } from '../../answering/contract.ts'
import { NOT_FOUND_ANSWER, STOCK_REPLIES, SUGGESTED_ANSWER } from '../../faqs/contract.ts'
import type { HelpTexts, VisitorTexts } from '../contract.ts'
import { fillPlaceholders } from './fill.ts'
import type { LanguageTexts } from './language-texts.ts'
import type { Language } from './languages.ts'
import { arabicTexts } from './texts/ar.ts'
import { germanTexts } from './texts/de.ts'
import { englishTexts } from './texts/en.ts'
import { spanishTexts } from './texts/es.ts'
import { frenchTexts } from './texts/fr.ts'
import { italianTexts } from './texts/it.ts'
import { japaneseTexts } from './texts/ja.ts'
import { dutchTexts } from './texts/nl.ts'
import { polishTexts } from './texts/pl.ts'
import { portugueseTexts } from './texts/pt.ts'
import { turkishTexts } from './texts/tr.ts'
import { chineseTexts } from './texts/zh.ts'

const TEXTS_BY_LANGUAGE: Record<Language, LanguageTexts> = {
  en: englishTexts,
  ar: arabicTexts,
  de: germanTexts,
  es: spanishTexts,
  fr: frenchTexts,
  it: italianTexts,
  ja: japaneseTexts,
  nl: dutchTexts,
  pl: polishTexts,
  pt: portugueseTexts,
  tr: turkishTexts,
  zh: chineseTexts,
}

/** The page's words in a language, for the workspace of this name. */
export function visitorTextsIn(language: Language, workspaceName: string): VisitorTexts {
  const { help, ...page } = TEXTS_BY_LANGUAGE[language]
  const { notFound, suggested, unavailableAi, unavailable } = STOCK_REPLIES[language]
  const starterQuestions = help.starters.map((starterTemplate) =>
    fillPlaceholders(starterTemplate, { name: workspaceName }),
  )
  const storedAnswers: HelpTexts['storedAnswers'] = {}
  if (notFound !== NOT_FOUND_ANSWER) storedAnswers[NOT_FOUND_ANSWER] = notFound
  if (suggested !== SUGGESTED_ANSWER) storedAnswers[SUGGESTED_ANSWER] = suggested
  if (page.internalSource !== INTERNAL_SOURCE) storedAnswers[INTERNAL_SOURCE] = page.internalSource
  return { ...page, help: { ...help, unavailableAi, unavailable, starters: starterQuestions, storedAnswers } }
}
