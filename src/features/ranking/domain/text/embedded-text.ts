import type { EntryText } from '../entry.ts'

/** About what a model of 512 tokens reads of a European language; longer texts say little more about their subject. */
const MAX_CHARACTERS = 2000
const MAX_OF_QUESTION = 400
const MAX_OF_ALTERNATIVES = 600

/** Returns the embedded text of an entry: its question, its other phrasings and the start of its body. May be empty. */
export function embeddedText({ question, alternatives, body }: Omit<EntryText, 'language'>): string {
  const parts = [question.slice(0, MAX_OF_QUESTION), alternatives.join('\n').slice(0, MAX_OF_ALTERNATIVES), body]
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
}
