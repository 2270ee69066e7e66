import { beforeAll, describe, expect, it } from 'vitest'
import { createGapInbox, followQuestions, type GapInbox } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput, type TestContext } from '../../../../tests/support/content/test-context.ts'
import type { Generate } from '../../answering/server/index.ts'
import { createFaq, updateFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { recordVote } from '../../questions/server/index.ts'
import type { Gap } from '../contract.ts'
import { addAlternatives, createGapFaq } from './answer-gap.ts'
import { draftFaq } from './draft-faq.ts'
import { mergeGaps } from './merge-gaps.ts'

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  followQuestions(testContext)
})

const ASKED = ['How do I get a refund?', 'I want a refund, how?', 'how can i request a refund']
const OTHERS = [
  'Do you ship to Norway?',
  'Which colors are there?',
  'Where is the factory?',
  'Who founded the company?',
]

/** A gap of one question put three ways, in a workspace with a few FAQs about other things. */
async function asked(options: { generate?: Generate; questions?: string[] } = {}) {
  const inbox = await createGapInbox(testContext, options)
  for (const question of OTHERS)
    await createFaq(inbox.ctx, faqInput({ question, answer: `About that: ${question}`, category: 'Product' }))
  for (const question of options.questions ?? ASKED) await inbox.failed(question)
  await inbox.assign()
  const [gap] = await inbox.gaps()
  if (!gap) throw new Error('a gap was expected')
  return { inbox, gap }
}

const refundFaq = (options: Partial<ReturnType<typeof faqInput>> = {}) =>
  faqInput({ question: 'How do I get a refund?', answer: 'Write to us within 30 days.', ...options })

describe('drafts of answers', () => {
  const text = {
    title: 'Refunds',
    content: 'To get a refund, write to us within 30 days of your order. We pay refunds within 5 days.',
  }

  it("use visitors' phrasings for question and alternatives, and a source for the answer", async () => {
    const { inbox, gap } = await asked()
    await createTexts(inbox.ctx, [text])
    const draft = await draftFaq(inbox.answering, inbox.ctx, gap.id)
    expect(ASKED).toContain(draft.question)
    expect([draft.question, ...draft.alternative_questions].every((one) => ASKED.includes(one))).toBe(true)
    expect(draft.alternative_questions.length).toBeGreaterThan(0)
    expect(draft.answer).toContain('write to us within 30 days')
    expect(draft).toMatchObject({ written_by: 'sources', left_out: 0, masked: false, sources: [{ title: 'Refunds' }] })
  })

  it('have no answer when no source supports one', async () => {
    const { inbox, gap } = await asked()
    expect(await draftFaq(inbox.answering, inbox.ctx, gap.id)).toMatchObject({
      answer: '',
      sources: [],
      written_by: null,
      category: 'General',
    })
  })

  it('contain no sentence of a model without a supporting source', async () => {
    const generate: Generate = async function* () {
      yield 'To get a refund, write to us within 30 days [1]. We pay refunds within 5 days [1]. '
      yield 'You also get a voucher of 500 euro [1]. Call 555-1234 for luck.'
    }
    const { inbox, gap } = await asked({ generate })
    await createTexts(inbox.ctx, [text])
    const draft = await draftFaq(inbox.answering, inbox.ctx, gap.id)
    expect(draft).toMatchObject({
      answer: 'To get a refund, write to us within 30 days. We pay refunds within 5 days.',
      written_by: 'model',
      left_out: 2,
      sources: [{ title: 'Refunds' }],
    })
  })

  it('contain no personal data and no swear words', async () => {
    const shown = await asked({
      questions: ['refund for mia@example.com how', 'how do I get the fucking refund', ...ASKED],
    })
    const draft = await draftFaq(shown.inbox.answering, shown.inbox.ctx, shown.gap.id)
    expect(draft.masked).toBe(true)
    expect(JSON.stringify(draft)).not.toMatch(/mia@|fuck/)
    const only = await asked({ questions: ['Please refund mia@example.com'] })
    expect(await draftFaq(only.inbox.answering, only.inbox.ctx, only.gap.id)).toMatchObject({
      question: 'Please refund [email]',
      masked: true,
    })
  })
})

