import { beforeAll, describe, expect, it } from 'vitest'
import { createGapInbox, followQuestions } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { answerQuestion } from '../../answering/server/answer-question.ts'
import { listBlockedSources } from '../../answering/server/index.ts'
import { createFaq, updateFaq } from '../../faqs/server/index.ts'
import { decodeMessageReference, deleteAllQuestions, recordVote, requestHandoff } from '../../questions/server/index.ts'
import { moveToFaq } from '../../questions/server/move-to-faq.ts'
import { inTransaction } from '../../workspaces/server/index.ts'
import type { DoubtfulState } from '../contract.ts'
import { listDoubtfulAnswers } from './doubtful-answers.queries.ts'
import { deleteUndoubted, noteDoubts } from './note-doubts.ts'
import { recheckDoubtfulAnswers } from './recheck-answers.ts'
import { blockSourceOfAnswer, markRight, reopenAnswer, unblockSourceOfAnswer } from './settle-answer.ts'

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  followQuestions(testContext)
})

const never = new AbortController().signal
const QUESTION = 'How do I get a refund?'

/** A shop with a FAQ on refunds among others, whose visitors ask for real. */
async function shop() {
  const inbox = await createGapInbox(testContext)
  const { ctx, job, answering } = inbox
  const faq = await createFaq(ctx, faqInput({ question: QUESTION, answer: 'Write to us within 30 days.' }))
  for (const other of ['Do you ship to Norway?', 'Which colors are there?', 'Where is the factory?'])
    await createFaq(ctx, faqInput({ question: other, answer: `About that: ${other}` }))
  const visitor = await testContext.visitor(inbox.id)
  const note = (messageId: string) => noteDoubts(answering, job, { messageId, signal: never })
  const ask = async (question: string, conversation_id = newId()) => {
    const stream = { signal: never, onSources: async () => {}, onDelta: async () => {}, onModel: () => {} }
    const input = { workspace_id: inbox.id, question, conversation_id }
    const answer = await answerQuestion(answering, visitor, input, { ...stream, mayUseModel: async () => false })
    const { messageId: id = '' } = decodeMessageReference(answer.message_id) ?? {}
    await note(id)
    return { ...answer, id }
  }
  const list = (state: DoubtfulState = 'open') => listDoubtfulAnswers(ctx, { state, page: 1, limit: 100 })
  return {
    ...inbox,
    ask,
    faq,
    list,
    vote: async (id: string, vote: 'up' | 'down' | null, reason?: string) => {
      await recordVote(job, { id, vote, reason })
      await note(id)
    },
    handOff: async (id: string) => {
      await requestHandoff(visitor, { id, email: 'visitor@example.com' })
      await note(id)
    },
    recheck: () => recheckDoubtfulAnswers(answering, job, never),
    first: async (state: DoubtfulState = 'open') => {
      const [item] = (await list(state)).items
      if (!item) throw new Error(`an answer was expected: ${state}`)
      return item
    },
  }
}

describe('an answer is doubted', () => {
  it('by a vote, until it is withdrawn', async () => {
    const { ask, vote, list, faq } = await shop()
    const { id, outcome } = await ask(QUESTION)
    expect(outcome).toBe('answered')
    expect((await list()).total).toBe(0)
    await vote(id, 'down', 'It is 14 days.')
    expect((await list()).items).toMatchObject([
      {
        question: QUESTION,
        question_id: id,
        answer: 'Write to us within 30 days.',
        sources: [{ kind: 'faq', id: faq.id }],
        doubts: { down_voted: 1, rephrased: 0, handed_off: 0 },
        vote_reasons: ['It is 14 days.'],
      },
    ])
    const second = await ask('how do I get a refund')
    await vote(second.id, 'down')
    expect((await list()).items).toMatchObject([{ question_id: second.id, doubts: { down_voted: 2 } }])
    for (const one of [id, second.id]) await vote(one, 'up')
    expect(await list()).toMatchObject({ items: [], total: 0, counts: { open: 0, right: 0, resolved: 0 } })
  })

  it('and shows the FAQ that its question became', async () => {
    const { ctx, ask, vote, list } = await shop()
    const { id } = await ask(QUESTION)
    await vote(id, 'down')
    expect((await list()).items).toMatchObject([{ question_id: id, faq: null }])
    const draft = await moveToFaq(ctx, { id, overrides: { question: 'Refunds in general?' } })
    expect((await list()).items).toMatchObject([{ faq: { id: draft.id, question: draft.question, status: 'draft' } }])
  })

  it('by the same question in other words, and by a request for a person', async () => {
    const { ask, list, handOff } = await shop()
    const visit = newId()
    await ask(QUESTION, visit)
    await ask('How can I get a refund', visit)
    expect((await list()).items).toMatchObject([
      { question: QUESTION, doubts: { rephrased: 1 }, rephrasing: 'How can I get a refund' },
    ])
    const shipping = newId()
    await ask('Do you ship to Norway?', shipping)
    const person = await ask('I want to talk to a person', shipping)
    expect(person.small_talk).toBe('person')
    await handOff(person.id)
    expect((await list()).items).toMatchObject([
      { question: 'Do you ship to Norway?', doubts: { down_voted: 0, handed_off: 1 } },
      { question: QUESTION },
    ])
  })

  it('not by the same form sent twice, another question, or a question without an answer', async () => {
    const { ask, list, vote, handOff } = await shop()
    const visit = newId()
    await ask(QUESTION, visit)
    await ask(QUESTION, visit)
    await ask('Do you ship to Norway?', visit)
    const refused = await ask('Do you breed alpaca herds yourselves?')
    expect(refused.outcome).not.toBe('answered')
    await vote(refused.id, 'down')
    await handOff(refused.id)
    expect((await list()).total).toBe(0)
  })

  it('no longer after its questions are deleted', async () => {
    const { ask, vote, list, ctx, count } = await shop()
    await vote((await ask(QUESTION)).id, 'down')
    await deleteAllQuestions(ctx)
    expect(await list()).toMatchObject({ items: [], counts: { open: 0 } })
    await inTransaction(ctx, deleteUndoubted)
    expect(await count('doubtful_answers')).toBe(0)
  })
})

