import { platformsNamed } from '../../../kernel/platform-names.ts'

/** True when a question names a platform that a text does not. */
export const hasUnmetPlatform = (question: string, text: string): boolean =>
  !platformsNamed(question).isSubsetOf(platformsNamed(text))

/** Services of other companies, outside of addresses: an answer about one of them is none about another. */
const SERVICES =
  /(?<![.\p{L}\p{N}])(paypal|klarna|venmo|stripe|apple ?pay|google ?pay|bitcoin|whats ?app|telegram|discord|slack|skype|zoom|(?:microsoft|ms) teams|facebook|instagram|tik ?tok|linked ?in|youtube|twitter|gmail|outlook|drop ?box|google drive|one ?drive|i ?cloud|spotify|audible|netflix|shopify|woo ?commerce|word ?press|squarespace|wix|zapier|notion|jira|trello|salesforce|hub ?spot|zendesk|quick ?books|datev)(?![\p{L}\p{N}]|\.\p{L})/giu
const FORMATS = /\b(pdf|csv|xlsx?|excel|docx|json|xml|epub|mp3|mp4|png|svg|opml|ics)\b/giu
/** A language that something is to be in; the English name, and how German begins the word. */
const LANGUAGES: readonly (readonly [name: string, start: string])[] = [
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
const PERIODS: readonly (readonly [asked: RegExp, met: RegExp])[] = [
  [/\b(yearly|annual(ly)?|jährlich\w*|jahres\w+)\b/iu, /\b(year|annual|jahr|jähr|12 months|zwölf monate)/iu],
  [/\b(quarterly|vierteljähr\w*|quartals\w+)\b/iu, /\b(quarter|vierteljähr|quartal|three months|drei monate)/iu],
  [/\b(monthly|monatlich\w*|monats\w+)\b/iu, /\b(month|monat)/iu],
  [/\b(weekly|wöchentlich\w*)\b/iu, /\b(week|wöchent|woche|7 days|sieben tage)/iu],
  [/\b(lifetime|lebenslang\w*)\b/iu, /\b(lifetime|lebenslang|forever|für immer|one-time|einmalig)/iu],
]

const joined = (text: string): string => text.toLowerCase().replace(/\s+/gu, '')
const namedIn = (text: string, names: RegExp): Set<string> =>
  new Set([...text.matchAll(names)].map(([name]) => joined(name)))
const lacksName = (question: string, text: string, names: RegExp): boolean => {
  const has = namedIn(text, names)
  return [...namedIn(question, names)].some((name) => !has.has(name))
}

const lacksLanguage = (question: string, text: string): boolean =>
  LANGUAGES.some(
    ([name, start]) =>
      new RegExp(`\\b(in|into|to|auf|ins)\\s+(${name}|${start})\\b`, 'iu').test(question) &&
      !new RegExp(`\\b(${name}\\b|${start})`, 'iu').test(text),
  )

/**
 * True when a question names a service, a file format, a language or a period that a text does not: "in Polish" is not
 * answered by a text about French. English and German.
 */
export const hasUnmetConstraint = (question: string, text: string): boolean =>
  lacksName(question, text, SERVICES) ||
  lacksName(question, text, FORMATS) ||
  lacksLanguage(question, text) ||
  PERIODS.some(([asked, met]) => asked.test(question) && !met.test(text))
