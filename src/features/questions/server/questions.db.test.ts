import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import { deleteFaq } from '../../faqs/server/trash/delete-faq.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { deleteAllQuestions, deleteQuestion } from './delete-questions.ts'
import { setDone } from './mark-done.ts'
import { moveAllToFaqs } from './move-all-to-faqs.ts'
import { moveToFaq } from './move-to-faq.ts'
import { questionDetails } from './question-details.ts'
import { listQuestions } from './questions.queries.ts'
import { recordVote } from './record-vote.ts'
import { handoffMailJob, requestHandoff } from './request-handoff.ts'
import { countUnread, markViewed } from './unread.ts'

const testContext = await createTestContext()

const setUp = (options?: { freeAccess: boolean }) => createInbox(testContext, options)
const texts = async (context: WorkspaceContext, options: Partial<Parameters<typeof listQuestions>[1]> = {}) =>
  (await listQuestions(context, { page: 1, limit: 10, ...options })).items.map((q) => q.question)

describe('the inbox', () => {
  it('lists newest first, by page and by cursor, with the total', async () => {
    const { ctx, asked } = await setUp()
    for (let index = 1; index <= 5; index++) await asked(`question ${index}`)
    expect(await texts(ctx, { limit: 2 })).toEqual(['question 5', 'question 4'])
    expect(await texts(ctx, { limit: 2, page: 3 })).toEqual(['question 1'])
    const first = await listQuestions(ctx, { page: 1, limit: 4 })
    expect(first.total).toBe(5)
    expect(await texts(ctx, { limit: 4, cursor: first.next_cursor! })).toEqual(['question 1'])
  })

  it('reads the view workspace_messages, which equals the table and excludes other workspaces', async () => {
    const { ctx, id, asked } = await setUp()
    await asked('Mine?')
    const other = await setUp()
    await other.asked('Theirs?')
    const read = (relation: string) =>
      inReadTransaction(ctx, async ({ tx }) => (await tx.execute(`select * from ${relation}`)).rows)
    const rows = await read('workspace_messages')
    expect(rows).toMatchObject([
      { workspace_id: id, question: 'Mine?', answer: 'An answer.', created_at: expect.anything() },
    ])
    expect(rows).toEqual(await read('messages'))
  })

  it('shows the rest of a visit in order, and other visits with the same address', async () => {
    const { ctx, asked, waits } = await setUp()
    const conversation_id = newId()
    const former = await asked('last week')
    await waits(former, 'Mia@example.com')
    await asked('Question of another visitor')
    const first = await asked('first', { conversation_id, page_url: 'https://woven.example/care' })
    const second = await asked('second', { conversation_id })
    await recordVote(ctx, { id: first, vote: 'down' })
    expect((await questionDetails(ctx, second)).earlier).toEqual([])
    await waits(second, 'mia@example.com')
    const { turns, earlier } = await questionDetails(ctx, second)
    expect(turns).toMatchObject([{ id: first, vote: 'down', page_url: 'https://woven.example/care' }])
    expect(earlier).toMatchObject([{ id: former, question: 'last week' }])
    const other = await setUp()
    const theirs = await other.asked('elsewhere')
    await other.waits(theirs, 'mia@example.com')
    expect((await questionDetails(other.ctx, theirs)).earlier).toEqual([])
  })

  it('searches literally: % and _ are no wildcards', async () => {
    const { ctx, asked } = await setUp()
    await asked('a 100% discount')
    await asked('a 100 discount')
    expect(await texts(ctx, { q: '100%' })).toEqual(['a 100% discount'])
    expect(await texts(ctx, { q: '_' })).toEqual([])
  })

  it('filters by an inclusive date range', async () => {
    const { ctx, asked } = await setUp()
    await asked('now')
    const hour = 3_600_000
    const around = (from: number, to: number) => ({
      from: new Date(Date.now() + from).toISOString(),
      to: new Date(Date.now() + to).toISOString(),
    })
    expect(await texts(ctx, around(-hour, hour))).toEqual(['now'])
    expect(await texts(ctx, around(-2 * hour, -hour))).toEqual([])
    expect(await texts(ctx, around(hour, -hour))).toEqual([])
  })
})

describe('the unread count', () => {
  it('is per user and the same on every device', async () => {
    const { id, userId, ctx, asked } = await setUp()
    const colleague = await testContext.person()
    await testContext.join(id, colleague, 'member')
    const theirs = await testContext.as(colleague, id, 'question.read', false)
    await asked('one')
    await asked('two')
    expect(await countUnread(ctx)).toBe(2)
    await markViewed(ctx)
    expect(await countUnread(await testContext.as(userId, id, 'question.read', false))).toBe(0)
    expect(await countUnread(theirs)).toBe(2)
    await asked('three')
    expect(await countUnread(ctx)).toBe(1)
  })
})