describe('a doubtful answer', () => {
  it('is resolved after the question gets another answer, and reopened by the doubted one', async () => {
    const { ask, vote, recheck, list, first, faq, ctx } = await shop()
    await vote((await ask(QUESTION)).id, 'down')
    await recheck()
    await updateFaq(ctx, { id: faq.id, category: 'Support' })
    await recheck()
    expect((await list()).counts).toEqual({ open: 1, right: 0, resolved: 0 })
    await updateFaq(ctx, { id: faq.id, answer: 'Write to us within 14 days.' })
    await recheck()
    expect(await first('resolved')).toMatchObject({ answered_by: { kind: 'faq', id: faq.id } })
    await updateFaq(ctx, { id: faq.id, answer: 'Write to us within 30 days.' })
    await recheck()
    expect(await first()).toMatchObject({ answered_by: null, settled_at: null })
    await updateFaq(ctx, { id: faq.id, status: 'archived' })
    await recheck()
    expect(await first('resolved')).toMatchObject({ answered_by: null })
  })

  it('is left to members when it depends on its conversation', async () => {
    const { ask, vote, recheck, list, ctx } = await shop()
    await createFaq(ctx, faqInput({ question: 'Do you ship to Iceland?', answer: 'Yes, by sea.' }))
    await createFaq(ctx, faqInput({ question: 'What about Iceland?', answer: 'Our shop in Iceland is open.' }))
    expect((await ask('And to Iceland?')).answer).not.toBe('Yes, by sea.')
    const visit = newId()
    await ask('Do you ship to Norway?', visit)
    const followUp = await ask('And to Iceland?', visit)
    expect(followUp).toMatchObject({ outcome: 'answered', answer: 'Yes, by sea.' })
    await vote(followUp.id, 'down')
    await recheck()
    expect((await list()).items).toMatchObject([{ question: 'And to Iceland?' }])
  })

  it('is removed from every queue when a member confirms it, and ignores later votes', async () => {
    const { ask, vote, list, first, ctx, faq, assign, count } = await shop()
    const { id } = await ask(QUESTION)
    await vote(id, 'down')
    await assign()
    const inGaps = () => count('gap_questions', `message_id = '${id}'`)
    expect(await inGaps()).toBe(1)
    const { id: answerId } = await first()
    expect(await markRight(ctx, answerId)).toMatchObject({ state: 'right', settled_by: 'Test Person' })
    expect(await inGaps()).toBe(0)
    expect(await count('messages', `id = '${id}' and done_at is not null`)).toBe(1)
    await vote((await ask(QUESTION)).id, 'down')
    expect((await list()).counts).toEqual({ open: 0, right: 1, resolved: 0 })
    expect(await reopenAnswer(ctx, answerId)).toMatchObject({ state: 'open', settled_by: null })
    await markRight(ctx, answerId)
    await updateFaq(ctx, { id: faq.id, answer: 'Write to us within 14 days.' })
    await vote((await ask(QUESTION)).id, 'down')
    expect(await first()).toMatchObject({ id: answerId, doubts: { down_voted: 3 } })
  })

  it('does not use a source that is blocked for it or for close paraphrases, until it is unblocked', async () => {
    const { ask, vote, recheck, first, faq, ctx } = await shop()
    await vote((await ask(QUESTION)).id, 'down')
    const { id } = await first()
    await expect(blockSourceOfAnswer(ctx, { id, source_id: newId() })).rejects.toMatchObject({
      code: 'source.not_found',
    })
    const block = await blockSourceOfAnswer(ctx, { id, source_id: faq.id })
    expect(await blockSourceOfAnswer(ctx, { id, source_id: faq.id })).toEqual(block)
    expect((await listBlockedSources(ctx)).items).toEqual([block])
    expect(block).toMatchObject({ question: QUESTION, title: QUESTION, blocked_by: 'Test Person' })
    for (const question of [QUESTION, 'how can i get a refund']) {
      const blocked = await ask(question)
      expect({ question, sources: blocked.sources }).toEqual({ question, sources: [] })
      expect(blocked.suggestions ?? []).not.toContainEqual(expect.objectContaining({ id: faq.id }))
    }
    // Questions that are put differently still get it.
    expect(await ask('Within how many days must I write for a refund?')).toMatchObject({
      sources: [{ id: faq.id }],
    })
    await recheck()
    expect(await first('resolved')).toMatchObject({ id, answered_by: null })
    await unblockSourceOfAnswer(ctx, block.id)
    await expect(unblockSourceOfAnswer(ctx, block.id)).rejects.toMatchObject({ code: 'blocked_source.not_found' })
    expect(await ask(QUESTION)).toMatchObject({ outcome: 'answered', sources: [{ id: faq.id }] })
    await recheck()
    expect(await first()).toMatchObject({ id })
  })
})
