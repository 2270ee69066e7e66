// Runs in the JSON thread: splits a parsed document into pieces that are cheap to receive.

/** A list is sent in slices of at most this many values or characters. */
const SLICE_VALUES = 2_000
const SLICE_CHARACTERS = 256 * 1024
/** Maximum size of an indivisible piece in bytes; receiving it takes a few milliseconds. */
export const PIECE_LIMITS = { values: 50_000, characters: 4 * 1024 * 1024, depth: 100 }
/** Lists are looked for this deep: `items` in REST, `json.items` in RPC. */
const LIST_DEPTH = 2
/** Far above the largest import: 10,000 FAQs with 50 alternative questions each. */
const MAX_VALUES = 1_500_000

/** `path` leads to the list that `items` are appended to; the first piece is the document itself. */
export type JsonPiece = { document: unknown } | { path: string[]; items: unknown[] }

/** Thrown when the document has too many values or a value that is too large. */
export class TooComplex extends Error {}

const QUOTE_BYTE = 0x22
const BACKSLASH = 0x5c
/** `,` `:` `[` `{`: there is about one of them for every value. */
const IS_SEPARATOR = Uint8Array.from({ length: 256 }, (_, byteValue) =>
  [0x2c, 0x3a, 0x5b, 0x7b].includes(byteValue) ? 1 : 0,
)

/** The offset behind the string that begins after `from`. */
function endOfString(jsonBytes: Buffer, stringStart: number): number {
  for (
    let position = jsonBytes.indexOf(QUOTE_BYTE, stringStart);
    position !== -1;
    position = jsonBytes.indexOf(QUOTE_BYTE, position + 1)
  ) {
    let backslashes = 0
    while (jsonBytes[position - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return position + 1
  }
  return jsonBytes.length
}

/** Refuses, before anything is built of it, a text that would become too many values. @throws TooComplex */
export function checkComplexity(jsonBytes: Buffer): void {
  let valueCount = 0
  for (let position = 0; position < jsonBytes.length; ) {
    const byteValue = jsonBytes[position] ?? 0
    if (byteValue === QUOTE_BYTE) {
      position = endOfString(jsonBytes, position + 1)
      continue
    }
    valueCount += IS_SEPARATOR[byteValue] ?? 0
    if (valueCount > MAX_VALUES) throw new TooComplex()
    position++
  }
}

interface ValueWeight {
  values: number
  characters: number
}

/** @throws TooComplex when the value is above the limits of one piece */
function weighValue(jsonValue: unknown): ValueWeight {
  const totalWeight: ValueWeight = { values: 0, characters: 0 }
  const openValues: { value: unknown; depth: number }[] = [{ value: jsonValue, depth: 0 }]
  for (let nextValue = openValues.pop(); nextValue; nextValue = openValues.pop()) {
    totalWeight.values++
    if (typeof nextValue.value === 'string') totalWeight.characters += nextValue.value.length
    if (
      totalWeight.values + openValues.length > PIECE_LIMITS.values ||
      totalWeight.characters > PIECE_LIMITS.characters
    )
      throw new TooComplex()
    if (typeof nextValue.value !== 'object' || nextValue.value === null) continue
    const childDepth = nextValue.depth + 1
    if (childDepth > PIECE_LIMITS.depth) throw new TooComplex()
    const children = Array.isArray(nextValue.value) ? nextValue.value : Object.values(nextValue.value)
    if (children.length > PIECE_LIMITS.values) throw new TooComplex()
    for (const childValue of children) openValues.push({ value: childValue, depth: childDepth })
  }
  return totalWeight
}

const isRecord = (jsonValue: unknown): jsonValue is Record<string, unknown> =>
  typeof jsonValue === 'object' && jsonValue !== null && !Array.isArray(jsonValue)

/** Takes the lists out of an object and of the objects in it; empty lists remain in their places. */
function takeLists(
  jsonValue: unknown,
  valuePath: string[],
  takenLists: { path: string[]; list: unknown[] }[],
): unknown {
  if (Array.isArray(jsonValue)) {
    takenLists.push({ path: valuePath, list: jsonValue })
    return []
  }
  if (!isRecord(jsonValue) || valuePath.length >= LIST_DEPTH) return jsonValue
  for (const propertyName of Object.keys(jsonValue))
    if (propertyName !== '__proto__')
      jsonValue[propertyName] = takeLists(jsonValue[propertyName], [...valuePath, propertyName], takenLists)
  return jsonValue
}

function* slicesOf(wholeList: unknown[]): Generator<unknown[]> {
  let currentSlice: unknown[] = []
  let valueCount = 0
  let characters = 0
  for (const listItem of wholeList) {
    const itemWeight = weighValue(listItem)
    if (
      currentSlice.length > 0 &&
      (valueCount + itemWeight.values > SLICE_VALUES || characters + itemWeight.characters > SLICE_CHARACTERS)
    ) {
      yield currentSlice
      currentSlice = []
      valueCount = 0
      characters = 0
    }
    currentSlice.push(listItem)
    valueCount += itemWeight.values
    characters += itemWeight.characters
  }
  if (currentSlice.length > 0) yield currentSlice
}

/** Yields the document with empty lists first, then the lists in slices. Changes `document`. @throws TooComplex */
export function* jsonPieces(document: unknown): Generator<JsonPiece> {
  const takenLists: { path: string[]; list: unknown[] }[] = []
  const remainingValue = takeLists(document, [], takenLists)
  weighValue(remainingValue)
  yield { document: remainingValue }
  for (const { path, list } of takenLists) for (const sliceItems of slicesOf(list)) yield { path, items: sliceItems }
}

/** Appends a piece's items to their list. */
export function appendPiece(document: unknown, { path, items }: { path: string[]; items: unknown[] }): void {
  let targetValue = document
  for (const propertyName of path) targetValue = isRecord(targetValue) ? targetValue[propertyName] : undefined
  if (!Array.isArray(targetValue)) throw new TypeError('A piece of JSON has no list to belong to.')
  for (const listItem of items) targetValue.push(listItem)
}
