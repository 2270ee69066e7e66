import { platformsNamed } from '../../../kernel/platform-names.ts'

/** True when a question names a platform that a text does not. */
export const hasUnmetPlatform = (question: string, sectionText: string): boolean =>
  !platformsNamed(question).isSubsetOf(platformsNamed(sectionText))

/** Services of other companies, outside of addresses: an answer about one of them is none about another. */
const SERVICE_NAMES =
  /(?<![.\p{L}\p{N}])(paypal|klarna|venmo|stripe|apple ?pay|google ?pay|bitcoin|whats ?app|telegram|discord|slack|skype|zoom|(?:microsoft|ms) teams|facebook|instagram|tik ?tok|linked ?in|youtube|twitter|gmail|outlook|drop ?box|google drive|one ?drive|i ?cloud|spotify|audible|netflix|shopify|woo ?commerce|word ?press|squarespace|wix|zapier|notion|jira|trello|salesforce|hub ?spot|zendesk|quick ?books|datev)(?![\p{L}\p{N}]|\.\p{L})/giu
const FORMAT_NAMES = /\b(pdf|csv|xlsx?|excel|docx|json|xml|epub|mp3|mp4|png|svg|opml|ics)\b/giu
/** A language that something is to be in; the English name, and how German begins the word. */
const LANGUAGE_NAMES: readonly (readonly [name: string, start: string])[] = [
  ['english', 'englisch'],
  ['german', 'deutsch'],
  ['french', 'französisch'],
  ['spanish', 'spanisch'],
  ['italian', 'italienisch'],
  ['dutch', 'niederländisch'],
  ['portuguese', 'portugiesisch'],
  ['polish', 'polnisch'],
  ['russian', 'russisch'],
  ['turkish', 'türkisch'],
  ['arabic', 'arabisch'],
  ['chinese', 'chinesisch'],
  ['japanese', 'japanisch'],
  ['korean', 'koreanisch'],
  ['swedish', 'schwedisch'],
  ['danish', 'dänisch'],
  ['czech', 'tschechisch'],
  ['greek', 'griechisch'],
]
/** A period by which something is paid or done, and the words that show that a text is about it. */
const PERIOD_PATTERNS: readonly (readonly [asked: RegExp, met: RegExp])[] = [
  [/\b(yearly|annual(ly)?|jährlich\w*|jahres\w+)\b/iu, /\b(year|annual|jahr|jähr|12 months|zwölf monate)/iu],
  [/\b(quarterly|vierteljähr\w*|quartals\w+)\b/iu, /\b(quarter|vierteljähr|quartal|three months|drei monate)/iu],
  [/\b(monthly|monatlich\w*|monats\w+)\b/iu, /\b(month|monat)/iu],
  [/\b(weekly|wöchentlich\w*)\b/iu, /\b(week|wöchent|woche|7 days|sieben tage)/iu],
  [/\b(lifetime|lebenslang\w*)\b/iu, /\b(lifetime|lebenslang|forever|für immer|one-time|einmalig)/iu],
]

const joinWords = (spacedName: string): string => spacedName.toLowerCase().replace(/\s+/gu, '')
const findNames = (searchedText: string, namePattern: RegExp): Set<string> =>
  new Set([...searchedText.matchAll(namePattern)].map(([name]) => joinWords(name)))
const lacksName = (question: string, sectionText: string, namePattern: RegExp): boolean => {
  const availableNames = findNames(sectionText, namePattern)
  return [...findNames(question, namePattern)].some((name) => !availableNames.has(name))
}

const lacksLanguage = (question: string, sectionText: string): boolean =>
  LANGUAGE_NAMES.some(
    ([name, start]) =>
      new RegExp(`\\b(in|into|to|auf|ins)\\s+(${name}|${start})\\b`, 'iu').test(question) &&
      !new RegExp(`\\b(${name}\\b|${start})`, 'iu').test(sectionText),
  )

/**
 * True when a question names a service, a file format, a language or a period that a text does not: "in Polish" is not
 * answered by a text about French. English and German.
 */
export const hasUnmetConstraint = (question: string, sectionText: string): boolean =>
  lacksName(question, sectionText, SERVICE_NAMES) ||
  lacksName(question, sectionText, FORMAT_NAMES) ||
  lacksLanguage(question, sectionText) ||
  PERIOD_PATTERNS.some(([asked, met]) => asked.test(question) && !met.test(sectionText))
