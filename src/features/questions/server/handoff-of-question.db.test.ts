import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { questionDetails } from './question-details.ts'
import { listQuestions } from './questions.queries.ts'
import { requestHandoffOfQuestion } from './request-handoff.ts'

const testContext = await createTestContext()

async function setUp() {
  const inbox = await createInbox(testContext)
  const visitor = await testContext.visitor(inbox.id)
  const handOver = (question: string, conversationId: string, email = 'visitor@example.com') =>
    requestHandoffOfQuestion(visitor, {
      conversation_id: conversationId,
      question,
      answer: 'No answer could be given.',
      page_url: 'https://shop.example.com/help',
      email,
      note: 'After six, please.',
    })
  return { ...inbox, handOver }
}

describe('asking for a person about an unanswered question', () => {
  it('saves the question as unanswered and waiting, and emits an event', async () => {
    const { ctx, handOver } = await setUp()
    const id = await handOver('Where is my parcel?', newId())
    for (const view of ['unanswered', 'waiting'] as const) {
      const { items } = await listQuestions(ctx, { page: 1, limit: 10, view })
      expect(items, view).toMatchObject([
        {
          id,
          question: 'Where is my parcel?',
          answer: 'No answer could be given.',
          outcome: 'unavailable',
          page_url: 'https://shop.example.com/help',
          visitor_email: 'visitor@example.com',
          handoff_requested_at: expect.any(String),
        },
      ])
    }
    expect(await questionDetails(ctx, id)).toMatchObject({ visitor_note: 'After six, please.' })
    await expect
      .poll(() =>
        testContext.receivedEvents.filter((event) => 'id' in event && event.id === id).map((event) => event.type),
      )
      .toEqual(expect.arrayContaining(['question.created', 'question.handoff']))
  })

  it('saves one question for repeated and simultaneous requests, with the latest address', async () => {
    const { count, handOver } = await setUp()
    const conversation = newId()
    const ids = await Promise.all([1, 2, 3, 4].map(() => handOver('Where is my parcel?', conversation)))
    ids.push(await handOver('Where is my parcel?', conversation, 'other@example.com'))
    expect(new Set(ids).size).toBe(1)
    expect(await count('messages')).toBe(1)
    expect(await count('messages', "visitor_email = 'other@example.com'")).toBe(1)
  })

  it('saves another question in another conversation or with other words', async () => {
    const { count, handOver } = await setUp()
    const conversation = newId()
    await handOver('Where is my parcel?', conversation)
    await handOver('Where is my invoice?', conversation)
    await handOver('Where is my parcel?', newId())
    expect(await count('messages')).toBe(3)
  })

  it('finds the recorded question even if its answer never arrived', async () => {
    const { asked, count, handOver } = await setUp()
    const conversation_id = newId()
    const kept = await asked('Where is my parcel?', { conversation_id, outcome: 'refused' })
    expect(await handOver('Where is my parcel?', conversation_id)).toBe(kept)
    expect(await count('messages')).toBe(1)
    expect(await count('messages', "outcome = 'refused' and handoff_requested_at is not null")).toBe(1)
  })

  it('finds nothing in another workspace', async () => {
    const { count, handOver } = await setUp()
    const conversation_id = newId()
    const other = await createInbox(testContext)
    await other.asked('Where is my parcel?', { conversation_id })
    await handOver('Where is my parcel?', conversation_id)
    expect([await count('messages'), await other.count('messages', 'visitor_email is null')]).toEqual([1, 1])
  })
})
