// Every figure of the dashboard against a count that reads the rows themselves and knows nothing of the queries.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, faqInput, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { countedWorkspace, rowsOf } from '../../../../tests/support/database/counted-workspace.ts'
import { newId } from '../../../kernel/ids.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { recordWidgetPages } from '../../visitors/server/index.ts'
import { dismissFirstSteps, readFirstSteps } from './first-steps.ts'
import { expireOnEvents, getStats } from './get-stats.ts'
import { listActivity } from './list-activity.ts'

const DAY = 24 * 3_600_000

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  expireOnEvents(testContext.events)
})

const warnings: string[] = []
const services = { log: (_: 'warn', message: string) => void warnings.push(message) }
const setUp = () => countedWorkspace(testContext)
const raw = <T>(statement: string) => rowsOf<T>(testContext, statement)

describe('the four cards', () => {
  it('match a direct count of this workspace', async () => {
    const { id, ctx, asked, messages, faqs } = await setUp()
    const other = await setUp()
    await other.asked('theirs')
    await createFaq(other.ctx, faqInput())
    for (const status of ['published', 'published', 'draft', 'archived'] as const)
      await createFaq(ctx, faqInput({ question: `${status} ${newId()}?`, status }))
    for (const daysAgo of [0, 3, 6.9, 7.1, 20, 29.9, 30.1, 90]) await asked('q', 'answered', daysAgo)
    await raw(
      `insert into sources (workspace_id, id, kind, title, state) values ('${id}', '${id}', 'document', 'd', 'ready')`,
    )
    await raw(
      `insert into documents (workspace_id, id, source_id, name, file_path, file_type, file_size) values ('${id}', '${newId()}', '${id}', 'd', 'd', 'pdf', 1)`,
    )
    // The rows were moved in time behind the verbs' backs.
    await asked('now')

    const [rows, all] = [await messages(), await faqs()]
    const since = (days: number) => rows.filter((m) => Date.now() - Date.parse(m.created_at) <= days * DAY).length
    expect(await getStats(services, ctx)).toEqual({
      total_faqs: all.length,
      published_faqs: all.filter(({ status }) => status === 'published').length,
      total_documents: 1,
      total_messages: rows.length,
      messages_this_week: since(7),
      messages_this_month: since(30),
      last_update: new Date(Math.max(...all.map((faq) => Date.parse(faq.updated_at)))).toISOString(),
    })
    expect([all.length, rows.length, since(7), since(30)]).toEqual([4, 9, 4, 7])
  })

  it('are zero in an empty workspace', async () => {
    const { ctx } = await setUp()
    expect(await getStats(services, ctx)).toMatchObject({ total_faqs: 0, total_messages: 0, last_update: null })
  })
})

