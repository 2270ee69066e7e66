/** A figure, a date or an address that a sentence states. */
export interface ClaimedValue {
  /** Values of one kind can be compared: `duration`, `money:eur`, `count:user`, `email`. */
  kind: string
  /** Equal for what says the same: «14 days» and «two weeks». */
  value: string | number
  start: number
  end: number
}

const NUMBER_WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  ninety: 90,
  eine: 1,
  einen: 1,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwölf: 12,
  vierzehn: 14,
  zwanzig: 20,
  dreißig: 30,
}
const HOUR_IN_HOURS = 1
const DAY_IN_HOURS = 24
const UNIT_PATTERNS: readonly [RegExp, string, number][] = [
  [/^(?:minutes?|mins?|minuten?)$/iu, 'duration', HOUR_IN_HOURS / 60],
  [/^(?:hours?|hrs?|stunden?|heures?|horas?)$/iu, 'duration', HOUR_IN_HOURS],
  [/^(?:days?|tage?n?|jours?|d[ií]as?)$/iu, 'duration', DAY_IN_HOURS],
  [/^(?:weeks?|wochen?|semaines?|semanas?)$/iu, 'duration', 7 * DAY_IN_HOURS],
  [/^(?:months?|monate?n?|mois|mes(?:es)?)$/iu, 'duration', 30.4 * DAY_IN_HOURS],
  [/^(?:years?|jahre?n?|ans?|années?|años?)$/iu, 'duration', 365 * DAY_IN_HOURS],
  [/^(?:€|eur|euros?)$/iu, 'money:eur', 1],
  [/^(?:\$|usd|dollars?)$/iu, 'money:usd', 1],
  [/^(?:£|gbp|pounds?)$/iu, 'money:gbp', 1],
  [/^(?:chf|franken)$/iu, 'money:chf', 1],
  [/^(?:%|percent|prozent)$/iu, 'percent', 1],
  [/^(?:kb)$/iu, 'size', 1 / 1024],
  [/^(?:mb|megabytes?)$/iu, 'size', 1],
  [/^(?:gb|gigabytes?)$/iu, 'size', 1024],
  [/^(?:tb|terabytes?)$/iu, 'size', 1024 * 1024],
  [/^(?:ml|milliliters?|millilitres?)$/iu, 'volume', 1],
  [/^(?:l|lit(?:er|re)s?)$/iu, 'volume', 1000],
  [/^(?:g|grams?|gramm)$/iu, 'weight', 1],
  [/^(?:kg|kilos?|kilograms?|kilogramm)$/iu, 'weight', 1000],
  [/^(?:mm)$/iu, 'length', 1],
  [/^(?:cm)$/iu, 'length', 10],
  [/^(?:m|meters?|metres?|meter)$/iu, 'length', 1000],
  [/^(?:km|kilometers?|kilometres?|kilometer)$/iu, 'length', 1_000_000],
]
const ENGLISH_MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const GERMAN_MONTHS = 'januar februar märz april mai juni juli august september oktober november dezember'.split(' ')

const EMAIL_PATTERN = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu
const LINK_PATTERN = /\bhttps?:\/\/[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/giu
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/gu
const DOTTED_DATE = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/gu
const MONTH_PATTERN = [...ENGLISH_MONTHS, ...GERMAN_MONTHS].join('|')
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(${MONTH_PATTERN})(?:,?\\s+(\\d{4}))?`,
  'giu',
)
const MONTH_DAY = new RegExp(`\\b(${MONTH_PATTERN})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?(?!\\d)`, 'giu')
const CLOCK_PATTERN = /\b(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr)(?![\p{L}])|\b(\d{1,2}):(\d{2})\b/giu
const PHONE_PATTERN = /(?<![\w.])(?:\+|00|\(?0)[\d()][\d\s()/-]{5,}\d/gu
const NUMBER_PATTERN = `(?:\\d{1,3}(?:[.,]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d+)?|${Object.keys(NUMBER_WORDS).join('|')})`
const CURRENCY_BEFORE_NUMBER = new RegExp(`([€$£])\\s?(${NUMBER_PATTERN})`, 'giu')
const WITH_UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(${NUMBER_PATTERN})(?:\\s?(?:-|–|to|bis|or|oder)\\s?(${NUMBER_PATTERN}))?[\\s-]?((?:business|working|werk|arbeits)[\\s-]?)?([€$£%]|\\p{L}+)?`,
  'giu',
)

function parseNumber(numberText: string): number {
  const wordValue = NUMBER_WORDS[numberText.toLowerCase()]
  if (wordValue !== undefined) return wordValue
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(numberText)
  return Number(
    isGrouped ? numberText.replace(/[.,]/gu, '') : numberText.replace(/[.,](?=.*[.,])/gu, '').replace(',', '.'),
  )
}

const twoDigits = (dateNumber: string | number) => String(dateNumber).padStart(2, '0')
const monthNumberOf = (monthName: string) =>
  ENGLISH_MONTHS.indexOf(monthName.toLowerCase()) + 1 || GERMAN_MONTHS.indexOf(monthName.toLowerCase()) + 1
