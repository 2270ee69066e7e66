import type { EntryText } from '../entry.ts'

/** About what a model of 512 tokens reads of a European language; longer texts say little more about their subject. */
const MAX_CHARACTERS = 2000
const MAX_OF_QUESTION = 400
const MAX_ALTERNATIVES = 10

/**
 * Returns the embedded texts of an entry: its question with the start of its body, then its alternatives, each alone.
 * None for an entry without text.
 */
export function embeddedTexts({ question, alternatives, body }: Omit<EntryText, 'language'>): string[] {
  const mainText = joinParts([question.slice(0, MAX_OF_QUESTION), body])
  const otherTexts = alternatives
    .slice(0, MAX_ALTERNATIVES)
    .map((alternative) => joinParts([alternative.slice(0, MAX_OF_QUESTION)]))
  return mainText ? [mainText, ...otherTexts.filter(Boolean)] : otherTexts.filter(Boolean)
}

const joinParts = (textParts: readonly string[]): string =>
  textParts
    .map((textPart) => textPart.trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
