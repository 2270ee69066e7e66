// Words that turn the meaning of a sentence around, or bind it to a condition.

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['open', 'closed'],
  ['allowed', 'forbidden'],
  ['allowed', 'prohibited'],
  ['permitted', 'forbidden'],
  ['permitted', 'prohibited'],
  ['included', 'excluded'],
  ['possible', 'impossible'],
  ['available', 'unavailable'],
  ['required', 'optional'],
  ['mandatory', 'optional'],
  ['refundable', 'nonrefundable'],
  ['enabled', 'disabled'],
  ['always', 'never'],
  ['monthly', 'yearly'],
  ['monthly', 'annually'],
  ['daily', 'weekly'],
  ['free', 'chargeable'],
  ['supported', 'unsupported'],
  ['automatically', 'manually'],
  ['public', 'private'],
  ['reversible', 'irreversible'],
  ['taxable', 'untaxed'],
  ['encrypted', 'unencrypted'],
  ['limited', 'unlimited'],
  ['offen', 'geschlossen'],
  ['geöffnet', 'geschlossen'],
  ['geoffnet', 'geschlossen'],
  ['erlaubt', 'verboten'],
  ['möglich', 'unmöglich'],
  ['moglich', 'unmoglich'],
  ['enthalten', 'ausgeschlossen'],
  ['kostenlos', 'kostenpflichtig'],
  ['verfügbar', 'nichtverfügbar'],
  ['automatisch', 'manuell'],
  ['immer', 'nie'],
  ['monatlich', 'jährlich'],
  ['monatlich', 'jahrlich'],
  ['begrenzt', 'unbegrenzt'],
]
const opposite = new Set(OPPOSITES.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
const hasOpposite = new Set(OPPOSITES.flat())

export const areOpposites = (left: string, right: string): boolean => opposite.has(`${left} ${right}`)
/** Counts as a word of its own even where it says nothing else. */
export const mayBeOpposed = (word: string): boolean => hasOpposite.has(word)

const NO_NEGATION =
  /\b(?:no|not)\s+(?:later|longer|more|less|earlier|fewer|only|just|yet)\b|\b(?:not|no|nicht)\s+\p{L}+\s+(?:than|als)\b|\bnicht\s+(?:nur|länger|später)\b|\bno\.?\s+\d/giu
const NEGATION =
  /(?<![\p{L}\p{N}])(?:not|cannot|no|never|none|neither|\p{L}+n['’]t|unable|nicht|kein\p{L}*|nie|niemals|pas|jamais|nunca)(?![\p{L}\p{N}])/giu

/** Negations; expressions that only look like one are excluded. */
export function negations(sentence: string): { start: number; end: number }[] {
  const plain = sentence.replace(NO_NEGATION, (text) => ' '.repeat(text.length))
  return [...plain.matchAll(NEGATION)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

const CONDITIONS =
  /(?<![\p{L}])(?:if|unless|except|only|when|once|until|before|after|without|during|while|wenn|falls|nur|außer|bis(?!\s+zu\s+\d)|bevor|nachdem|ohne|während|sobald)(?![\p{L}])/giu
/** Words that start a condition. */
export const conditionsOf = (sentence: string): string =>
  [...new Set([...sentence.matchAll(CONDITIONS)].map(([word]) => word.toLowerCase()))].sort().join(' ')

const DIRECTIONS: readonly (readonly [string, string])[] = [
  ['before', 'after'],
  ['over|above|more than', 'under|below|less than'],
  ['inside', 'outside'],
  ['from', 'until|till'],
  ['ab|von', 'bis'],
  ['on', 'off'],
  ['accept(?:s|ed)?', 'reject(?:s|ed)?'],
  ['keeps?|kept', 'loses?|lost'],
  ['enabled?s?', 'disabled?s?'],
  ['included?s?', 'excluded?s?'],
  ['increased?s?', 'decreased?s?'],
  ['vor', 'nach'],
  ['über|mehr als', 'unter|weniger als'],
]
const whole = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu')
const DIRECTION_PATTERNS = DIRECTIONS.flatMap(([one, other]) => [
  [whole(one), whole(other)] as const,
  [whole(other), whole(one)] as const,
])

/** True when one sentence has "before" or "accepts" where the other has "after" or "rejects". */
export const pointOtherWays = (left: string, right: string): boolean =>
  DIRECTION_PATTERNS.some(
    ([one, other]) => one.test(left) && !other.test(left) && other.test(right) && !one.test(right),
  )
