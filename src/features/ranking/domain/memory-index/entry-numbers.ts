/** Bytes of one entry number as the database sends it: big-endian, as `int8send` gives it. */
const NUMBER_BYTES = 8

/** The numbers of entries in ascending order, each once. */
export type EntryNumbers = Float64Array

/** Reads numbers that the database has packed, ascending, into one value. */
export function unpackNumbers(packed: Uint8Array | null): EntryNumbers {
  if (!packed) return new Float64Array(0)
  const bytes = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const numbers = new Float64Array(Math.floor(packed.byteLength / NUMBER_BYTES))
  for (let index = 0; index < numbers.length; index++) {
    numbers[index] = bytes.getUint32(index * NUMBER_BYTES) * 2 ** 32 + bytes.getUint32(index * NUMBER_BYTES + 4)
  }
  return numbers
}

/** Returns the numbers that were removed and added between two states. */
export function changedNumbers(before: EntryNumbers, after: EntryNumbers): { removed: number[]; added: number[] } {
  const removed: number[] = []
  const added: number[] = []
  let a = 0
  let b = 0
  while (a < before.length || b < after.length) {
    const old = a < before.length ? before[a]! : Number.POSITIVE_INFINITY
    const now = b < after.length ? after[b]! : Number.POSITIVE_INFINITY
    if (old < now) removed.push(old)
    else if (now < old) added.push(now)
    if (old <= now) a++
    if (now <= old) b++
  }
  return { removed, added }
}
