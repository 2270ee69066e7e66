// "Move all to FAQs": what becomes of questions that were never answered.
import { expect, it } from 'vitest'
import { createInbox, type Inbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { NOT_FOUND_ANSWER, SUGGESTED_ANSWER } from '../../faqs/contract.ts'
import { updateManyFaqs } from '../../faqs/server/index.ts'
import { countMovable, moveAllToFaqs } from './move-all-to-faqs.ts'
import { moveToFaq } from './move-to-faq.ts'

let inbox: Inbox

const testContext = await createTestContext()

const draftOf = async (question: string) => {
  const { rows } = await testContext.db.pool.query(
    'select id, answer, status from faqs where workspace_id = $1 and question = $2',
    [inbox.id, question],
  )
  return rows[0]
}

it('a move leaves refusals out of the drafts, and reports moved, skipped and unanswered questions', async () => {
  inbox = await createInbox(testContext)
  const first = await inbox.asked('Answered?', { answer: 'Yes.' })
  await inbox.asked('Answered too?', { answer: 'Yes, too.' })
  await inbox.asked('Refused?', { outcome: 'refused', answer: NOT_FOUND_ANSWER })
  await inbox.asked('Suggested?', { outcome: 'suggested', answer: `${SUGGESTED_ANSWER}\n\n1. Wool` })
  await inbox.asked('Refused, but not noticed?', { answer: NOT_FOUND_ANSWER })
  await moveToFaq(inbox.ctx, { id: first, overrides: {} })

  expect(await countMovable(inbox.ctx)).toEqual({ movable: 4, needs_answer: 3, in_faqs: 1 })
  expect(await moveAllToFaqs(inbox.ctx)).toEqual({ moved: 4, needs_answer: 3, in_faqs: 1 })
  expect(await draftOf('Answered too?')).toMatchObject({ answer: 'Yes, too.', status: 'draft' })
  for (const question of ['Refused?', 'Suggested?', 'Refused, but not noticed?'])
    expect(await draftOf(question), question).toMatchObject({ answer: '', status: 'draft' })
  expect(await inbox.count('messages', `done_at is null and question <> 'Answered?'`), 'still to answer').toBe(3)
  expect(await countMovable(inbox.ctx)).toEqual({ movable: 0, needs_answer: 0, in_faqs: 5 })
  expect(await moveAllToFaqs(inbox.ctx)).toEqual({ moved: 0, needs_answer: 0, in_faqs: 5 })
})

it('publishing the batch keeps the drafts without an answer', async () => {
  const ids: string[] = []
  for (const question of ['Refused?', 'Answered too?', 'Suggested?']) ids.push((await draftOf(question))?.id)
  const outcomes = await updateManyFaqs(inbox.ctx, { ids, status: 'published', if_status: 'draft' })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['needs_answer', 'done', 'needs_answer'])
  expect(await inbox.count('faqs', `status = 'published'`)).toBe(1)
})

it('a single unanswered question requires an answer to be moved', async () => {
  inbox = await createInbox(testContext)
  const id = await inbox.asked('Refused?', { outcome: 'refused', answer: NOT_FOUND_ANSWER })
  await expect(moveToFaq(inbox.ctx, { id, overrides: {} })).rejects.toMatchObject({
    kind: 'invalid',
    details: { fields: [{ path: 'answer' }] },
  })
  expect(await moveToFaq(inbox.ctx, { id, overrides: { answer: 'Here it is.' } })).toMatchObject({
    answer: 'Here it is.',
  })
})
