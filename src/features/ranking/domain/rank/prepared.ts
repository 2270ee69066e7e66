import { normalizeQuestion } from '../../../../kernel/text.ts'
import type { IndexEntry } from '../entry.ts'
import { sentences } from '../text/sentences.ts'
import { type Token, tokenize } from '../text/tokens.ts'

/** The words of one phrasing or sentence, as numbers in the entry's `words`. */
export type WordNumbers = Uint16Array

/** One way an entry asks: its question or an alternative. */
export interface Phrasing {
  words: WordNumbers
  /** The words whose term has not come before in it. */
  distinct: WordNumbers
}

/** Frequencies of each of an entry's words in its parts. */
export interface WordCounts {
  question: Uint16Array
  alternatives: Uint16Array
  body: Uint16Array
  /** In as much of the body as its character grams are taken from. */
  bodyGrams: Uint16Array
}

/** An entry cut into words, ready to be ranked; kept in memory because cutting costs more than ranking. */
export interface PreparedEntry {
  entry: IndexEntry
  /** Its different words. */
  words: Token[]
  question: WordNumbers
  alternatives: WordNumbers[]
  /** The question, then each alternative; without those that have no words. */
  phrasings: Phrasing[]
  /** One a sentence, as `sentences(body)` cuts them. */
  body: WordNumbers[]
  counts: WordCounts
  lengths: { question: number; alternatives: number; body: number }
  /** Letters of question and alternatives, and of as much of the body as its character grams are taken from. */
  characters: { head: number; body: number }
  /** Number of words of the body whose character grams are used. */
  bodyGramWords: number
  /** Question and body with case and punctuation taken off: equal for entries that say the same. */
  fingerprint: string
}

/** Character grams of long bodies say little and cost much. */
const GRAM_CHARACTERS = 2000
/** Further words of one entry are ignored. */
const MAX_WORDS = 20_000

/** Total number of words. */
export const totalOf = (lists: WordNumbers[]): number => lists.reduce((sum, list) => sum + list.length, 0)

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
  const body = sentences(entry.body).map(cut)
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
    phrasings: phrasingsOf([question, ...alternatives], words),
    body,
    counts: countWords({ words, question, alternatives, body, bodyGramWords }),
    lengths: { question: question.length, alternatives: totalOf(alternatives), body: totalOf(body) },
    characters,
    bodyGramWords,
    fingerprint: fingerprintOf(entry),
  }
}

export function countWords(
  entry: Pick<PreparedEntry, 'words' | 'question' | 'alternatives' | 'body' | 'bodyGramWords'>,
): WordCounts {
  const { length } = entry.words
  const count = (lists: WordNumbers[], most = Number.POSITIVE_INFINITY) => {
    const counts = new Uint16Array(length)
    let left = most
    for (const list of lists) for (let p = 0; p < list.length && left > 0; p++, left--) counts[list[p]!]!++
    return counts
  }
  return {
    question: count([entry.question]),
    alternatives: count(entry.alternatives),
    body: count(entry.body),
    bodyGrams: count(entry.body, entry.bodyGramWords),
  }
}

/** Those of the lists that have words, as phrasings. */
export const phrasingsOf = (lists: WordNumbers[], words: Token[]): Phrasing[] =>
  lists.filter((list) => list.length).map((list) => phrasingOf(list, words))

function phrasingOf(list: WordNumbers, words: Token[]): Phrasing {
  const seen = new Set<string>()
  const distinct = list.filter((number) => {
    const { term } = words[number]!
    const isNew = !seen.has(term)
    seen.add(term)
    return isNew
  })
  // Mostly no term comes twice, and one list does for both.
  return { words: list, distinct: distinct.length === list.length ? list : distinct }
}

/** cyrb53: two 32-bit hashes, enough to distinguish the entries of one workspace. */
function fingerprintOf({ question, body }: IndexEntry): string {
  const text = `${normalizeQuestion(question)}\n${normalizeQuestion(body)}`
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 2654435761)
    b = Math.imul(b ^ text.charCodeAt(index), 1597334677)
  }
  return `${text.length}:${(a ^ (b >>> 13)) >>> 0}:${(b ^ (a >>> 13)) >>> 0}`
}
