import { expect, it } from 'vitest'
import { clearestPhrasing, wellFormedQuestion } from './well-formed-question.ts'

it.each<[string, string, string?]>([
  ['can i take my notes with me', 'Can I take my notes with me?'],
  ['How do I get a refund?', 'How do I get a refund?'],
  ['export a notebook as pdf', 'How do I export a notebook as pdf?'],
  ['iPhone app', 'iPhone app?'],
  ['price of plus', 'Price of plus?'],
  ['HOW DO I PRINT', 'How do I print?'],
  ['is there an iPhone app', 'Is there an iPhone app?'],
  ['wie kündige ich', 'Wie kündige ich?', 'de'],
  ['Please refund [email]', 'Please refund [email]'],
  ['I want a refund, how?', 'I want a refund, how?'],
  ['where is it...', 'Where is it?'],
  ['サブスクリプションを解約するには？', 'サブスクリプションを解約するには？', 'ja'],
  ['  ', '?'],
])('%j becomes %j', (phrasing, question, language = 'en') =>
  expect(wellFormedQuestion(phrasing, language)).toBe(question),
)

it('prefers a question to a verb, and a verb to other phrasings', () => {
  expect(clearestPhrasing(['Preis', 'Kann ich zahlen'])).toBe('Kann ich zahlen')
  expect(clearestPhrasing(['howling', 'export notes', 'is there an export'])).toBe('is there an export')
  expect(clearestPhrasing(['pdf', 'export notes'])).toBe('export notes')
  expect(clearestPhrasing(['pdf', 'docx'])).toBe('pdf')
  expect(clearestPhrasing([])).toBe('')
})
