import { describe, expect, it } from 'vitest'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { applyRetention } from './apply-retention.job.ts'
import { recordQuestion } from './record-question.ts'
import { requestHandoff } from './request-handoff.ts'
import { eraseVisitorData, findVisitorData } from './visitor-data.ts'

const testContext = await createTestContext()

async function setUp() {
  const userId = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(userId)
  const visitor = await testContext.visitor(id)
  const ask = (question: string, conversationId = newId()) =>
    recordQuestion(visitor, {
      conversation_id: conversationId,
      question,
      answer: 'An answer.',
      outcome: 'answered',
      confidence: 1,
      sources: [],
      page_url: null,
    })
  const leave = (messageId: string, email: string) => requestHandoff(visitor, { id: messageId, email })
  const age = (question: string, days: number) =>
    testContext.db.pool.query(
      `update messages set created_at = now() - make_interval(days => $2) where workspace_id = $3 and question = $1`,
      [question, days, id],
    )
  const left = async () =>
    (
      await testContext.db.pool.query<{ question: string }>(
        'select question from messages where workspace_id = $1 order by question',
        [id],
      )
    ).rows.map((row) => row.question)
  return {
    id,
    ask,
    leave,
    age,
    left,
    owner: await testContext.as(userId, id, 'visitor.erase'),
    keep: (days: number) =>
      testContext.db.pool.query('update workspaces set visitor_retention_days = $2 where id = $1', [id, days]),
  }
}

describe('a visitor’s personal data', () => {
  it('is found and erased by address in any case, with the whole conversation and nothing else', async () => {
    const { ask, leave, left, owner, id } = await setUp()
    const conversation = newId()
    await ask('before leaving the address', conversation)
    await leave(await ask('with the address', conversation), 'Mia@Example.test')
    await leave(await ask('of somebody else'), 'mia2@example.test')
    await ask('of nobody')
    expect(await findVisitorData(owner, 'mia@example.TEST')).toMatchObject({ questions: 2 })
    expect(await eraseVisitorData(owner, 'mia@example.test')).toBe(2)
    expect(await left()).toEqual(['of nobody', 'of somebody else'])
    expect(await findVisitorData(owner, 'mia@example.test')).toEqual({
      questions: 0,
      first_asked_at: null,
      last_asked_at: null,
    })
    await expect
      .poll(() =>
        testContext.receivedEvents.some((event) => event.type === 'question.deleted' && event.workspace_id === id),
      )
      .toBe(true)
  })

  it('leaves no address in the audit log, and no entry when nothing was found', async () => {
    const { ask, leave, owner, id } = await setUp()
    await leave(await ask('one'), 'noa@example.test')
    await eraseVisitorData(owner, 'nobody@example.test')
    await eraseVisitorData(owner, 'noa@example.test')
    const erased = `workspace_id = '${id}' and action = 'visitor.erased'`
    expect(await testContext.count('audit_log', erased)).toBe(1)
    expect(await testContext.count('audit_log', `${erased} and details::text || subject like '%noa%'`)).toBe(0)
  })

  it('is not affected in another workspace', async () => {
    const [here, there] = [await setUp(), await setUp()]
    await here.leave(await here.ask('here'), 'kim@example.test')
    await there.leave(await there.ask('there'), 'kim@example.test')
    await eraseVisitorData(here.owner, 'kim@example.test')
    expect([await here.left(), await there.left()]).toEqual([[], ['there']])
  })
})

describe('retention of questions', () => {
  it('deletes questions older than the period, and none without a period', async () => {
    const [some, all] = [await setUp(), await setUp()]
    await some.keep(30)
    for (const { ask, age } of [some, all]) {
      await ask('old')
      await ask('just in time')
      await age('old', 31)
      await age('just in time', 29)
    }
    await applyRetention(testContext.services)
    expect([await some.left(), await all.left()]).toEqual([['just in time'], ['just in time', 'old']])
  })

  it('deletes several batches', async () => {
    const { id, keep, left } = await setUp()
    await keep(90)
    await testContext.db.pool.query(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome, created_at)
       select $1, gen_random_uuid(), gen_random_uuid(), 'q', 'a', 'answered', now() - interval '1 year'
       from generate_series(1, 2500)`,
      [id],
    )
    await applyRetention(testContext.services)
    expect(await left()).toEqual([])
  })
})