describe('the cache of the cards', () => {
  const questions = async (context: Parameters<typeof getStats>[1]) =>
    (await getStats(services, context)).total_messages
  /** A question without an event. */
  const unannounced = (id: string) =>
    raw(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome) values ('${id}', '${newId()}', '${newId()}', 'q', 'a', 'answered')`,
    )
  const expire = (id: string, secondsAgo: number) =>
    raw(
      `update dashboard_cache set expires_at = clock_timestamp() - interval '${secondsAgo} seconds' where workspace_id = '${id}'`,
    )
  const row = async (id: string) =>
    (
      await raw<{ cache_key: string; lifetime: number; data: { total_messages: number } }>(
        `select cache_key, extract(epoch from expires_at - updated_at)::float8 as lifetime, cache_data as data from dashboard_cache where workspace_id = '${id}'`,
      )
    )[0]

  it('serves dashboard_stats for five seconds', async () => {
    const { id, ctx } = await setUp()
    expect(await questions(ctx)).toBe(0)
    expect(await row(id)).toMatchObject({ cache_key: 'dashboard_stats', data: { total_messages: 0 } })
    expect((await row(id))?.lifetime).toBeCloseTo(5, 1)
    // However long this machine takes: its time is not over.
    await expire(id, -3600)
    await unannounced(id)
    expect(await questions(ctx)).toBe(0)
  })

  it('serves a stale value within the grace period and refreshes it in the background', async () => {
    const { id, ctx } = await setUp()
    await questions(ctx)
    await unannounced(id)
    // The grace is over by the clock of a slow machine unless it lasts: this is its first moment.
    await expire(id, 0)
    const first = await questions(ctx)
    expect([0, 1]).toContain(first)
    await expect.poll(async () => (await row(id))?.data.total_messages).toBe(1)
  })

  it('counts again after the grace period', async () => {
    const { id, ctx } = await setUp()
    await questions(ctx)
    await unannounced(id)
    await expire(id, 2.6)
    expect(await questions(ctx)).toBe(1)
  })

  it('is invalidated by every event that changes a figure', async () => {
    const { ctx, asked } = await setUp()
    const figures = async () => {
      const { total_messages, total_faqs } = await getStats(services, ctx)
      return [total_messages, total_faqs]
    }
    expect(await figures()).toEqual([0, 0])
    await asked('one')
    expect(await figures()).toEqual([1, 0])
    await createFaq(ctx, faqInput())
    expect(await figures()).toEqual([1, 1])
  })

  it('does not store a count when an event arrived during it', async () => {
    const { id, ctx, asked } = await setUp()
    await questions(ctx)
    for (let round = 0; round < 10; round++) {
      await expire(id, 10)
      const [, during] = await Promise.all([asked(`round ${round}`), questions(ctx)])
      expect(during).toBeGreaterThanOrEqual(round)
      expect(await questions(ctx)).toBe(round + 1)
    }
  })

  it('logs its failure, and the figures are counted', async () => {
    const { id, ctx } = await setUp()
    await questions(ctx)
    await unannounced(id)
    await raw(`update dashboard_cache set cache_data = '{"nonsense": true}' where workspace_id = '${id}'`)
    warnings.length = 0
    expect(await questions(ctx)).toBe(1)
    expect(warnings).toEqual(["The dashboard's cache failed: reading"])
  })
})

describe('recent activity', () => {
  it('lists the last five events of this workspace, newest first', async () => {
    const { ctx, asked, id } = await setUp()
    const faq = await createFaq(ctx, faqInput({ question: 'Older?' }))
    for (let index = 1; index <= 6; index++) await asked(`question ${index}`)
    const { items } = await listActivity(ctx)
    expect(items.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2].map((index) => `question ${index}`))
    expect(items[0]).toMatchObject({ type: 'message', description: 'New question received' })
    await raw(`update faqs set updated_at = now() + interval '1 second' where workspace_id = '${id}'`)
    expect((await listActivity(ctx)).items[0]).toMatchObject({
      id: `faq-${faq.id}`,
      title: 'Older?',
      description: 'FAQ published',
    })
    expect((await listActivity((await setUp()).ctx)).items).toEqual([])
  })
})

describe('the first steps', () => {
  it('report the content of the workspace', async () => {
    const { ctx, id } = await setUp()
    expect(await readFirstSteps(ctx)).toEqual({
      published: false,
      source: false,
      asked: false,
      embedded: false,
      dismissed: false,
    })
    await createFaq(ctx, faqInput({ status: 'draft' }))
    expect((await readFirstSteps(ctx)).published).toBe(false)
    await createFaq(ctx, faqInput({ question: 'Another?' }))
    await createTexts(ctx, [{ title: 'T', content: 'Some text.' }])
    await recordWidgetPages(ctx, new Map([['https://shop.example/', new Date()]]))
    expect(await readFirstSteps(ctx)).toEqual({
      published: true,
      source: true,
      asked: false,
      embedded: true,
      dismissed: false,
    })
    await raw(`update sources set state = 'failed' where workspace_id = '${id}'`)
    expect((await readFirstSteps(ctx)).source).toBe(false)
  })

  it('stay hidden for every member until they are restored, with an event', async () => {
    const { ctx, id } = await setUp()
    const other = await setUp()
    await dismissFirstSteps(ctx, true)
    expect((await dismissFirstSteps(ctx, true)).dismissed).toBe(true)
    const colleague = await testContext.person()
    await testContext.join(id, colleague, 'member')
    expect((await readFirstSteps(await testContext.as(colleague, id, 'workspace.read', false))).dismissed).toBe(true)
    expect((await readFirstSteps(other.ctx)).dismissed).toBe(false)
    await expect
      .poll(() =>
        testContext.receivedEvents.some((event) => event.type === 'first_steps.changed' && event.workspace_id === id),
      )
      .toBe(true)
    expect((await dismissFirstSteps(ctx, false)).dismissed).toBe(false)
  })
})
