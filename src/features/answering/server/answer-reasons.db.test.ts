import { expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { decodeMessageReference } from '../../questions/server/index.ts'
import { questionDetails } from '../../questions/server/question-details.ts'
import { askInput } from '../contract.ts'
import { AnswerCache } from './answer-cache.ts'
import { answerQuestion } from './answer-question.ts'
import type { Answer } from './record.ts'

it('the inbox has no confidence that contradicts the outcome', async () => {
  const testContext = await createTestContext()
  const owner = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(owner)
  const writer = await testContext.as(owner, id, 'faq.write')
  const answer = 'Open **Settings**, choose Security, then press Reset password.'
  await createFaq(writer, faqInput({ question: 'How do I reset my password?', answer }))
  const reader = await testContext.as(owner, id, 'question.read')
  const visitor = await testContext.visitor(id)
  const appUrl = new URL('https://help.example.com')
  const services = { appUrl, generate: null, cache: new AnswerCache<Answer>(1), log: () => {} }
  const factsOf = async (question: string) => {
    const input = askInput.parse({ workspace_id: id, question })
    const { message_id } = await answerQuestion(services, visitor, input, {
      signal: new AbortController().signal,
      mayUseModel: async () => false,
      onModel: () => {},
      onSources: async () => {},
      onDelta: async () => {},
    })
    const { messageId } = decodeMessageReference(message_id)!
    const { outcome, confidence, reasons } = await questionDetails(reader, messageId)
    return { outcome, confidence, reasons }
  }
  const answered = await factsOf('reset my password')
  expect(answered).toMatchObject({ outcome: 'answered', reasons: { obstacle: null } })
  expect(answered.confidence).toBeGreaterThan(0.5)
  expect(await factsOf('reset my password on an iphone')).toEqual({
    outcome: 'suggested',
    confidence: null,
    reasons: { matched: ['reset', 'password'], missing: ['iphone'], obstacle: 'platform' },
  })
  expect(await factsOf('Who composed the opera Turandot?')).toEqual({
    outcome: 'refused',
    confidence: null,
    reasons: { matched: [], missing: expect.arrayContaining(['turandot']), obstacle: 'subject' },
  })
})
