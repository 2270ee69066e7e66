import { type ClaimedValue, claimedValues, sameValue } from '../../../kernel/claimed-values.ts'

const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr)?`
const HOURS = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:])${CLOCK}\s?(?:to|until|till|and|-|–|bis|und)\s?${CLOCK}(?![\p{L}\p{N}])`,
  'giu',
)

function minutesOf(hour: string, minute: string | undefined, half: string | undefined): number {
  const later = /^p/iu.test(half ?? '') && Number(hour) < 12 ? 12 : 0
  return (Number(hour) + later) * 60 + Number(minute ?? 0)
}

/** "9 am to 6 pm" and "9 bis 18 Uhr": opening hours. */
function openingHours(sentence: string): ClaimedValue[] {
  return [...sentence.matchAll(HOURS)].flatMap((match) => {
    const [text, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match
    if (!toHalf && !(fromMinute && toMinute)) return []
    const from = minutesOf(fromHour!, fromMinute, fromHalf ?? (/^a/iu.test(toHalf ?? '') ? toHalf : undefined))
    const value = `${from}-${minutesOf(toHour!, toMinute, toHalf)}`
    return [{ kind: 'hours', value, start: match.index, end: match.index + text.trimEnd().length }]
  })
}

/** A name and the number behind it: Android 12, firmware 2.4.1, version 3. */
const NAMED_NUMBER =
  /(?<![\p{L}\p{N}])(\p{L}[\p{L}+#]*)(?:-version)?\s(?:(?:is|ist|lautet)\s)?v?(\d+(?:\.\d+){0,3})(?![\p{L}\p{N}]|[.,]\d)/gu
const NAMES_A_VERSION = /^(?:version|firmware|release)$/iu
const BEFORE_A_COUNT =
  /^(?:up|at|in|on|of|to|the|for|is|are|has|from|after|within|only|bis|zu|ab|auf|in|mit|nach|von|über|unter|nur)$/iu

function versions(sentence: string, values: readonly ClaimedValue[]): ClaimedValue[] {
  return [...sentence.matchAll(NAMED_NUMBER)].flatMap((match) => {
    const [text, name, number] = match
    const isName = NAMES_A_VERSION.test(name!) || (/\p{Lu}/u.test(name!) && !BEFORE_A_COUNT.test(name!))
    const end = match.index + text.length
    const start = end - number!.length
    // A number with a unit, or in a date, is no version.
    const hasUnit = values.some((value) => value.start < end && start < value.end && !isPlainNumber(value))
    return isName && !hasUnit ? [{ kind: `version:${name!.toLowerCase()}`, value: number!, start, end }] : []
  })
}

/** A number counts nothing where a word of grammar follows it: "Python 3.9 and later". */
const isPlainNumber = ({ kind }: ClaimedValue): boolean =>
  kind === 'number' ||
  /^count:(?:and|und|oder|oth|is|ist|has|ha|will|ar|run|need|requir|nötig|erforderlich|vorau|notwendig)$/u.test(kind)

const overlaps = (value: ClaimedValue, others: readonly ClaimedValue[]): boolean =>
  others.some((other) => value.start < other.end && other.start < value.end)

/** The values of a sentence, with opening hours as one value and with the versions of what is named. */
export function valuesOf(sentence: string): ClaimedValue[] {
  const plain = claimedValues(sentence)
  const hours = openingHours(sentence)
  const special = [...hours, ...versions(sentence, plain).filter((version) => !overlaps(version, hours))]
  return [...special, ...plain.filter((value) => !overlaps(value, special))].sort(
    (left, right) => left.start - right.start,
  )
}

/** Counts that only identify what is spoken of. */
export const isVersion = ({ kind }: ClaimedValue): boolean => kind.startsWith('version:')

/**
 * The one kind of value in which two claims differ; null where they agree, or where more than one thing differs.
 * @param left values of one claim
 */
export function differingValue(
  left: readonly ClaimedValue[],
  right: readonly ClaimedValue[],
): { a: ClaimedValue; b: ClaimedValue } | null {
  const kinds = new Set([...left, ...right].map(({ kind }) => kind))
  let difference: { a: ClaimedValue; b: ClaimedValue } | null = null
  for (const kind of kinds) {
    const ofA = left.filter((value) => value.kind === kind)
    const ofB = right.filter((value) => value.kind === kind)
    const agree = ofA.length === ofB.length && ofA.every((value) => ofB.some((other) => sameValue(value, other)))
    if (agree) continue
    const [valueA, ...moreA] = ofA
    const [valueB, ...moreB] = ofB
    // Several values of a kind, or one that only one of them has, are circumstances.
    if (!valueA || !valueB || moreA.length > 0 || moreB.length > 0 || kind === 'number' || difference) return null
    difference = { a: valueA, b: valueB }
  }
  return difference
}

const BETWEEN_CLAUSES = /[,;]\s+|\s+(?:and|und)\s+/giu

/** Parts of a sentence that each state a value: "Day pass £10, week pass £45". */
export function clausesOf(sentence: string): { text: string; start: number }[] {
  const values = valuesOf(sentence)
  const cuts: { start: number; end: number }[] = []
  for (const match of sentence.matchAll(BETWEEN_CLAUSES)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const since = cuts.at(-1)?.end ?? 0
    if (values.some((value) => value.start < end && start < value.end)) continue
    if (
      values.some((value) => value.start >= since && value.end <= start) &&
      values.some((value) => value.start >= end)
    )
      cuts.push({ start, end })
  }
  const starts = [0, ...cuts.map(({ end }) => end)]
  return starts.map((start, index) => ({ start, text: sentence.slice(start, cuts[index]?.start ?? sentence.length) }))
}

const SIZE = /(?<![\p{L}])(?:size|größe|gr\.)\s(\p{L}{1,4}|\d{1,3})(?![\p{L}\p{N}])/giu
/** The sizes of goods that a title names. */
export const sizesOf = (title: string) =>
  [...title.matchAll(SIZE)].map(([, size]) => ({ kind: 'size-name', value: size!.toLowerCase() }))
