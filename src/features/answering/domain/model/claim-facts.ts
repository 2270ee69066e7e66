import { type ClaimedValue, claimedValues, sameValue } from '../../../../kernel/claimed-values.ts'

/** From two on: the words for one are articles, too. */
const NUMBER_WORDS: Record<string, string[]> = {
  en: 'two three four five six seven eight nine ten eleven twelve'.split(' '),
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
  pt: 'dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
}
const NUMBER = /\d+(?:[.,]\d+)*/gu
const WORD = /\p{L}+/gu
const LIST_NUMBER = /^\s*(?:\d{1,2}[.)]|[-*•])\s/u
const PERIOD =
  'second|minute|hour|day|night|week|month|year|person|user|seat|sekunde|minute|stunde|tag|nacht|woche|monat|jahr'
const RATE = new RegExp(String.raw`(?:\b(?:per|an?|pro|each|every|je|jede[nmrs]?)\s+|/\s*)(${PERIOD})\b`, 'giu')
const ONE_PERIOD = new RegExp(
  String.raw`\b(within|in|after|for|of|than|to|about|least|innerhalb|nach|binnen)\s+(?:an?|eine[rnms]?)\s+(?=(?:${PERIOD})\b)`,
  'giu',
)

/** Returns the text without marks, with "within an hour" as "within 1 hour" and "p.m." as "pm". */
export const withoutFormatting = (text: string): string =>
  text
    .replace(LIST_NUMBER, '')
    .replace(/[*`_]/gu, '')
    .replace(/\b(\p{L})\.\s?(\p{L})\.(?=\s|$|[,;:)])/gu, '$1$2')
    .replace(ONE_PERIOD, '$1 1 ')

const digits = (text: string): number => Number(text.replace(/[.,](?=\d{3}\b)/gu, '').replace(',', '.'))

/** Every number of a text, in figures or in the words of its language; hours of the clock both ways. */
export function numbersIn(text: string, language: string): Set<number> {
  const unmarked = withoutFormatting(text)
  const numbers = new Set((unmarked.match(NUMBER) ?? []).map(digits))
  for (const word of unmarked.toLowerCase().match(WORD) ?? []) {
    const at = NUMBER_WORDS[language]?.indexOf(word) ?? -1
    if (at >= 0) numbers.add(at + 2)
  }
  for (const { kind, value } of claimedValues(unmarked)) {
    if (kind !== 'time') continue
    const hour = Math.floor(Number(value) / 60)
    numbers.add(hour).add(hour % 12 || 12)
  }
  return numbers
}

/** True when every number of a claim is among the evidence's, or says the same in another unit. */
export function hasNumbersOf(claim: string, evidence: string, languages: { claim: string; evidence: string }): boolean {
  const values = valuesIn(evidence)
  let rest = withoutFormatting(claim)
  for (const value of claimedValues(rest).toReversed())
    if (hasUnit(value) && values.some((other) => isSame(value, other)))
      rest = `${rest.slice(0, value.start)}…${rest.slice(value.end)}`
  const numbers = numbersIn(evidence, languages.evidence)
  return [...numbersIn(rest, languages.claim)].every((number) => numbers.has(number))
}

/** Values with a unit, a noun that they count, or a date or time. */
export const valuesIn = (text: string): ClaimedValue[] => claimedValues(withoutFormatting(text))

const baseKind = ({ kind }: ClaimedValue): string => kind.replace(/:business$/u, '')

export const isSameKind = (left: ClaimedValue, right: ClaimedValue): boolean => baseKind(left) === baseKind(right)
export const isSame = (left: ClaimedValue, right: ClaimedValue): boolean =>
  isSameKind(left, right) && sameValue({ ...left, kind: baseKind(left) }, { ...right, kind: baseKind(right) })
/** False for a bare number and for counted things, which can be called differently. */
export const hasUnit = ({ kind }: ClaimedValue): boolean => kind !== 'number' && !kind.startsWith('count:')

/** Periods to which values refer: "per month". */
export const ratesIn = (text: string): Set<string> =>
  new Set([...withoutFormatting(text).matchAll(RATE)].map(([, period = '']) => period.toLowerCase()))

const LINK =
  /\bhttps?:\/\/[^\s)\]>"']+|\b[\w.+-]+@[\w-]+\.[\w.]+|\b(?:www\.)?[a-z0-9-]+\.(?:com|org|net|io|dev|app|co|ai|info|biz)\b/giu

/** Links and addresses, without the punctuation after them. */
export const linksIn = (text: string): string[] =>
  (text.match(LINK) ?? []).map((link) => link.toLowerCase().replace(/[.,;:!?]+$/u, ''))

export const withoutLinks = (text: string): string => text.replace(LINK, ' ')

const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{Lu}\d]+|\p{L}+\p{Ll}\p{Lu}\p{L}*|\p{Lu}+-?\d+)(?![\p{L}\p{N}])/gu
const CAPITALIZED = /(?<=(?:[\p{L}\p{N},)]|\b(?:Mr|Ms|Mrs|Dr)\.)["”’*]*\s+["“'*(]*|[>→/]\s*\**)\p{Lu}[\p{L}\p{N}]+/gu

/**
 * Names of things: acronyms and, except where every noun is capitalized, capitalized words inside a sentence.
 */
export function namesIn(text: string, language: string): Set<string> {
  const found = text.replace(LIST_NUMBER, '').match(ACRONYM) ?? []
  const capitalized = language === 'de' ? [] : (text.replace(LIST_NUMBER, '').match(CAPITALIZED) ?? [])
  return new Set([...found, ...capitalized].map((name) => name.toLowerCase()))
}

const list = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu')
const UNIVERSAL = list(
  'always|all|every|each|any|both|whole|entire|guaranteed|anytime|immediately|instantly|worldwide|immer|alle[rnms]?|jede[rnms]?|sämtliche\\p{L}*|stets|garantiert|jederzeit|sofort|weltweit',
)
const OBLIGATION = list(
  'must|required|mandatory|(?:need|needs|have|has) to|necessary|muss|müssen|erforderlich|nötig|notwendig|verpflichtend',
)
const EXCLUSIVE = list('only|solely|exclusively|once|nur|ausschließlich|lediglich')
const HEDGE = list(
  'may|might|can|could|should|usually|normally|generally|often|sometimes|some|most|up to|recommended|optional|possible|if|unless|except|only|kann|können|darf|dürfen|sollte\\p{L}*|meist\\p{L}*|in der Regel|normalerweise|oft|manchmal|manche|einige|empfohlen|möglich|wenn|falls|außer|nur',
)

/** Compares the strength of a claim with that of a text: `stronger` claims what the text restricts; `unclear` may do so. */
export function strengthOf(claim: string, evidence: string): 'same' | 'unclear' | 'stronger' {
  for (const strong of [UNIVERSAL, OBLIGATION, EXCLUSIVE]) {
    if (!strong.test(claim) || strong.test(evidence)) continue
    return strong !== EXCLUSIVE && HEDGE.test(evidence) ? 'stronger' : 'unclear'
  }
  return 'same'
}
