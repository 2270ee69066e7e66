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

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `,` `:` `[` `{`: there is about one of them for every value. */
const IS_SEPARATOR = Uint8Array.from({ length: 256 }, (_, byte) => ([0x2c, 0x3a, 0x5b, 0x7b].includes(byte) ? 1 : 0))

/** The offset behind the string that begins after `from`. */
function endOfString(bytes: Buffer, from: number): number {
  for (let position = bytes.indexOf(QUOTE, from); position !== -1; position = bytes.indexOf(QUOTE, position + 1)) {
    let backslashes = 0
    while (bytes[position - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return position + 1
  }
  return bytes.length
}

/** Refuses, before anything is built of it, a text that would become too many values. @throws TooComplex */
export function checkComplexity(bytes: Buffer): void {
  let values = 0
  for (let position = 0; position < bytes.length; ) {
    const byte = bytes[position] ?? 0
    if (byte === QUOTE) {
      position = endOfString(bytes, position + 1)
      continue
    }
    values += IS_SEPARATOR[byte] ?? 0
    if (values > MAX_VALUES) throw new TooComplex()
    position++
  }
}

interface Weight {
  values: number
  characters: number
}

/** @throws TooComplex when the value is above the limits of one piece */
function weigh(value: unknown): Weight {
  const weight: Weight = { values: 0, characters: 0 }
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    weight.values++
    if (typeof next.value === 'string') weight.characters += next.value.length
    if (weight.values + open.length > PIECE_LIMITS.values || weight.characters > PIECE_LIMITS.characters)
      throw new TooComplex()
    if (typeof next.value !== 'object' || next.value === null) continue
    const depth = next.depth + 1
    if (depth > PIECE_LIMITS.depth) throw new TooComplex()
    const children = Array.isArray(next.value) ? next.value : Object.values(next.value)
    if (children.length > PIECE_LIMITS.values) throw new TooComplex()
    for (const child of children) open.push({ value: child, depth })
  }
  return weight
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Takes the lists out of an object and of the objects in it; empty lists remain in their places. */
function takeLists(value: unknown, path: string[], lists: { path: string[]; list: unknown[] }[]): unknown {
  if (Array.isArray(value)) {
    lists.push({ path, list: value })
    return []
  }
  if (!isRecord(value) || path.length >= LIST_DEPTH) return value
  for (const key of Object.keys(value))
    if (key !== '__proto__') value[key] = takeLists(value[key], [...path, key], lists)
  return value
}

function* slicesOf(list: unknown[]): Generator<unknown[]> {
  let slice: unknown[] = []
  let values = 0
  let characters = 0
  for (const item of list) {
    const weight = weigh(item)
    if (
      slice.length > 0 &&
      (values + weight.values > SLICE_VALUES || characters + weight.characters > SLICE_CHARACTERS)
    ) {
      yield slice
      slice = []
      values = 0
      characters = 0
    }
    slice.push(item)
    values += weight.values
    characters += weight.characters
  }
  if (slice.length > 0) yield slice
}

/** Yields the document with empty lists first, then the lists in slices. Changes `document`. @throws TooComplex */
export function* jsonPieces(document: unknown): Generator<JsonPiece> {
  const lists: { path: string[]; list: unknown[] }[] = []
  const rest = takeLists(document, [], lists)
  weigh(rest)
  yield { document: rest }
  for (const { path, list } of lists) for (const items of slicesOf(list)) yield { path, items }
}

/** Appends a piece's items to their list. */
export function appendPiece(document: unknown, { path, items }: { path: string[]; items: unknown[] }): void {
  let target = document
  for (const key of path) target = isRecord(target) ? target[key] : undefined
  if (!Array.isArray(target)) throw new TypeError('A piece of JSON has no list to belong to.')
  for (const item of items) target.push(item)
}
