/** The character n-grams of a word with its edges marked, each as a 30-bit hash; accents do not count. */
export function characterGrams(word: string, shortest = 3, longest = 4): Int32Array {
  const out: number[] = []
  for (const part of word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const edged = `_${part}_`
    for (let n = shortest; n <= longest; n++) {
      for (let start = 0; start + n <= edged.length; start++) out.push(hash(edged, start, start + n))
    }
  }
  return Int32Array.from(out)
}

/** FNV-1a over UTF-16 units, folded to the range in which engines keep integers unboxed. */
function hash(text: string, start: number, end: number): number {
  let h = 0x811c9dc5
  for (let index = start; index < end; index++) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193)
  return (h ^ (h >>> 15)) & 0x3fffffff
}