describe('verifications', () => {
  const publish = async (inbox: GapInbox, gap: Gap, options = {}) => {
    const saved = await createGapFaq(inbox.ctx, { id: gap.id, faq: refundFaq(options) })
    await inbox.verify(gap.id)
    return saved
  }

  it('resolve a gap and its questions when the FAQ answers every question', async () => {
    const { inbox, gap } = await asked()
    const saved = await publish(inbox, gap, { alternative_questions: ASKED })
    expect(await inbox.gap(gap.id)).toMatchObject({
      state: 'resolved',
      faq: { id: saved.id, status: 'published' },
      verification: { state: 'passed', asked: 3, failed: 0 },
    })
    expect(await inbox.count('messages', `faq_id = '${saved.id}' and done_at is not null`)).toBe(3)
    expect(await inbox.counts()).toEqual({ open: 0, resolved: 1, dismissed: 0 })
  })

  it('save one FAQ when two members answer the gap', async () => {
    const { inbox, gap } = await asked()
    const saved = await publish(inbox, gap)
    await expect(publish(inbox, gap, { question: 'Money back?' })).rejects.toMatchObject({
      code: 'gap.has_faq',
      message: expect.stringContaining('“How do I get a refund?”'),
    })
    expect((await inbox.gap(gap.id)).faq).toMatchObject({ id: saved.id })
    expect(await inbox.count('faqs', `question = 'Money back?'`)).toBe(0)
  })

  it('store no question, and keep a gap open while its FAQ is a draft', async () => {
    const { inbox, gap } = await asked()
    const before = await inbox.count('messages')
    await publish(inbox, gap, { status: 'draft' })
    expect(await inbox.gap(gap.id)).toMatchObject({
      state: 'open',
      verification: { state: 'none' },
      faq: { status: 'draft' },
    })
    expect(await inbox.count('messages')).toBe(before)
  })

  it('report the obstacle, and succeed after adding the question as an alternative', async () => {
    const { inbox, gap } = await asked({ questions: [...ASKED, 'refund for the blue zephyr kit please'] })
    const stray = (await inbox.gaps()).find(({ id }) => id !== gap.id)
    if (stray) await mergeGaps(inbox.ctx, { id: stray.id, into_id: gap.id })
    await createFaq(
      inbox.ctx,
      faqInput({
        question: 'What is in the blue zephyr kit?',
        answer: 'Yarn.',
        alternative_questions: ['blue zephyr kit'],
      }),
    )
    const saved = await publish(inbox, gap, { alternative_questions: ASKED })
    const failing = (await inbox.phrasings(gap.id)).filter(({ verification }) => verification === 'failed')
    expect(await inbox.gap(gap.id)).toMatchObject({
      state: 'open',
      verification: { state: 'failed', asked: 4, failed: 1 },
    })
    expect(failing).toMatchObject([
      { question: 'refund for the blue zephyr kit please', blocker: { kind: expect.any(String) } },
    ])
    expect(failing[0]?.blocker?.by?.title).toBe('What is in the blue zephyr kit?')
    const input = { id: gap.id, faq_id: saved.id, phrasing_ids: failing.map(({ id }) => id) }
    await addAlternatives(inbox.ctx, input, async () => [])
    await inbox.verify(gap.id)
    expect(await inbox.gap(gap.id)).toMatchObject({
      state: 'resolved',
      verification: { state: 'passed' },
      faq: { id: saved.id },
    })
  })

  it('are undone when the FAQ is deleted or a question fails again', async () => {
    const { inbox, gap } = await asked()
    const saved = await publish(inbox, gap, { alternative_questions: ASKED })
    await updateFaq(inbox.ctx, { id: saved.id, status: 'archived' })
    await inbox.verify(gap.id)
    expect(await inbox.gap(gap.id)).toMatchObject({ state: 'open', verification: { state: 'none' } })
    expect((await inbox.gap(gap.id)).reopened_at).not.toBeNull()
    await updateFaq(inbox.ctx, { id: saved.id, status: 'published' })
    await inbox.verify(gap.id)
    expect(await inbox.gap(gap.id)).toMatchObject({ state: 'resolved', reopened_at: null })
    await inbox.failed('how could one get a refund')
    await inbox.assign()
    expect(await inbox.gap(gap.id)).toMatchObject({ state: 'open', verification: { state: 'failed' }, asked: 4 })
    expect((await inbox.gap(gap.id)).reopened_at).not.toBeNull()
  })

  it('call a model only within its limit', async () => {
    let calls = 0
    const generate: Generate = async function* () {
      calls++
      yield 'Write to us within 30 days [1].'
    }
    const { inbox, gap } = await asked({ generate })
    await publish(inbox, gap, { alternative_questions: ASKED })
    expect(await inbox.gap(gap.id)).toMatchObject({ state: 'resolved' })
    expect(calls).toBe(3)
    await inbox.verify(gap.id, false)
    expect(calls).toBe(3)
    expect(await inbox.gap(gap.id)).toMatchObject({ state: 'resolved' })
  })
})

