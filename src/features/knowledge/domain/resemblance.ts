import { oneLine } from '../../../kernel/text.ts'

/**
 * Resemblance of two texts, after Broder, "On the resemblance and containment of documents" (1997). A text is the set S
 * of its shingles, which are all runs of W words. r(A, B) = |S(A) ∩ S(B)| / |S(A) ∪ S(B)|. Each text stores its sketch
 * M: the s smallest values of a hash over its shingles, from which r is estimated as |MIN_s(M(A) ∪ M(B)) ∩ M(A) ∩ M(B)|
 * / |MIN_s(M(A) ∪ M(B))|. With s = 128 the standard error at r = 0.9 is 0.027; for texts with fewer shingles the result
 * is exact.
 */
const W = 4
const S = 128
/** Minimum number of words: in shorter texts a single different word changes too much. */
const SHINGLES_MIN = 30
/** Resemblance from which two texts under the same title count as duplicates. */
export const NEARLY_THE_SAME = 0.9

/** Scripts without spaces are taken sign by sign. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu

/** FNV-1a over the text, and the last step of MurmurHash3: without it the smallest values would be those of short words. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The sketch of a text: ascending, without repetitions. Empty where the text is too short for one. */
export function sketchOf(text: string): Uint32Array {
  const words = text.toLowerCase().match(WORD) ?? []
  const hashes = new Set<number>()
  for (let index = 0; index + W <= words.length; index++) hashes.add(hashOf(words.slice(index, index + W).join(' ')))
  return hashes.size < SHINGLES_MIN ? new Uint32Array() : Uint32Array.from(hashes).sort().slice(0, S)
}

/** Returns the resemblance of two texts by their sketches, 0 to 1; 0 when one is too short. */
export function resemblance(left: Uint32Array, right: Uint32Array): number {
  if (left.length === 0 || right.length === 0) return 0
  let union = 0
  let both = 0
  for (let index = 0, j = 0; union < S && (index < left.length || j < right.length); union++) {
    const [x, y] = [left[index] ?? Number.POSITIVE_INFINITY, right[j] ?? Number.POSITIVE_INFINITY]
    if (x === y) both++
    if (x <= y) index++
    if (y <= x) j++
  }
  return both / union
}

/** Number of smallest values by which similar texts are looked up, and minimum number that must be shared. */
const LOOKED_UP = 16
const SHARED_MIN = 8
/** A shingle of more texts than this is boilerplate and is ignored. */
const COMMON = 200

/** Texts by what they resemble. Titles are compared apart from case and spaces. */
export interface NearDuplicates {
  /** The name of a text under the same title that says nearly the same; null where there is none. */
  find(title: string, sketch: Uint32Array): string | null
  add(name: string, title: string, sketch: Uint32Array): void
}

export function createNearDuplicates(): NearDuplicates {
  const texts: { name: string; title: string; sketch: Uint32Array }[] = []
  const byValue = new Map<number, number[]>()
  const plain = (title: string) => oneLine(title).toLowerCase()
  return {
    find(title, sketch) {
      const shared = new Map<number, number>()
      for (const value of sketch.subarray(0, LOOKED_UP))
        for (const position of byValue.get(value) ?? []) shared.set(position, (shared.get(position) ?? 0) + 1)
      for (const [at, count] of shared) {
        const text = texts[at]
        if (!text || count < SHARED_MIN || text.title !== plain(title)) continue
        if (resemblance(text.sketch, sketch) >= NEARLY_THE_SAME) return text.name
      }
      return null
    },
    add(name, title, sketch) {
      const position = texts.push({ name, title: plain(title), sketch }) - 1
      for (const value of sketch.subarray(0, LOOKED_UP)) {
        const known = byValue.get(value) ?? []
        if (known.length < COMMON) byValue.set(value, [...known, position])
      }
    },
  }
}
