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
const totalLengthOf = (wordLists: WordNumbers[]): number =>
  wordLists.reduce((lengthSum, wordList) => lengthSum + wordList.length, 0)

export function prepareEntry(indexEntry: IndexEntry): PreparedEntry {
  const numberByToken = new Map<Token, number>()
  let remainingWords = MAX_WORDS
  const cutWords = (partText: string): WordNumbers => {
    const partTokens = tokenize(partText, indexEntry.language).slice(0, remainingWords)
    remainingWords -= partTokens.length
    return Uint16Array.from(partTokens, (token) => {
      const knownNumber = numberByToken.get(token)
      if (knownNumber !== undefined) return knownNumber
      numberByToken.set(token, numberByToken.size)
      return numberByToken.size - 1
    })
  }
  const question = cutWords(indexEntry.question)
  const alternatives = indexEntry.alternatives.map(cutWords)
  const bodySentences = sentences(indexEntry.body).slice(0, MAX_SENTENCES).map(cutWords)
  const distinctTokens = [...numberByToken.keys()]
  const characters = { head: 0, body: 0 }
  for (const wordList of [question, ...alternatives])
    for (const wordNumber of wordList) characters.head += distinctTokens[wordNumber]!.word.length
  let bodyGramWords = 0
  for (const wordList of bodySentences)
    for (let position = 0; position < wordList.length && characters.body < GRAM_CHARACTERS; position++) {
      characters.body += distinctTokens[wordList[position]!]!.word.length + 1
      bodyGramWords++
    }
  return {
    entry: indexEntry,
    words: distinctTokens,
    question,
    alternatives,
    body: bodySentences,
    repetitions: repetitionsOf([question, ...alternatives], distinctTokens),
    lengths: {
      question: question.length,
      alternatives: totalLengthOf(alternatives),
      body: totalLengthOf(bodySentences),
    },
    characters,
    bodyGramWords,
    fingerprint: fingerprintOf(indexEntry),
  }
}

function repetitionsOf(entryPhrases: WordNumbers[], entryTokens: Token[]): number[] {
  const repetitions: number[] = []
  let phraseStart = 0
  for (const phraseWords of entryPhrases) {
    const seenTerms = new Set<string>()
    phraseWords.forEach((wordNumber, wordPosition) => {
      const { term } = entryTokens[wordNumber]!
      if (seenTerms.has(term)) repetitions.push(phraseStart + wordPosition)
      seenTerms.add(term)
    })
    phraseStart += phraseWords.length + 1
  }
  return repetitions
}

/** cyrb53, enough to distinguish the entries of one workspace. */
function fingerprintOf({ question, body }: IndexEntry): number {
  const comparedText = `${normalizeQuestion(question)}\n${normalizeQuestion(body)}`
  let firstHash = 0xdeadbeef
  let secondHash = 0x41c6ce57
  for (let characterIndex = 0; characterIndex < comparedText.length; characterIndex++) {
    firstHash = Math.imul(firstHash ^ comparedText.charCodeAt(characterIndex), 2654435761)
    secondHash = Math.imul(secondHash ^ comparedText.charCodeAt(characterIndex), 1597334677)
  }
  return ((secondHash ^ (firstHash >>> 13)) & 0x1fffff) * 2 ** 32 + ((firstHash ^ (secondHash >>> 13)) >>> 0)
}
