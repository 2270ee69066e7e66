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
const HOUR = 1
const DAY = 24
const UNITS: readonly [RegExp, string, number][] = [
  [/^(?:minutes?|mins?|minuten?)$/iu, 'duration', HOUR / 60],
  [/^(?:hours?|hrs?|stunden?|heures?|horas?)$/iu, 'duration', HOUR],
  [/^(?:days?|tage?n?|jours?|d[ií]as?)$/iu, 'duration', DAY],
  [/^(?:weeks?|wochen?|semaines?|semanas?)$/iu, 'duration', 7 * DAY],
  [/^(?:months?|monate?n?|mois|mes(?:es)?)$/iu, 'duration', 30.4 * DAY],
  [/^(?:years?|jahre?n?|ans?|années?|años?)$/iu, 'duration', 365 * DAY],
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
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const MONATE = 'januar februar märz april mai juni juli august september oktober november dezember'.split(' ')

const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu
const LINK = /\bhttps?:\/\/[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/giu
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/gu
const DOTTED_DATE = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/gu
const MONTH = [...MONTHS, ...MONATE].join('|')
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(${MONTH})(?:,?\\s+(\\d{4}))?`, 'giu')
const MONTH_DAY = new RegExp(`\\b(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?(?!\\d)`, 'giu')
const CLOCK = /\b(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr)(?![\p{L}])|\b(\d{1,2}):(\d{2})\b/giu
const PHONE = /(?<![\w.])(?:\+|00|\(?0)[\d()][\d\s()/-]{5,}\d/gu
const NUMBER = `(?:\\d{1,3}(?:[.,]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d+)?|${Object.keys(NUMBER_WORDS).join('|')})`
const BEFORE = new RegExp(`([€$£])\\s?(${NUMBER})`, 'giu')
const WITH_UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(${NUMBER})(?:\\s?(?:-|–|to|bis|or|oder)\\s?(${NUMBER}))?[\\s-]?((?:business|working|werk|arbeits)[\\s-]?)?([€$£%]|\\p{L}+)?`,
  'giu',
)

function numberOf(text: string): number {
  const word = NUMBER_WORDS[text.toLowerCase()]
  if (word !== undefined) return word
  const whole = /^\d{1,3}(?:[.,]\d{3})+$/u.test(text)
  return Number(whole ? text.replace(/[.,]/gu, '') : text.replace(/[.,](?=.*[.,])/gu, '').replace(',', '.'))
}

const pad = (n: string | number) => String(n).padStart(2, '0')
const monthOf = (name: string) => MONTHS.indexOf(name.toLowerCase()) + 1 || MONATE.indexOf(name.toLowerCase()) + 1
const dateOf = (year: string | undefined, month: number, day: string) => `${year ?? '*'}-${pad(month)}-${pad(day)}`

/** Within this share two measures say the same: a month is 30 days, or 31. */
const TOLERANCE = 0.035

/** Returns true when two values of one kind are equal. A date without a year matches any year. */
export function sameValue(left: ClaimedValue, right: ClaimedValue): boolean {
  if (typeof left.value === 'number' && typeof right.value === 'number')
    return left.kind === 'duration'
      ? Math.abs(left.value - right.value) <= TOLERANCE * Math.max(left.value, right.value)
      : left.value === right.value
  if (left.kind === 'date') {
    const [one, other] = [String(left.value), String(right.value)]
    return one === other || ((one.startsWith('*') || other.startsWith('*')) && one.slice(-5) === other.slice(-5))
  }
  return left.value === right.value
}

/** Everything that a sentence states in figures, dates and addresses, in order and without overlap. */
export function claimedValues(sentence: string): ClaimedValue[] {
  const found: ClaimedValue[] = []
  const add = (pattern: RegExp, read: (match: RegExpMatchArray) => { kind: string; value: string | number } | null) => {
    for (const match of sentence.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].trimEnd().length
      if (found.some((other) => start < other.end && other.start < end)) continue
      const value = read(match)
      if (value) found.push({ ...value, start, end })
    }
  }
  add(EMAIL, ([text]) => ({ kind: 'email', value: text.toLowerCase() }))
  add(LINK, ([text]) => ({
    kind: 'link',
    value: text
      .toLowerCase()
      .replace(/^https?:\/\//u, '')
      .replace(/^www\./u, '')
      .replace(/[/.,;:!?]+$/u, ''),
  }))
  add(ISO_DATE, ([, year, month, day]) => ({ kind: 'date', value: dateOf(year, Number(month), day ?? '') }))
  add(DOTTED_DATE, ([, day, month, year]) => ({ kind: 'date', value: dateOf(year, Number(month), day ?? '') }))
  add(DAY_MONTH, ([, day, month, year]) => ({ kind: 'date', value: dateOf(year, monthOf(month ?? ''), day ?? '') }))
  add(MONTH_DAY, ([, month, day, year]) => ({ kind: 'date', value: dateOf(year, monthOf(month ?? ''), day ?? '') }))
  add(PHONE, ([text]) => {
    const digits = text.replace(/\D/gu, '')
    return digits.length < 7 ? null : { kind: 'phone', value: digits.replace(/^0+/u, '').slice(-9) }
  })
  add(CLOCK, ([, hour, minute, half, otherHour, otherMinute]) => {
    const later = /^p/iu.test(half ?? '') && Number(hour) < 12 ? 12 : 0
    return { kind: 'time', value: (Number(hour ?? otherHour) + later) * 60 + Number(minute ?? otherMinute ?? 0) }
  })
  add(BEFORE, ([, sign, number]) => ({ kind: unitOf(sign ?? '')?.[1] ?? 'money', value: numberOf(number ?? '') }))
  add(WITH_UNIT, ([, from, to, business, unit]) => {
    const known = unitOf(unit ?? '')
    const first = numberOf(from ?? '')
    if (known) {
      const [, kind, factor] = known
      const of = business ? `${kind}:business` : kind
      return to
        ? { kind: of, value: `${first * factor}-${numberOf(to) * factor}` }
        : { kind: of, value: first * factor }
    }
    // A year, a version, a step: what it counts is not said.
    const isWord = NUMBER_WORDS[(from ?? '').toLowerCase()] !== undefined
    if (isWord) return null
    const counts = unit && unit.length > 2 && !(first >= 1900 && first <= 2100)
    return counts
      ? { kind: `count:${stemOf(unit)}`, value: to ? `${first}-${numberOf(to)}` : first }
      : { kind: 'number', value: first }
  })
  return found.sort((left, right) => left.start - right.start)
}

const unitOf = (unit: string) => UNITS.find(([pattern]) => pattern.test(unit))

/** Singular and plural count the same. */
const stemOf = (noun: string) => noun.toLowerCase().replace(/(?:ies|es|s|en|n|e)$/u, '')
