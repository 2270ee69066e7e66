import { expect, it } from 'vitest'
import { NOT_FOUND_ANSWER, STOCK_REPLIES } from '../contract.ts'
import { needsAnswer } from './needs-answer.ts'

it.each([
  '',
  ' \n\t',
  '\u200b',
  '\u3164',
  '** **',
  '---',
  `\u3164${NOT_FOUND_ANSWER}`,
  NOT_FOUND_ANSWER,
  `**${NOT_FOUND_ANSWER}** Anything else?`,
  STOCK_REPLIES.ar.suggested,
])('the answer is missing: %j', (answer) => expect(needsAnswer(answer)).toBe(true))

it.each([
  'Yes.',
  '👍',
  '❤️',
  '5',
  '€',
  'I couldn’t find this either.',
  `When it says “${NOT_FOUND_ANSWER}”, ask a person.`,
])('the answer exists: %j', (answer) => expect(needsAnswer(answer)).toBe(false))
