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
const NUMBER_PATTERN = /\d+(?:[.,]\d+)*/gu
const WORD_PATTERN = /\p{L}+/gu
const LIST_NUMBER = /^\s*(?:\d{1,2}[.)]|[-*•])\s/u
const PERIOD_NAMES =
  'second|minute|hour|day|night|week|month|year|person|user|seat|sekunde|minute|stunde|tag|nacht|woche|monat|jahr'
const RATE_PATTERN = new RegExp(
  String.raw`(?:\b(?:per|an?|pro|each|every|je|jede[nmrs]?)\s+|/\s*)(${PERIOD_NAMES})\b`,
  'giu',
)
const SINGLE_PERIOD = new RegExp(
  String.raw`\b(within|in|after|for|of|than|to|about|least|innerhalb|nach|binnen)\s+(?:an?|eine[rnms]?)\s+(?=(?:${PERIOD_NAMES})\b)`,
  'giu',
)

/** Returns the text without marks, with "within an hour" as "within 1 hour" and "p.m." as "pm". */
export const withoutFormatting = (markedText: string): string =>
  markedText
    .replace(LIST_NUMBER, '')
    .replace(/[*`_]/gu, '')
    .replace(/\b(\p{L})\.\s?(\p{L})\.(?=\s|$|[,;:)])/gu, '$1$2')
    .replace(SINGLE_PERIOD, '$1 1 ')

const parseDigits = (writtenNumber: string): number =>
  Number(writtenNumber.replace(/[.,](?=\d{3}\b)/gu, '').replace(',', '.'))

/** Every number of a text, in figures or in the words of its language; hours of the clock both ways. */
export function numbersIn(statedText: string, language: string): Set<number> {
  const unmarkedText = withoutFormatting(statedText)
  const numbers = new Set((unmarkedText.match(NUMBER_PATTERN) ?? []).map(parseDigits))
  for (const word of unmarkedText.toLowerCase().match(WORD_PATTERN) ?? []) {
    const wordIndex = NUMBER_WORDS[language]?.indexOf(word) ?? -1
    if (wordIndex >= 0) numbers.add(wordIndex + 2)
  }
  for (const { kind, value } of claimedValues(unmarkedText)) {
    if (kind !== 'time') continue
    const hour = Math.floor(Number(value) / 60)
    numbers.add(hour).add(hour % 12 || 12)
  }
  return numbers
}

/** True when every number of a claim is among the evidence's, or says the same in another unit. */
export function hasNumbersOf(claim: string, evidence: string, languages: { claim: string; evidence: string }): boolean {
  const evidenceValues = findValues(evidence)
  let remainingClaim = withoutFormatting(claim)
  for (const claimedValue of claimedValues(remainingClaim).toReversed())
    if (hasUnit(claimedValue) && evidenceValues.some((evidenceValue) => isSameValue(claimedValue, evidenceValue)))
      remainingClaim = `${remainingClaim.slice(0, claimedValue.start)}…${remainingClaim.slice(claimedValue.end)}`
  const evidenceNumbers = numbersIn(evidence, languages.evidence)
  return [...numbersIn(remainingClaim, languages.claim)].every((claimedNumber) => evidenceNumbers.has(claimedNumber))
}

/** Values with a unit, a noun that they count, or a date or time. */
export const findValues = (statedText: string): ClaimedValue[] => claimedValues(withoutFormatting(statedText))

const baseKind = ({ kind }: ClaimedValue): string => kind.replace(/:business$/u, '')

export const isSameKind = (leftValue: ClaimedValue, rightValue: ClaimedValue): boolean =>
  baseKind(leftValue) === baseKind(rightValue)
export const isSameValue = (leftValue: ClaimedValue, rightValue: ClaimedValue): boolean =>
  isSameKind(leftValue, rightValue) &&
  sameValue({ ...leftValue, kind: baseKind(leftValue) }, { ...rightValue, kind: baseKind(rightValue) })
/** False for a bare number and for counted things, which can be called differently. */
export const hasUnit = ({ kind }: ClaimedValue): boolean => kind !== 'number' && !kind.startsWith('count:')

/** Periods to which values refer: "per month". */
export const findRates = (statedText: string): Set<string> =>
  new Set([...withoutFormatting(statedText).matchAll(RATE_PATTERN)].map(([, period = '']) => period.toLowerCase()))

const LINK_PATTERN =
  /\bhttps?:\/\/[^\s)\]>"']+|\b[\w.+-]+@[\w-]+\.[\w.]+|\b(?:www\.)?[a-z0-9-]+\.(?:com|org|net|io|dev|app|co|ai|info|biz)\b/giu

/** Links and addresses, without the punctuation after them. */
export const findLinks = (statedText: string): string[] =>
  (statedText.match(LINK_PATTERN) ?? []).map((foundLink) => foundLink.toLowerCase().replace(/[.,;:!?]+$/u, ''))

export const withoutLinks = (statedText: string): string => statedText.replace(LINK_PATTERN, ' ')

const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{Lu}\d]+|\p{L}+\p{Ll}\p{Lu}\p{L}*|\p{Lu}+-?\d+)(?![\p{L}\p{N}])/gu
const CAPITALIZED = /(?<=(?:[\p{L}\p{N},)]|\b(?:Mr|Ms|Mrs|Dr)\.)["”’*]*\s+["“'*(]*|[>→/]\s*\**)\p{Lu}[\p{L}\p{N}]+/gu

/**
 * Names of things: acronyms and, except where every noun is capitalized, capitalized words inside a sentence.
 */
export function findNames(statedText: string, language: string): Set<string> {
  const acronyms = statedText.replace(LIST_NUMBER, '').match(ACRONYM) ?? []
  const capitalized = language === 'de' ? [] : (statedText.replace(LIST_NUMBER, '').match(CAPITALIZED) ?? [])
  return new Set([...acronyms, ...capitalized].map((foundName) => foundName.toLowerCase()))
}

const wordPattern = (alternatives: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`, 'iu')
const UNIVERSAL_WORDS = wordPattern(
  'always|all|every|each|any|both|whole|entire|guaranteed|anytime|immediately|instantly|worldwide|immer|alle[rnms]?|jede[rnms]?|sämtliche\\p{L}*|stets|garantiert|jederzeit|sofort|weltweit',
)
const OBLIGATION_WORDS = wordPattern(
  'must|required|mandatory|(?:need|needs|have|has) to|necessary|muss|müssen|erforderlich|nötig|notwendig|verpflichtend',
)
const EXCLUSIVE_WORDS = wordPattern('only|solely|exclusively|once|nur|ausschließlich|lediglich')
const HEDGING_WORDS = wordPattern(
  'may|might|can|could|should|usually|normally|generally|often|sometimes|some|most|up to|recommended|optional|possible|if|unless|except|only|kann|können|darf|dürfen|sollte\\p{L}*|meist\\p{L}*|in der Regel|normalerweise|oft|manchmal|manche|einige|empfohlen|möglich|wenn|falls|außer|nur',
)

/** Compares the strength of a claim with that of a text: `stronger` claims what the text restricts; `unclear` may do so. */
export function strengthOf(claim: string, evidence: string): 'same' | 'unclear' | 'stronger' {
  for (const strongWords of [UNIVERSAL_WORDS, OBLIGATION_WORDS, EXCLUSIVE_WORDS]) {
    if (!strongWords.test(claim) || strongWords.test(evidence)) continue
    return strongWords !== EXCLUSIVE_WORDS && HEDGING_WORDS.test(evidence) ? 'stronger' : 'unclear'
  }
  return 'same'
}
