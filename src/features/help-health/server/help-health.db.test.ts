import { expect, it } from 'vitest'
import { createGapInbox } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { createAnswerTest } from '../../answer-tests/server/edit-answer-tests.ts'
import { noteDoubts } from '../../doubtful-answers/server/note-doubts.ts'
import { createFaq, updateFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { recordVote } from '../../questions/server/index.ts'
import type { HealthPart, StaleReason } from '../contract.ts'
import { getHelpHealth } from './get-help-health.ts'
import { recordFaqVote } from './record-faq-vote.ts'
import { setReviewed } from './set-reviewed.ts'
import { listStaleFaqs } from './stale-faqs.queries.ts'

const testContext = await createTestContext()

async function workspace() {
  const inbox = await createGapInbox(testContext)
  const { ctx, job, id: workspaceId } = inbox
  const never = new AbortController().signal
  const run = (statement: string) => systemTransaction(testContext.db, (transaction) => transaction.execute(statement))
  return {
    ...inbox,
    faq: (question: string) => createFaq(ctx, faqInput({ question, answer: `About that: ${question}` })),
    run,
    /** Makes a FAQ as old as if it had not been changed since. */
    age: (faqId: string, months: number) =>
      run(
        `update faqs set created_at = now() - interval '${months} months', updated_at = now() - interval '${months} months'
         where workspace_id = '${workspaceId}' and id = '${faqId}'`,
      ),
    /** A visitor gets an answer from this FAQ, and votes. */
    answeredBy: async (faqId: string, vote: 'up' | 'down' | null) => {
      const source = { kind: 'faq' as const, id: faqId, source_id: faqId, title: 'T', url: null, excerpt: 'E' }
      const id = await inbox.asked(`A question ${newId()}?`, { sources: [source] })
      if (vote) await recordVote(job, { id, vote })
      await noteDoubts(inbox.answering, job, { messageId: id, signal: never })
    },
    part: async (part: HealthPart) => (await getHelpHealth(ctx)).parts.find((one) => one.part === part),
    stale: async (reason: StaleReason) =>
      (await listStaleFaqs(ctx, { reason, page: 1, limit: 100 })).items.map(({ id }) => id),
  }
}

it('is unknown without content, and 100 without problems', async () => {
  const { ctx, faq } = await workspace()
  expect((await getHelpHealth(ctx)).score).toBeNull()
  await faq('Do you ship to Norway?')
  expect((await getHelpHealth(ctx)).score).toBe(100)
})

it('decreases by the shown points of unread sources, doubtful answers and failing tests', async () => {
  const { ctx, faq, part, answeredBy, run, id } = await workspace()
  const { id: faqId } = await faq('Do you ship to Norway?')
  await createTexts(
    ctx,
    ['A', 'B', 'C', 'D'].map((title) => ({ title, content: `Text ${title}.` })),
  )
  await run(`update sources set state = 'failed' where workspace_id = '${id}' and title = 'A'`)
  expect(await part('unread')).toMatchObject({ count: 1, total: 4, lost: 10, weight: 20 })
  const websiteId = newId()
  await run(
    `insert into websites (workspace_id, id, name, url, scope) values ('${id}', '${websiteId}', 'W', 'https://w.test', 'site')`,
  )
  for (const [state, count, lost] of [
    ['failed', 2, 16],
    ['completed', 1, 8],
  ] as const) {
    await run(
      `insert into website_runs (workspace_id, id, website_id, state) values ('${id}', '${newId()}', '${websiteId}', '${state}')`,
    )
    expect(await part('unread')).toMatchObject({ count, total: 5, lost })
  }
  await answeredBy(faqId, 'up')
  await answeredBy(faqId, 'down')
  expect(await part('doubtful')).toMatchObject({ count: 1, total: 2, lost: 15 })
  await createAnswerTest(ctx, { question: 'Do you ship?', must_contain: ['yes'], must_cite: null })
  expect(await part('tests')).toMatchObject({ count: 0, total: 0, lost: 0 })
  await run(`update answer_tests set state = 'failing' where workspace_id = '${id}'`)
  expect(await part('tests')).toMatchObject({ count: 1, total: 1, lost: 15 })
  const { score, parts } = await getHelpHealth(ctx)
  expect(score).toBe(100 - parts.reduce((sum, { lost }) => sum + lost, 0))
  expect(score).toBe(62)
})

it('lists FAQs without a recent review, until they are changed or confirmed', async () => {
  const { ctx, faq, age, part, stale } = await workspace()
  const [old, older] = [await faq('Do you ship to Norway?'), await faq('Which colors are there?')]
  await age(old.id, 7)
  await age(older.id, 8)
  await age((await faq('Where is the factory?')).id, 5)
  expect(await stale('unreviewed')).toEqual([older.id, old.id])
  expect(await part('unreviewed')).toMatchObject({ count: 2, total: 3, lost: 10 })
  await setReviewed(ctx, { id: older.id, reviewed: true })
  expect(await stale('unreviewed')).toEqual([old.id])
  await setReviewed(ctx, { id: older.id, reviewed: false })
  expect(await stale('unreviewed')).toEqual([older.id, old.id])
  await updateFaq(ctx, { id: old.id, answer: 'Yes, by sea.' })
  expect(await stale('unreviewed')).toEqual([older.id])
  await updateFaq(ctx, { id: older.id, status: 'draft' })
  expect(await stale('unreviewed')).toEqual([])
  await expect(setReviewed(ctx, { id: newId(), reviewed: true })).rejects.toMatchObject({ code: 'faq.not_found' })
})

it('lists FAQs that never answered a question, if visitors get answers at all', async () => {
  const { faq, age, stale, answeredBy, ctx } = await workspace()
  const [asked, unasked] = [await faq('Do you ship to Norway?'), await faq('Which colors are there?')]
  for (const { id } of [asked, unasked]) await age(id, 4)
  expect(await stale('never_asked')).toEqual([])
  await answeredBy(asked.id, null)
  expect(await stale('never_asked')).toEqual([unasked.id])
  await setReviewed(ctx, { id: unasked.id, reviewed: true })
  expect(await stale('never_asked')).toEqual([])
})

it('lists FAQs that most voters marked as not helpful since their last change or review', async () => {
  const { ctx, faq, stale, answeredBy } = await workspace()
  const { id } = await faq('Do you ship to Norway?')
  await answeredBy(id, 'down')
  expect(await stale('down_voted')).toEqual([])
  await answeredBy(id, 'down')
  expect((await listStaleFaqs(ctx, { reason: 'down_voted', page: 1, limit: 10 })).items).toMatchObject([
    { id, up_votes: 0, down_votes: 2, reviewed_by: null },
  ])
  for (let vote = 0; vote < 2; vote++) await answeredBy(id, 'up')
  expect(await stale('down_voted')).toEqual([])
  await answeredBy(id, 'down')
  expect(await stale('down_voted')).toEqual([id])
  await setReviewed(ctx, { id, reviewed: true })
  expect(await stale('down_voted')).toEqual([])
})

it('counts votes on the page of a FAQ like those on answers from it', async () => {
  const { ctx, job, faq, stale, part, answeredBy, run, id: workspaceId } = await workspace()
  const { id: faqId } = await faq('Do you ship to Norway?')
  await recordFaqVote(job, { faqId, vote: 'down' })
  expect(await stale('down_voted')).toEqual([])
  await answeredBy(faqId, 'down')
  expect(await stale('down_voted')).toEqual([faqId])
  expect(await part('down_voted')).toMatchObject({ count: 1, total: 1, lost: 15 })
  await recordFaqVote(job, { faqId, vote: 'up' })
  await recordFaqVote(job, { faqId, vote: 'up' })
  expect(await stale('down_voted')).toEqual([])
  for (let vote = 0; vote < 2; vote++) await recordFaqVote(job, { faqId, vote: 'down' })
  expect((await listStaleFaqs(ctx, { reason: 'down_voted', page: 1, limit: 10 })).items).toMatchObject([
    { id: faqId, up_votes: 2, down_votes: 4 },
  ])
  await updateFaq(ctx, { id: faqId, answer: 'Yes, by sea.' })
  expect(await stale('down_voted')).toEqual([])
  await expect(recordFaqVote(job, { faqId: newId(), vote: 'up' })).rejects.toMatchObject({ code: 'faq.not_found' })
  const { rows } = await run(`select * from faq_votes where workspace_id = '${workspaceId}' limit 1`)
  expect(Object.keys(rows[0] ?? {}).sort(), 'nothing on the visitor').toEqual([
    'created_at',
    'faq_id',
    'id',
    'vote',
    'workspace_id',
  ])
})
