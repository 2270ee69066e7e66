import { beforeAll, expect, it } from 'vitest'
import { createGapInbox, followQuestions } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { addAlternatives } from './answer-gap.ts'
import { closestEntries } from './closest-entries.ts'
import { previewAlternatives } from './preview-alternatives.ts'

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  followQuestions(testContext)
})

/** A gap of one question put three ways, in a workspace with FAQs about other things. */
async function asked() {
  const inbox = await createGapInbox(testContext)
  for (const question of ['Do you ship to Norway?', 'Which colors are there?', 'Where is the factory?'])
    await createFaq(inbox.ctx, faqInput({ question, answer: `About that: ${question}` }))
  for (const question of ['How do I get a refund?', 'I want a refund, how?', 'how can i request a refund'])
    await inbox.failed(question)
  await inbox.assign()
  const [gap] = await inbox.gaps()
  if (!gap) throw new Error('a gap was expected')
  return { inbox, gap }
}

it('gaps can be answered by an existing FAQ, with the missing words added', async () => {
  const { inbox, gap } = await asked()
  const { id: faqId } = await createFaq(
    inbox.ctx,
    faqInput({ question: 'Do you take parcels back?', answer: 'Yes, you get a refund within 30 days.' }),
  )
  const closest = await closestEntries(inbox.answering, inbox.ctx, gap.id)
  expect(closest[0]).toMatchObject({ kind: 'faq', id: faqId })
  expect(closest.length).toBeLessThanOrEqual(3)
  const phrasing_ids = (await inbox.phrasings(gap.id)).map(({ id }) => id)
  const input = { id: gap.id, faq_id: faqId, phrasing_ids }
  expect(await previewAlternatives(inbox.ctx, input, async () => [])).toMatchObject({ taken: [], taken_count: 0 })
  await addAlternatives(inbox.ctx, input, async () => [])
  await inbox.verify(gap.id)
  expect(await inbox.gap(gap.id)).toMatchObject({ state: 'resolved', faq: { id: faqId } })
  await expect(
    addAlternatives(inbox.ctx, { ...input, faq_id: (await createFaq(inbox.ctx, faqInput())).id }, async () => []),
  ).rejects.toMatchObject({ code: 'gap.has_faq' })
})

it('gaps give a FAQ no question that another FAQ answers', async () => {
  const { inbox, gap } = await asked()
  const exports = await createFaq(
    inbox.ctx,
    faqInput({ question: 'How do I export my settings?', answer: 'Open Backup.' }),
  )
  const moves = await createFaq(inbox.ctx, faqInput({ question: 'How do I reach you?', answer: 'Write to us.' }))
  const right = { question: 'Where can I get the settings exported', outcome: 'answered' as const }
  await inbox.failed('Where can I get settings exported to a file')
  await inbox.assign()
  const stray = (await inbox.gaps()).find(({ id }) => id !== gap.id)!
  const phrasing_ids = (await inbox.phrasings(stray.id)).map(({ id }) => id)
  const input = { id: stray.id, faq_id: moves.id, phrasing_ids }
  const byVisitors = await previewAlternatives(inbox.ctx, input, async () => [])
  expect(byVisitors).toMatchObject({ tested: 0, taken_count: 0 })
  await inbox.asked(right.question, { outcome: right.outcome })
  const taken = [{ question: right.question, from: 'How do I export my settings?' }]
  expect(await previewAlternatives(inbox.ctx, input, async () => [])).toMatchObject({ tested: 1, taken })
  await expect(addAlternatives(inbox.ctx, input, async () => [])).rejects.toMatchObject({
    code: 'gap.takes_questions',
  })
  const byTests = { ...input, faq_id: exports.id }
  expect(await previewAlternatives(inbox.ctx, byTests, async () => [right.question])).toMatchObject({ taken: [] })
})
