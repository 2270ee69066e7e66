/** The character n-grams of a word with its edges marked, each as a 30-bit hash; accents do not count. */
export function characterGrams(word: string, shortest = 3, longestGram = 4): Int32Array {
  const gramHashes: number[] = []
  for (const wordPart of word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const edgedPart = `_${wordPart}_`
    for (let gramLength = shortest; gramLength <= longestGram; gramLength++) {
      for (let gramStart = 0; gramStart + gramLength <= edgedPart.length; gramStart++)
        gramHashes.push(hashBetween(edgedPart, gramStart, gramStart + gramLength))
    }
  }
  return Int32Array.from(gramHashes)
}

/** FNV-1a over UTF-16 units, folded to the range in which engines keep integers unboxed. */
function hashBetween(hashedText: string, gramStart: number, gramEnd: number): number {
  let hashValue = 0x811c9dc5
  for (let characterIndex = gramStart; characterIndex < gramEnd; characterIndex++)
    hashValue = Math.imul(hashValue ^ hashedText.charCodeAt(characterIndex), 0x01000193)
  return (hashValue ^ (hashValue >>> 15)) & 0x3fffffff
}