describe('a gap without a FAQ', () => {
  const about = (question: string) => `About that: ${question}`

  it('is resolved by another FAQ that answers all of it, and reopens without it', async () => {
    const { inbox, gap } = await asked()
    const saved = await createFaq(inbox.ctx, refundFaq({ alternative_questions: ASKED }))
    await inbox.verify(gap.id, false)
    expect(await inbox.gap(gap.id)).toMatchObject({
      state: 'resolved',
      faq: null,
      answered_by: { kind: 'faq', id: saved.id, title: 'How do I get a refund?' },
      verification: { state: 'passed', asked: 3, failed: 0 },
    })
    expect(await inbox.count('messages', `faq_id = '${saved.id}' and done_at is not null`)).toBe(3)
    await updateFaq(inbox.ctx, { id: saved.id, status: 'draft' })
    await inbox.verify(gap.id, false)
    const reopened = await inbox.gap(gap.id)
    expect(reopened).toMatchObject({ state: 'open', answered_by: null, verification: { state: 'none' } })
    expect(reopened.reopened_at).not.toBeNull()
  })

  it('is resolved by a text source', async () => {
    const { inbox, gap } = await asked()
    await createTexts(inbox.ctx, [{ title: 'How do I get a refund?', content: ASKED.map(about).join('\n\n') }])
    await inbox.verify(gap.id, false)
    expect(await inbox.gap(gap.id)).toMatchObject({ answered_by: { kind: 'chunk', title: 'How do I get a refund?' } })
  })

  it('stays open for an unanswered phrasing and names it', async () => {
    const { inbox, gap } = await asked()
    await inbox.failed('xylophone zeppelin')
    await inbox.assign()
    const [other] = (await inbox.gaps()).filter(({ id }) => id !== gap.id)
    await mergeGaps(inbox.ctx, { id: other?.id ?? '', into_id: gap.id })
    await createFaq(inbox.ctx, refundFaq({ alternative_questions: ASKED }))
    await inbox.verify(gap.id, false)
    expect(await inbox.gap(gap.id)).toMatchObject({
      state: 'open',
      answered_by: { kind: 'faq' },
      verification: { state: 'failed', asked: 4, failed: 1 },
    })
    expect((await inbox.phrasings(gap.id))[0]).toMatchObject({ question: 'xylophone zeppelin', verification: 'failed' })
  })

  it('is not resolved by an answer that its visitor marked as not helpful, until the answer changes', async () => {
    const inbox = await createGapInbox(testContext)
    const saved = await createFaq(inbox.ctx, refundFaq())
    const source = { kind: 'faq' as const, id: saved.id, title: saved.question, url: null, excerpt: '' }
    const id = await inbox.asked('How do I get a refund?', { sources: [source] })
    await recordVote(inbox.job, { id, vote: 'down' })
    await inbox.assign()
    const [gap] = await inbox.gaps()
    await inbox.verify(gap?.id ?? '', false)
    expect(await inbox.gap(gap?.id ?? '')).toMatchObject({ state: 'open', answered_by: null })
    await updateFaq(inbox.ctx, { id: saved.id, answer: 'Write to us within 60 days.' })
    await inbox.verify(gap?.id ?? '', false)
    expect(await inbox.gap(gap?.id ?? '')).toMatchObject({ state: 'resolved', answered_by: { id: saved.id } })
  })
})
