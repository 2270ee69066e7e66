// A FAQ whose answer is empty or a stock reply is published by no path.
import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { AI_UNAVAILABLE, importFaqsInput, NOT_FOUND_ANSWER, STOCK_REPLIES } from '../contract.ts'
import { createFaq } from './create-faq.ts'
import { listRows } from './faq-rows.queries.ts'
import { restoreVersion } from './history/faq-history.ts'
import { importFaqs } from './transfer/import-faqs.ts'
import { deleteFaq } from './trash/delete-faq.ts'
import { restoreFaqs } from './trash/restore-faqs.ts'
import { updateFaq } from './update-faq.ts'
import { updateManyFaqs } from './update-many-faqs.ts'

const testContext = await createTestContext()

async function setUp(): Promise<{ id: string; ctx: WorkspaceContext }> {
  const userId = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(userId)
  return { id, ctx: await testContext.as(userId, id, 'faq.write') }
}

const REFUSED = { kind: 'invalid', code: 'faq.needs_answer', details: { fields: [{ path: 'answer' }] } }
const draft = (answer = NOT_FOUND_ANSWER) => faqInput({ answer, status: 'draft' })
/** A published FAQ with such an answer, as earlier versions could make one. */
const publishBehindItsBack = (faqId: string) =>
  testContext.db.pool.query(`update faqs set status = 'published' where id = $1`, [faqId])

describe('publishing a FAQ without an answer is refused', () => {
  it.each([
    AI_UNAVAILABLE,
    ...Object.values(STOCK_REPLIES).flatMap((replies) => Object.values(replies)),
    `  **${NOT_FOUND_ANSWER}**\n`,
    '** **',
    NOT_FOUND_ANSWER.toUpperCase().replace("'", '’'),
    `${STOCK_REPLIES.en.suggested}\n\n1. Wool`,
  ])('when it is created: %s', async (answer) => {
    const { ctx } = await setUp()
    await expect(createFaq(ctx, faqInput({ answer }))).rejects.toMatchObject(REFUSED)
    expect(await createFaq(ctx, draft(answer))).toMatchObject({ status: 'draft' })
  })

  it('when it is changed, one by one or many at once', async () => {
    const { ctx } = await setUp()
    const { id } = await createFaq(ctx, draft())
    await expect(updateFaq(ctx, { id, status: 'published' })).rejects.toMatchObject(REFUSED)
    const live = await createFaq(ctx, faqInput({ question: 'Live?' }))
    await expect(updateFaq(ctx, { id: live.id, answer: NOT_FOUND_ANSWER })).rejects.toMatchObject(REFUSED)
    expect(await updateManyFaqs(ctx, { ids: [id, live.id], status: 'published' })).toEqual([
      { id, outcome: 'needs_answer' },
      { id: live.id, outcome: 'unchanged' },
    ])
    expect(await updateManyFaqs(ctx, { ids: [id], status: 'archived' })).toEqual([{ id, outcome: 'done' }])
    expect(await updateManyFaqs(ctx, { ids: [id], status: 'published' })).toEqual([{ id, outcome: 'needs_answer' }])
    expect(await updateFaq(ctx, { id, status: 'published', answer: 'Here.' })).toMatchObject({ status: 'published' })
  })

  it('when it is imported, as a new FAQ or over an old one', async () => {
    const { ctx } = await setUp()
    await createFaq(ctx, faqInput({ question: 'Live?', answer: 'Yes.' }))
    const out = await importFaqs(
      ctx,
      importFaqsInput.parse({
        on_duplicate: 'update',
        items: [
          { question: 'New?', answer: NOT_FOUND_ANSWER, status: 'published' },
          { question: 'Live?', answer: NOT_FOUND_ANSWER },
          { question: 'Draft?', answer: NOT_FOUND_ANSWER },
          { question: 'draft', answer: NOT_FOUND_ANSWER, status: 'published' },
          { question: 'Fine?', answer: 'Yes.', status: 'published' },
        ],
      }),
    )
    expect(out.failed).toMatchObject([0, 1, 3].map((index) => ({ index, code: 'faq.needs_answer' })))
    expect(out).toMatchObject({ created: 2, updated: 0 })
  })

  it('when an earlier version is restored', async () => {
    const { ctx } = await setUp()
    const { id } = await createFaq(ctx, draft())
    await testContext.db.pool.query(
      `update faq_versions set content = content || '{"status":"published"}' where faq_id = $1`,
      [id],
    )
    await updateFaq(ctx, { id, answer: 'Yes.' })
    await expect(restoreVersion(ctx, id, 1)).rejects.toMatchObject(REFUSED)
  })
})

it('a FAQ without an answer is restored from the trash as a draft', async () => {
  const { ctx } = await setUp()
  const { id } = await createFaq(ctx, draft())
  const { id: good } = await createFaq(ctx, faqInput({ question: 'Good?' }))
  await publishBehindItsBack(id)
  for (const faqId of [id, good]) await deleteFaq(ctx, faqId)
  expect(await restoreFaqs(ctx, { ids: [id, good] })).toBe(2)
  const { items } = await listRows(ctx, { limit: 10 })
  expect(items).toMatchObject([
    { id, status: 'draft', needs_answer: true },
    { id: good, status: 'published' },
  ])
})

it('a FAQ without an answer is marked in the table', async () => {
  const { id, ctx } = await setUp()
  const made: string[] = []
  for (const answer of [
    NOT_FOUND_ANSWER,
    STOCK_REPLIES.ja.unavailable,
    '---',
    'Yes.',
    'I could not find it either.',
    '👍',
  ])
    made.push((await createFaq(ctx, faqInput({ question: `${answer}?`.slice(0, 400), answer, status: 'draft' }))).id)
  await testContext.db.pool.query(`update faqs set answer = '' where workspace_id = $1 and id = $2`, [id, made[3]])
  const { items } = await listRows(ctx, { limit: 10 })
  expect(items.map(({ needs_answer }) => needs_answer)).toEqual([true, true, true, true, undefined, undefined])
})