describe('moving to FAQs', () => {
  it('creates a draft in General and keeps the question', async () => {
    const { ctx, asked } = await setUp()
    const id = await asked('Where is my parcel?', { answer: 'On its way.' })
    const faq = await moveToFaq(ctx, { id, overrides: {} })
    expect(faq).toMatchObject({
      question: 'Where is my parcel?',
      answer: 'On its way.',
      category: 'General',
      status: 'draft',
    })
    expect(await texts(ctx)).toEqual(['Where is my parcel?'])
    expect(await moveToFaq(ctx, { id, overrides: { question: 'Track a parcel?', status: 'published' } })).toMatchObject(
      { status: 'published', display_order: 2, question: 'Track a parcel?' },
    )
  })

  it('shows the FAQ with its question, until it is deleted', async () => {
    const { ctx, asked } = await setUp()
    const id = await asked('Where is my parcel?', { answer: 'On its way.' })
    await asked('When do you open?')
    const faqsOfRows = async () => (await listQuestions(ctx, { page: 1, limit: 10 })).items.map(({ faq }) => faq)
    const { id: faqId, question, status } = await moveToFaq(ctx, { id, overrides: {} })
    const faq = { id: faqId, question, status }
    expect(await faqsOfRows()).toEqual([null, faq])
    expect(await setDone(ctx, { id, done: false })).toMatchObject({ done_at: null, faq })
    await deleteFaq(ctx, faqId)
    expect(await faqsOfRows()).toEqual([null, null])
  })

  it('moves all in order, or none', async () => {
    const { id, ctx, asked } = await setUp({ freeAccess: false })
    for (let index = 1; index <= 3; index++) await asked(`q${index}`)
    expect((await moveAllToFaqs(ctx)).moved).toBe(3)
    expect(
      await testContext.count(
        'faqs',
        `workspace_id = '${id}' and question = 'q2' and display_order = 2 and status = 'draft'`,
      ),
    ).toBe(1)
    for (let index = 0; index < 48; index++) await asked(`more ${index}`)
    await expect(moveAllToFaqs(ctx)).rejects.toMatchObject({ code: 'limit.faqs' })
    expect(await testContext.count('faqs', `workspace_id = '${id}'`)).toBe(3)
  })
})

describe('deleting and voting', () => {
  it('deletes one question, then all of this workspace', async () => {
    const mine = await setUp()
    const other = await setUp()
    const id = await mine.asked('mine')
    await mine.asked('mine too')
    await other.asked('theirs')
    await expect(deleteQuestion(other.ctx, id)).rejects.toMatchObject({ kind: 'not_found' })
    await deleteQuestion(mine.ctx, id)
    expect(await deleteAllQuestions(mine.ctx)).toBe(1)
    expect(await texts(other.ctx)).toEqual(['theirs'])
  })

  it('saves a vote, changes it and removes it', async () => {
    const { id, ctx, asked } = await setUp()
    const other = await setUp()
    const message = await asked('q')
    await recordVote(ctx, { id: message, vote: 'down', reason: 'wrong' })
    expect((await listQuestions(ctx, { page: 1, limit: 1 })).items[0]?.vote).toBe('down')
    await recordVote(ctx, { id: message, vote: null })
    expect(await testContext.count('messages', `workspace_id = '${id}' and vote is null and vote_reason is null`)).toBe(
      1,
    )
    for (const [scope, unknown] of [
      [ctx, newId()],
      [other.ctx, message],
    ] as const)
      await expect(recordVote(scope, { id: unknown, vote: 'up' })).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('asking for a person', () => {
  it('emails the workspace’s contact once, with the visit and Reply-To', async () => {
    const { id, asked, ctx } = await setUp()
    const message = await asked('Can somebody call me?', { answer: 'I could not find this.' })
    const sent: Mail[] = []
    const mailer: Mailer = { send: async (mail) => void sent.push(mail), check: async () => {}, close: async () => {} }
    await requestHandoff(ctx, { id: message, email: 'visitor@example.com', note: 'After six, please.' })
    await expect
      .poll(() => testContext.receivedEvents.some((event) => event.type === 'question.handoff' && event.id === message))
      .toBe(true)
    const job = handoffMailJob({ db: testContext.db, mailer, appUrl: new URL('https://help.example.com') })
    const run = { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'j' }
    await job.handler({ workspace_id: id, message_id: message }, run)
    await job.handler({ workspace_id: id, message_id: message }, run)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ replyTo: 'visitor@example.com', to: expect.stringContaining('@example.com') })
    expect(sent[0]?.text).toContain('Visitor: Can somebody call me?')
    expect(sent[0]?.text).toContain('After six, please.')
    expect(
      await testContext.count('messages', `workspace_id = '${id}' and visitor_email = 'visitor@example.com'`),
    ).toBe(1)
    expect(ctx.workspaceId).toBe(id)
  })

  it("sends an email for a job of version 0.1.0 that contains only the message's id", async () => {
    const { asked, waits } = await setUp()
    const message = await asked('Is anybody there?')
    await waits(message)
    const sent: Mail[] = []
    const mailer: Mailer = { send: async (mail) => void sent.push(mail), check: async () => {}, close: async () => {} }
    const job = handoffMailJob({ db: testContext.db, mailer, appUrl: new URL('https://help.example.com') })
    await job.handler(
      { message_id: message },
      { signal: AbortSignal.timeout(9_000), attempt: 1, final: false, jobId: 'j' },
    )
    expect(sent[0]?.text).toContain('Visitor: Is anybody there?')
  })

  it('is refused for an unknown message or one of another workspace', async () => {
    const [mine, other] = [await setUp(), await setUp()]
    for (const id of [newId(), await other.asked('Theirs?')])
      await expect(requestHandoff(mine.ctx, { id, email: 'v@example.com' })).rejects.toMatchObject({
        kind: 'not_found',
      })
    expect(await other.count('messages', 'visitor_email is not null')).toBe(0)
  })
})
