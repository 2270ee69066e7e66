import { type ClaimedValue, claimedValues, sameValue } from '../../../kernel/claimed-values.ts'

const CLOCK_TIME = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr)?`
const OPENING_HOURS = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:])${CLOCK_TIME}\s?(?:to|until|till|and|-|–|bis|und)\s?${CLOCK_TIME}(?![\p{L}\p{N}])`,
  'giu',
)

function minutesOfDay(hourDigits: string, minuteDigits: string | undefined, meridiem: string | undefined): number {
  const addedHours = /^p/iu.test(meridiem ?? '') && Number(hourDigits) < 12 ? 12 : 0
  return (Number(hourDigits) + addedHours) * 60 + Number(minuteDigits ?? 0)
}

/** "9 am to 6 pm" and "9 bis 18 Uhr": opening hours. */
function openingHours(sentence: string): ClaimedValue[] {
  return [...sentence.matchAll(OPENING_HOURS)].flatMap((hoursMatch) => {
    const [text, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = hoursMatch
    if (!toHalf && !(fromMinute && toMinute)) return []
    const openingMinutes = minutesOfDay(
      fromHour!,
      fromMinute,
      fromHalf ?? (/^a/iu.test(toHalf ?? '') ? toHalf : undefined),
    )
    const hoursRange = `${openingMinutes}-${minutesOfDay(toHour!, toMinute, toHalf)}`
    return [
      { kind: 'hours', value: hoursRange, start: hoursMatch.index, end: hoursMatch.index + text.trimEnd().length },
    ]
  })
}

/** A name and the number behind it: Android 12, firmware 2.4.1, version 3. */
const NAMED_NUMBER =
  /(?<![\p{L}\p{N}])(\p{L}[\p{L}+#]*)(?:-version)?\s(?:(?:is|ist|lautet)\s)?v?(\d+(?:\.\d+){0,3})(?![\p{L}\p{N}]|[.,]\d)/gu
const NAMES_A_VERSION = /^(?:version|firmware|release)$/iu
const BEFORE_A_COUNT =
  /^(?:up|at|in|on|of|to|the|for|is|are|has|from|after|within|only|bis|zu|ab|auf|in|mit|nach|von|über|unter|nur)$/iu

function versionValues(sentence: string, statedValues: readonly ClaimedValue[]): ClaimedValue[] {
  return [...sentence.matchAll(NAMED_NUMBER)].flatMap((numberMatch) => {
    const [text, name, number] = numberMatch
    const isVersionName = NAMES_A_VERSION.test(name!) || (/\p{Lu}/u.test(name!) && !BEFORE_A_COUNT.test(name!))
    const end = numberMatch.index + text.length
    const start = end - number!.length
    // A number with a unit, or in a date, is no version.
    const hasUnit = statedValues.some((value) => value.start < end && start < value.end && !isPlainNumber(value))
    return isVersionName && !hasUnit ? [{ kind: `version:${name!.toLowerCase()}`, value: number!, start, end }] : []
  })
}

/** A number counts nothing where a word of grammar follows it: "Python 3.9 and later". */
const isPlainNumber = ({ kind }: ClaimedValue): boolean =>
  kind === 'number' ||
  /^count:(?:and|und|oder|oth|is|ist|has|ha|will|ar|run|need|requir|nötig|erforderlich|vorau|notwendig)$/u.test(kind)

const overlapsAny = (value: ClaimedValue, otherValues: readonly ClaimedValue[]): boolean =>
  otherValues.some((other) => value.start < other.end && other.start < value.end)

/** The values of a sentence, with opening hours as one value and with the versions of what is named. */
export function sentenceValues(sentence: string): ClaimedValue[] {
  const plainValues = claimedValues(sentence)
  const hourRanges = openingHours(sentence)
  const specialValues = [
    ...hourRanges,
    ...versionValues(sentence, plainValues).filter((version) => !overlapsAny(version, hourRanges)),
  ]
  return [...specialValues, ...plainValues.filter((value) => !overlapsAny(value, specialValues))].sort(
    (left, right) => left.start - right.start,
  )
}

/** Counts that only identify what is spoken of. */
export const isVersion = ({ kind }: ClaimedValue): boolean => kind.startsWith('version:')

/**
 * The one kind of value in which two claims differ; null where they agree, or where more than one thing differs.
 * @param leftValues values of one claim
 */
export function differingValue(
  leftValues: readonly ClaimedValue[],
  rightValues: readonly ClaimedValue[],
): { a: ClaimedValue; b: ClaimedValue } | null {
  const valueKinds = new Set([...leftValues, ...rightValues].map(({ kind }) => kind))
  let difference: { a: ClaimedValue; b: ClaimedValue } | null = null
  for (const valueKind of valueKinds) {
    const leftOfKind = leftValues.filter((value) => value.kind === valueKind)
    const rightOfKind = rightValues.filter((value) => value.kind === valueKind)
    const areEqual =
      leftOfKind.length === rightOfKind.length &&
      leftOfKind.every((value) => rightOfKind.some((other) => sameValue(value, other)))
    if (areEqual) continue
    const [valueA, ...moreA] = leftOfKind
    const [valueB, ...moreB] = rightOfKind
    // Several values of a kind, or one that only one of them has, are circumstances.
    if (!valueA || !valueB || moreA.length > 0 || moreB.length > 0 || valueKind === 'number' || difference) return null
    difference = { a: valueA, b: valueB }
  }
  return difference
}

const BETWEEN_CLAUSES = /[,;]\s+|\s+(?:and|und)\s+/giu

/** Parts of a sentence that each state a value: "Day pass £10, week pass £45". */
export function statedClauses(sentence: string): { text: string; start: number }[] {
  const statedValues = sentenceValues(sentence)
  const clauseBreaks: { start: number; end: number }[] = []
  for (const separatorMatch of sentence.matchAll(BETWEEN_CLAUSES)) {
    const [start, end] = [separatorMatch.index, separatorMatch.index + separatorMatch[0].length]
    const clauseStart = clauseBreaks.at(-1)?.end ?? 0
    if (statedValues.some((value) => value.start < end && start < value.end)) continue
    if (
      statedValues.some((value) => value.start >= clauseStart && value.end <= start) &&
      statedValues.some((value) => value.start >= end)
    )
      clauseBreaks.push({ start, end })
  }
  const clauseStarts = [0, ...clauseBreaks.map(({ end }) => end)]
  return clauseStarts.map((start, index) => ({
    start,
    text: sentence.slice(start, clauseBreaks[index]?.start ?? sentence.length),
  }))
}

const GOODS_SIZE = /(?<![\p{L}])(?:size|größe|gr\.)\s(\p{L}{1,4}|\d{1,3})(?![\p{L}\p{N}])/giu
/** The sizes of goods that a title names. */
export const goodsSizes = (title: string) =>
  [...title.matchAll(GOODS_SIZE)].map(([, size]) => ({ kind: 'size-name', value: size!.toLowerCase() }))
