import type { IndexEntry } from './entry.ts'
import { sentences } from './sentences.ts'
import { type Token, tokenise } from './tokens.ts'

/** An entry cut into tokens, ready to be ranked; kept in memory because cutting costs more than ranking. */
export interface PreparedEntry {
  entry: IndexEntry
  question: Token[]
  alternatives: Token[][]
  /** One list a sentence, as `sentences(body)` cuts them. */
  body: Token[][]
  lengths: { question: number; alternatives: number; body: number }
}

const total = (lists: Token[][]): number => lists.reduce((sum, list) => sum + list.length, 0)

export function prepareEntry(entry: IndexEntry): PreparedEntry {
  const question = tokenise(entry.question, entry.language)
  const alternatives = entry.alternatives.map((text) => tokenise(text, entry.language))
  const body = sentences(entry.body).map((text) => tokenise(text, entry.language))
  const lengths = { question: question.length, alternatives: total(alternatives), body: total(body) }
  return { entry, question, alternatives, body, lengths }
}
