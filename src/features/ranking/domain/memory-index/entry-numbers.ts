/** Bytes of one entry number as the database sends it: big-endian, as `int8send` gives it. */
const NUMBER_BYTES = 8

/** The numbers of entries in ascending order, each once. */
export type EntryNumbers = Float64Array

/** Reads numbers that the database has packed, ascending, into one value. */
export function unpackNumbers(packedNumbers: Uint8Array | null): EntryNumbers {
  if (!packedNumbers) return new Float64Array(0)
  const numberBytes = new DataView(packedNumbers.buffer, packedNumbers.byteOffset, packedNumbers.byteLength)
  const entryNumbers = new Float64Array(Math.floor(packedNumbers.byteLength / NUMBER_BYTES))
  for (let numberIndex = 0; numberIndex < entryNumbers.length; numberIndex++) {
    entryNumbers[numberIndex] =
      numberBytes.getUint32(numberIndex * NUMBER_BYTES) * 2 ** 32 +
      numberBytes.getUint32(numberIndex * NUMBER_BYTES + 4)
  }
  return entryNumbers
}

/** Returns the numbers that were removed and added between two states. */
export function changedNumbers(
  numbersBefore: EntryNumbers,
  numbersAfter: EntryNumbers,
): { removed: number[]; added: number[] } {
  const removedNumbers: number[] = []
  const addedNumbers: number[] = []
  let beforeIndex = 0
  let afterIndex = 0
  while (beforeIndex < numbersBefore.length || afterIndex < numbersAfter.length) {
    const oldNumber = beforeIndex < numbersBefore.length ? numbersBefore[beforeIndex]! : Number.POSITIVE_INFINITY
    const newNumber = afterIndex < numbersAfter.length ? numbersAfter[afterIndex]! : Number.POSITIVE_INFINITY
    if (oldNumber < newNumber) removedNumbers.push(oldNumber)
    else if (newNumber < oldNumber) addedNumbers.push(newNumber)
    if (oldNumber <= newNumber) beforeIndex++
    if (newNumber <= oldNumber) afterIndex++
  }
  return { removed: removedNumbers, added: addedNumbers }
}
