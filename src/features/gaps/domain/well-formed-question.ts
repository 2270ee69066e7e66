import { oneLine } from '../../../kernel/text.ts'

const QUESTION_START =
  /^(?:how|what|when|where|which|who|why|can|could|do|does|did|is|are|was|will|would|should|may|must|has|have|wie|was|wann|wo|wohin|woher|welche\p{L}*|wer|warum|wieso|kann|könn\p{L}*|darf|dürfen|gibt|ist|sind|hat|haben|muss|müssen|wird|werden|soll|geht|funktioniert)(?!\p{L})/iu
/** Verbs that visitors of help pages begin with when they leave "How do I" out. */
const TASK_START =
  /^(?:add|bring|cancel|change|choose|close|connect|copy|create|delete|disable|download|edit|enable|erase|export|find|force|get|give|import|install|invite|let|lock|log|make|merge|move|open|pause|pay|print|put|quit|read|redeem|remove|rename|renew|reset|restore|return|save|search|see|send|set|share|show|sign|start|stop|switch|sync|synchronize|track|transfer|turn|undelete|unlock|update|upgrade|upload|use|verify|view)\s\p{L}/iu
/** Other languages have signs of their own for a question. */
const QUESTION_MARK_LANGUAGES = ['en', 'de']
const STATEMENT_START = /^(?:please|i|we|my|it|there|bitte|ich|wir|mein\p{L}*|es)(?!\p{L})/iu

/** The phrasing that makes the best question: one that is a question, else one with a verb, else the first. */
export const clearestPhrasing = (phrasings: readonly string[]): string =>
  phrasings.find((phrasing) => QUESTION_START.test(phrasing.trim())) ??
  phrasings.find((phrasing) => TASK_START.test(phrasing.trim())) ??
  phrasings[0] ??
  ''

/** A phrasing as a heading of a help page: in sentence case, with "How do I" before a bare verb, and a question mark. */
export function wellFormedQuestion(phrasing: string, language: string): string {
  const singleLine = oneLine(phrasing)
  const isTaskOnly = language === 'en' && TASK_START.test(singleLine)
  const completeQuestion = isTaskOnly ? `How do I ${singleLine[0]!.toLowerCase()}${singleLine.slice(1)}` : singleLine
  // A text in capitals keeps none but the first; names in mixed case stay.
  const withoutCapitals = /\p{Ll}/u.test(completeQuestion) ? completeQuestion : completeQuestion.toLowerCase()
  const isEnglish = language === 'en'
  // A name such as iPhone keeps its small letter.
  const capitalized = /^\p{Ll}\p{Lu}/u.test(withoutCapitals)
    ? withoutCapitals
    : `${withoutCapitals.charAt(0).toUpperCase()}${withoutCapitals.slice(1)}`
  const withUppercaseI = isEnglish ? capitalized.replace(/(?<![\p{L}\p{N}'’])i(?=$|[\s,.?!'’])/gu, 'I') : capitalized
  if (
    STATEMENT_START.test(withUppercaseI) ||
    withUppercaseI.endsWith('?') ||
    !QUESTION_MARK_LANGUAGES.includes(language)
  )
    return withUppercaseI
  return `${withUppercaseI.replace(/[\s.!,;:]+$/u, '')}?`
}
