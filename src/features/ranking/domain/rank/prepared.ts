import { normalizeQuestion } from '../../../../kernel/text.ts'
import type { IndexEntry } from '../entry.ts'
import { sentences } from '../text/sentences.ts'
import { type Token, tokenize } from '../text/tokens.ts'

/** The words of one phrasing or sentence, as numbers in the entry's `words`. */
export type WordNumbers = Uint16Array

/** An entry cut into words, as the index packs it. */
export interface PreparedEntry {
  entry: IndexEntry
  /** Its different words, in the order in which they come first. */
  words: Token[]
  question: WordNumbers
  alternatives: WordNumbers[]
  /** One a sentence, as `sentences(body)` cuts them. */
  body: WordNumbers[]
  /** See `PackedEntry.repetitions`. */
  repetitions: number[]
  lengths: { question: number; alternatives: number; body: number }
  /** Letters of question and alternatives, and of as much of the body as its character grams are taken from. */
  characters: { head: number; body: number }
  /** Number of words of the body whose character grams are used. */
  bodyGramWords: number
  /** Hash of question and body with case and punctuation taken off: equal for entries that say the same. */
  fingerprint: number
}

/** Character grams of long bodies say little and cost much. */
const GRAM_CHARACTERS = 2000
/** Further words and sentences of one entry are ignored: a position has 16 bits. */
const MAX_WORDS = 20_000
const MAX_SENTENCES = 40_000

/** Total number of words. */
const totalOf = (lists: WordNumbers[]): number => lists.reduce((sum, list) => sum + list.length, 0)

export function prepareEntry(entry: IndexEntry): PreparedEntry {
  const numbers = new Map<Token, number>()
  let left = MAX_WORDS
  const cut = (text: string): WordNumbers => {
    const tokens = tokenize(text, entry.language).slice(0, left)
    left -= tokens.length
    return Uint16Array.from(tokens, (token) => {
      const known = numbers.get(token)
      if (known !== undefined) return known
      numbers.set(token, numbers.size)
      return numbers.size - 1
    })
  }
  const question = cut(entry.question)
  const alternatives = entry.alternatives.map(cut)
  const body = sentences(entry.body).slice(0, MAX_SENTENCES).map(cut)
  const words = [...numbers.keys()]
  const characters = { head: 0, body: 0 }
  for (const list of [question, ...alternatives]) for (const d of list) characters.head += words[d]!.word.length
  let bodyGramWords = 0
  for (const list of body)
    for (let position = 0; position < list.length && characters.body < GRAM_CHARACTERS; position++) {
      characters.body += words[list[position]!]!.word.length + 1
      bodyGramWords++
    }
  return {
    entry,
    words,
    question,
    alternatives,
    body,
    repetitions: repetitionsOf([question, ...alternatives], words),
    lengths: { question: question.length, alternatives: totalOf(alternatives), body: totalOf(body) },
    characters,
    bodyGramWords,
    fingerprint: fingerprintOf(entry),
  }
}

function repetitionsOf(phrases: WordNumbers[], words: Token[]): number[] {
  const repetitions: number[] = []
  let start = 0
  for (const phrase of phrases) {
    const seen = new Set<string>()
    phrase.forEach((word, index) => {
      const { term } = words[word]!
      if (seen.has(term)) repetitions.push(start + index)
      seen.add(term)
    })
    start += phrase.length + 1
  }
  return repetitions
}

/** cyrb53, enough to distinguish the entries of one workspace. */
function fingerprintOf({ question, body }: IndexEntry): number {
  const text = `${normalizeQuestion(question)}\n${normalizeQuestion(body)}`
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 2654435761)
    b = Math.imul(b ^ text.charCodeAt(index), 1597334677)
  }
  return ((b ^ (a >>> 13)) & 0x1fffff) * 2 ** 32 + ((a ^ (b >>> 13)) >>> 0)
}
