import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { OUTCOMES, QUESTION_VIEWS } from '../contract.ts'
import { isInView } from '../domain/views.ts'
import { setDone } from './mark-done.ts'
import { questionDetails } from './question-details.ts'
import { listQuestions } from './questions.queries.ts'
import { recordVote } from './record-vote.ts'
import { countViews } from './views.ts'

const testContext = await createTestContext()

const page = { page: 1, limit: 200 }

/** One question of every kind there is: outcome × vote × waiting × done. */
async function everyKind() {
  const inbox = await createInbox(testContext)
  for (const outcome of OUTCOMES)
    for (const vote of [null, 'up', 'down'] as const)
      for (const waiting of [false, true])
        for (const done of [false, true]) {
          const id = await inbox.asked(`${outcome} ${vote} ${waiting} ${done}`, { outcome })
          await recordVote(inbox.ctx, { id, vote })
          if (waiting) await inbox.waits(id)
          if (done) await setDone(inbox.ctx, { id, done: true })
        }
  return inbox
}

describe('the views of a workspace', () => {
  it('follow their definition, have matching counts, and contain nothing of other workspaces', async () => {
    const mine = await everyKind()
    const other = await createInbox(testContext)
    await other.asked('of another workspace', { outcome: 'refused' })
    const { items } = await listQuestions(mine.ctx, page)
    expect(items).toHaveLength(48)
    const counts = await countViews(mine.ctx)
    for (const view of QUESTION_VIEWS) {
      const listed = await listQuestions(mine.ctx, { ...page, view })
      const expected = items.filter((question) => isInView(view, question, new Date()))
      expect(listed.items).toEqual(expected)
      expect([listed.total, counts[view]]).toEqual([expected.length, expected.length])
    }
    expect(counts).toEqual({ all: 48, unanswered: 18, down_voted: 8, waiting: 12, snoozed: 0 })
    expect(await countViews(other.ctx)).toEqual({ all: 1, unanswered: 1, down_voted: 0, waiting: 0, snoozed: 0 })
  })

  it('can be combined with search and dates', async () => {
    const { asked, ctx } = await createInbox(testContext)
    await asked('a red parcel', { outcome: 'refused' })
    await asked('a blue parcel', { outcome: 'refused' })
    await asked('a red letter')
    const found = await listQuestions(ctx, { ...page, view: 'unanswered', q: 'red' })
    expect([found.total, found.items.map(({ question }) => question)]).toEqual([1, ['a red parcel']])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await listQuestions(ctx, { ...page, view: 'unanswered', from: tomorrow })).total).toBe(0)
  })

  it('are read by their indexes, regardless of the number of questions', async () => {
    const { id } = await createInbox(testContext)
    await testContext.db.pool.query(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
       select $1, gen_random_uuid(), gen_random_uuid(), 'q', 'a', case when n % 500 = 0 then 'refused' else 'answered' end
       from generate_series(1, 5000) n`,
      [id],
    )
    await testContext.db.pool.query('analyze messages')
    const plan = await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(
        `explain select count(*) from messages where workspace_id = '${id}' and outcome <> 'answered' and done_at is null`,
      ),
    )
    expect(JSON.stringify(plan.rows)).toContain('messages_unanswered')
  })
})

it('the view workspace_messages contains every column of messages', async () => {
  const { rows } = await testContext.db.pool.query<{ n: number }>(
    `select count(*)::int as n from (
       select column_name from information_schema.columns where table_name = 'messages' and table_schema = current_schema()
       except select column_name from information_schema.columns where table_name = 'workspace_messages' and table_schema = current_schema()
     ) missing`,
  )
  expect(rows).toEqual([{ n: 0 }])
})

describe('the done state', () => {
  it('records author and time, and can be undone', async () => {
    const { asked, ctx } = await createInbox(testContext)
    const id = await asked('q', { outcome: 'refused' })
    const done = await setDone(ctx, { id, done: true })
    expect(done.done_at).not.toBeNull()
    expect(await questionDetails(ctx, id)).toMatchObject({ done_at: done.done_at, done_by: 'Test Person' })
    expect(await countViews(ctx)).toMatchObject({ all: 1, unanswered: 0 })
    expect((await setDone(ctx, { id, done: false })).done_at).toBeNull()
    expect(await questionDetails(ctx, id)).toMatchObject({ done_at: null, done_by: null })
    await expect
      .poll(
        () => testContext.receivedEvents.filter((event) => event.type === 'question.changed' && event.id === id).length,
      )
      .toBe(2)
  })

  it('ends when the visitor asks for a person', async () => {
    const { asked, waits, ctx } = await createInbox(testContext)
    const id = await asked('q')
    await setDone(ctx, { id, done: true })
    await waits(id)
    expect(await countViews(ctx)).toMatchObject({ waiting: 1 })
  })

  it('is refused for questions of another workspace', async () => {
    const [mine, other] = [await createInbox(testContext), await createInbox(testContext)]
    const id = await mine.asked('q')
    for (const act of [() => setDone(other.ctx, { id, done: true }), () => questionDetails(other.ctx, id)])
      await expect(act()).rejects.toMatchObject({ code: 'question.not_found' })
    expect(await mine.count('messages', 'done_at is not null')).toBe(0)
  })
})

describe('the details of a question', () => {
  it('contain the whole visit, the vote’s reason, the address and the destination of answers', async () => {
    const { asked, waits, ctx } = await createInbox(testContext)
    const conversation_id = crypto.randomUUID()
    const first = await asked('first', { conversation_id })
    const second = await asked('second', {
      conversation_id,
      outcome: 'refused',
      page_url: 'https://woven.example.test/',
    })
    const third = await asked('third', { conversation_id })
    await asked('of somebody else')
    await recordVote(ctx, { id: second, vote: 'down', reason: 'Not what I asked.' })
    await waits(third, 'mia@example.test', 'After six.')
    const details = await questionDetails(ctx, second)
    expect(details).toMatchObject({
      vote: 'down',
      vote_reason: 'Not what I asked.',
      visitor_email: null,
      reply_to_visitor: 'mia@example.test',
      contact_email: expect.stringContaining('@example.com'),
      page_url: 'https://woven.example.test/',
      faq: null,
      replies: [],
    })
    expect(details.turns.map(({ id }) => id)).toEqual([first, third])
    expect(await questionDetails(ctx, third)).toMatchObject({ visitor_note: 'After six.' })
  })
})
