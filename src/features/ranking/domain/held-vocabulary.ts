import { editsAllowed, intactParts, LETTERS_AN_EDIT, lettersOf } from './repair.ts'

interface VocabularyWord {
  word: string
  term: string
  /** As `lettersOf` says. */
  letters: number
  /** How many entries use it. */
  uses: number
  /** Where it stands in the list of all. */
  place: number
}

/** How many bits of a 32-bit integer are set: the population count of Warren, Hacker's Delight, figure 5-2. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The written words of a workspace with the terms they become, read from both ends to repair spelling. */
export class HeldVocabulary {
  readonly #byWord = new Map<string, VocabularyWord[]>()
  readonly #words: VocabularyWord[] = []

  add(word: string, term: string): void {
    const same = this.#byWord.get(word) ?? []
    const known = same.find((other) => other.term === term)
    if (known) {
      known.uses++
      return
    }
    const added = { word, term, letters: lettersOf(word), uses: 1, place: this.#words.length }
    this.#words.push(added)
    this.#byWord.set(word, [...same, added])
  }

  remove(word: string, term: string): void {
    const same = this.#byWord.get(word) ?? []
    const known = same.find((other) => other.term === term)
    if (!known || --known.uses > 0) return
    if (same.length === 1) this.#byWord.delete(word)
    else
      this.#byWord.set(
        word,
        same.filter((other) => other !== known),
      )
    const last = this.#words.pop()!
    if (last === known) return
    this.#words[known.place] = last
    last.place = known.place
  }

  /** Words that share the beginning or the end that a misspelt word must have intact, with letters and length near it. */
  near(misspelt: string): { word: string; term: string }[] {
    const edits = editsAllowed(misspelt)
    const { head, tailReversed } = intactParts(misspelt)
    const tail = Array.from(tailReversed).reverse().join('')
    const letters = lettersOf(misspelt)
    const found: { word: string; term: string }[] = []
    for (const known of this.#words) {
      if (bitCount(known.letters ^ letters) > LETTERS_AN_EDIT * edits) continue
      if (Math.abs(known.word.length - misspelt.length) > edits) continue
      if (known.word.startsWith(head) || known.word.endsWith(tail)) found.push(known)
    }
    return found
  }

  /** The terms of words that begin like this, the shortest words first, at most `most` words. */
  beginningWith(beginning: string, most: number): string[] {
    const words = this.#words
      .filter(({ word }) => word.startsWith(beginning))
      .sort((a, b) => a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    return [...new Set(words.slice(0, most).map(({ term }) => term))]
  }

  /** The term of a word that some entry uses. */
  termOf(word: string): string | undefined {
    return this.#byWord.get(word)?.[0]?.term
  }
}
