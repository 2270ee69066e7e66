import { oneLine } from '../../../kernel/text.ts'

/**
 * Resemblance of two texts, after Broder, "On the resemblance and containment of documents" (1997). A text is the set S
 * of its shingles, which are all runs of SHINGLE_WORDS words. r(A, B) = |S(A) ∩ S(B)| / |S(A) ∪ S(B)|. Each text stores
 * its sketch M: the s = SKETCH_SIZE smallest values of a hash over its shingles, from which r is estimated as
 * |MIN_s(M(A) ∪ M(B)) ∩ M(A) ∩ M(B)| / |MIN_s(M(A) ∪ M(B))|. With s = 128 the standard error at r = 0.9 is 0.027; for
 * texts with fewer shingles the result is exact.
 */
const SHINGLE_WORDS = 4
const SKETCH_SIZE = 128
/** Minimum number of words: in shorter texts a single different word changes too much. */
const MIN_SHINGLES = 30
/** Resemblance from which two texts under the same title count as duplicates. */
export const MIN_DUPLICATE_RESEMBLANCE = 0.9

/** Scripts without spaces are taken sign by sign. */
const WORD_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu

/** FNV-1a over the text, and the last step of MurmurHash3: without it the smallest values would be those of short words. */
export function hashText(text: string): number {
  let hashValue = 0x811c9dc5
  for (let charIndex = 0; charIndex < text.length; charIndex++)
    hashValue = Math.imul(hashValue ^ text.charCodeAt(charIndex), 0x01000193)
  hashValue = Math.imul(hashValue ^ (hashValue >>> 16), 0x85ebca6b)
  hashValue = Math.imul(hashValue ^ (hashValue >>> 13), 0xc2b2ae35)
  return (hashValue ^ (hashValue >>> 16)) >>> 0
}

/** The sketch of a text: ascending, without repetitions. Empty where the text is too short for one. */
export function createSketch(text: string): Uint32Array {
  const words = text.toLowerCase().match(WORD_PATTERN) ?? []
  const shingleHashes = new Set<number>()
  for (let wordIndex = 0; wordIndex + SHINGLE_WORDS <= words.length; wordIndex++)
    shingleHashes.add(hashText(words.slice(wordIndex, wordIndex + SHINGLE_WORDS).join(' ')))
  return shingleHashes.size < MIN_SHINGLES
    ? new Uint32Array()
    : Uint32Array.from(shingleHashes).sort().slice(0, SKETCH_SIZE)
}

/** Returns the resemblance of two texts by their sketches, 0 to 1; 0 when one is too short. */
export function resemblance(leftSketch: Uint32Array, rightSketch: Uint32Array): number {
  if (leftSketch.length === 0 || rightSketch.length === 0) return 0
  let unionSize = 0
  let sharedSize = 0
  for (
    let leftIndex = 0, rightIndex = 0;
    unionSize < SKETCH_SIZE && (leftIndex < leftSketch.length || rightIndex < rightSketch.length);
    unionSize++
  ) {
    const [x, y] = [
      leftSketch[leftIndex] ?? Number.POSITIVE_INFINITY,
      rightSketch[rightIndex] ?? Number.POSITIVE_INFINITY,
    ]
    if (x === y) sharedSize++
    if (x <= y) leftIndex++
    if (y <= x) rightIndex++
  }
  return sharedSize / unionSize
}

/** Number of smallest values by which similar texts are looked up, and minimum number that must be shared. */
const LOOKUP_VALUES = 16
const MIN_SHARED_VALUES = 8
/** A shingle of more texts than this is boilerplate and is ignored. */
const MAX_TEXTS_PER_VALUE = 200

/** Texts by what they resemble. Titles are compared apart from case and spaces. */
export interface NearDuplicates {
  /** The name of a text under the same title that says nearly the same; null where there is none. */
  find(title: string, sketch: Uint32Array): string | null
  add(name: string, title: string, sketch: Uint32Array): void
  remove(name: string): void
}

export function createNearDuplicates(): NearDuplicates {
  const knownTexts: ({ name: string; title: string; sketch: Uint32Array } | null)[] = []
  const positionsByValue = new Map<number, number[]>()
  const comparableTitle = (title: string) => oneLine(title).toLowerCase()
  return {
    find(title, sketch) {
      const sharedCounts = new Map<number, number>()
      for (const hashValue of sketch.subarray(0, LOOKUP_VALUES))
        for (const position of positionsByValue.get(hashValue) ?? [])
          sharedCounts.set(position, (sharedCounts.get(position) ?? 0) + 1)
      for (const [at, count] of sharedCounts) {
        const candidate = knownTexts[at]
        if (!candidate || count < MIN_SHARED_VALUES || candidate.title !== comparableTitle(title)) continue
        if (resemblance(candidate.sketch, sketch) >= MIN_DUPLICATE_RESEMBLANCE) return candidate.name
      }
      return null
    },
    add(name, title, sketch) {
      const position = knownTexts.push({ name, title: comparableTitle(title), sketch }) - 1
      for (const hashValue of sketch.subarray(0, LOOKUP_VALUES)) {
        const positions = positionsByValue.get(hashValue) ?? []
        if (positions.length < MAX_TEXTS_PER_VALUE) positionsByValue.set(hashValue, [...positions, position])
      }
    },
    remove(name) {
      const position = knownTexts.findIndex((knownText) => knownText?.name === name)
      if (position >= 0) knownTexts[position] = null
    },
  }
}