const dateValueOf = (yearText: string | undefined, monthNumber: number, dayText: string) =>
  `${yearText ?? '*'}-${twoDigits(monthNumber)}-${twoDigits(dayText)}`

/** Within this share two measures say the same: a month is 30 days, or 31. */
const TOLERANCE = 0.035

/** Returns true when two values of one kind are equal. A date without a year matches any year. */
export function sameValue(leftValue: ClaimedValue, rightValue: ClaimedValue): boolean {
  if (typeof leftValue.value === 'number' && typeof rightValue.value === 'number')
    return leftValue.kind === 'duration'
      ? Math.abs(leftValue.value - rightValue.value) <= TOLERANCE * Math.max(leftValue.value, rightValue.value)
      : leftValue.value === rightValue.value
  if (leftValue.kind === 'date') {
    const [one, other] = [String(leftValue.value), String(rightValue.value)]
    return one === other || ((one.startsWith('*') || other.startsWith('*')) && one.slice(-5) === other.slice(-5))
  }
  return leftValue.value === rightValue.value
}

/** Everything that a sentence states in figures, dates and addresses, in order and without overlap. */
export function claimedValues(sentence: string): ClaimedValue[] {
  const claimedValues: ClaimedValue[] = []
  const addMatches = (
    valuePattern: RegExp,
    readMatch: (match: RegExpMatchArray) => { kind: string; value: string | number } | null,
  ) => {
    for (const match of sentence.matchAll(valuePattern)) {
      const matchStart = match.index
      const matchEnd = matchStart + match[0].trimEnd().length
      if (claimedValues.some((otherValue) => matchStart < otherValue.end && otherValue.start < matchEnd)) continue
      const readValue = readMatch(match)
      if (readValue) claimedValues.push({ ...readValue, start: matchStart, end: matchEnd })
    }
  }
  addMatches(EMAIL_PATTERN, ([text]) => ({ kind: 'email', value: text.toLowerCase() }))
  addMatches(LINK_PATTERN, ([text]) => ({
    kind: 'link',
    value: text
      .toLowerCase()
      .replace(/^https?:\/\//u, '')
      .replace(/^www\./u, '')
      .replace(/[/.,;:!?]+$/u, ''),
  }))
  addMatches(ISO_DATE, ([, year, month, day]) => ({ kind: 'date', value: dateValueOf(year, Number(month), day ?? '') }))
  addMatches(DOTTED_DATE, ([, day, month, year]) => ({
    kind: 'date',
    value: dateValueOf(year, Number(month), day ?? ''),
  }))
  addMatches(DAY_MONTH, ([, day, month, year]) => ({
    kind: 'date',
    value: dateValueOf(year, monthNumberOf(month ?? ''), day ?? ''),
  }))
  addMatches(MONTH_DAY, ([, month, day, year]) => ({
    kind: 'date',
    value: dateValueOf(year, monthNumberOf(month ?? ''), day ?? ''),
  }))
  addMatches(PHONE_PATTERN, ([text]) => {
    const phoneDigits = text.replace(/\D/gu, '')
    return phoneDigits.length < 7 ? null : { kind: 'phone', value: phoneDigits.replace(/^0+/u, '').slice(-9) }
  })
  addMatches(CLOCK_PATTERN, ([, hour, minute, half, otherHour, otherMinute]) => {
    const afternoonHours = /^p/iu.test(half ?? '') && Number(hour) < 12 ? 12 : 0
    return {
      kind: 'time',
      value: (Number(hour ?? otherHour) + afternoonHours) * 60 + Number(minute ?? otherMinute ?? 0),
    }
  })
  addMatches(CURRENCY_BEFORE_NUMBER, ([, sign, number]) => ({
    kind: knownUnitOf(sign ?? '')?.[1] ?? 'money',
    value: parseNumber(number ?? ''),
  }))
  addMatches(WITH_UNIT, ([, from, to, business, unit]) => {
    const knownUnit = knownUnitOf(unit ?? '')
    const firstNumber = parseNumber(from ?? '')
    if (knownUnit) {
      const [, kind, factor] = knownUnit
      const claimKind = business ? `${kind}:business` : kind
      return to
        ? { kind: claimKind, value: `${firstNumber * factor}-${parseNumber(to) * factor}` }
        : { kind: claimKind, value: firstNumber * factor }
    }
    // A year, a version, a step: what it counts is not said.
    const isNumberWord = NUMBER_WORDS[(from ?? '').toLowerCase()] !== undefined
    if (isNumberWord) return null
    const countsNoun = unit && unit.length > 2 && !(firstNumber >= 1900 && firstNumber <= 2100)
    return countsNoun
      ? { kind: `count:${nounStemOf(unit)}`, value: to ? `${firstNumber}-${parseNumber(to)}` : firstNumber }
      : { kind: 'number', value: firstNumber }
  })
  return claimedValues.sort((leftValue, rightValue) => leftValue.start - rightValue.start)
}

const knownUnitOf = (unitText: string) => UNIT_PATTERNS.find(([pattern]) => pattern.test(unitText))

/** Singular and plural count the same. */
const nounStemOf = (noun: string) => noun.toLowerCase().replace(/(?:ies|es|s|en|n|e)$/u, '')
