import type { PackedEntries } from '../memory-index/packed-entries.ts'
import { PackedEntry } from '../memory-index/packed-entry.ts'

/**
 * Returns for each character gram the tokens that have it: in a small workspace all of them, in a large one those of the
 * candidates, because most of the others are in none of them.
 */
export function tokensByGram(
  grams: Iterable<number>,
  packedEntries: PackedEntries,
  candidateSlots: readonly number[],
): ArrayLike<number>[] {
  const listedTokens = Array.from(grams, (gram) => packedEntries.tokens.grams.tokensOf(gram))
  const listedCount = listedTokens.reduce((tokenCount, tokenNumbers) => tokenCount + tokenNumbers.length, 0)
  const packedEntry = new PackedEntry()
  let candidateWords = 0
  for (const slot of candidateSlots) candidateWords += packedEntries.read(slot, packedEntry).words
  // Reading the candidates' words has to take less time than it saves.
  if (listedCount <= candidateWords) return listedTokens
  const isCandidateToken = new Uint8Array(packedEntries.tokens.end)
  for (const slot of candidateSlots) {
    packedEntries.read(slot, packedEntry)
    for (let wordIndex = 0; wordIndex < packedEntry.words; wordIndex++)
      isCandidateToken[packedEntry.token(wordIndex)] = 1
  }
  return listedTokens.map((tokenNumbers) => {
    const candidateTokens: number[] = []
    for (let tokenIndex = 0; tokenIndex < tokenNumbers.length; tokenIndex++) {
      const tokenNumber = tokenNumbers[tokenIndex]!
      if (isCandidateToken[tokenNumber]) candidateTokens.push(tokenNumber)
    }
    return candidateTokens
  })
}
