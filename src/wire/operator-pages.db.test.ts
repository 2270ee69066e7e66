import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../tests/support/app/test-app.ts'
import { atEnd } from '../../tests/support/database/database.ts'
import { createHttp, createMetrics, type HttpApp } from '../platform/http/index.ts'
import { silentLogger } from '../platform/log/index.ts'
import { createOperatorPages } from './operator-pages.ts'
import { jobMeter, watchCore } from './watching.ts'

let app: TestApp
let operator: Tenant
let colleague: Tenant
let pages: HttpApp
beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off', OPERATOR_EMAIL: 'Op@Example.com' })
  operator = await app.tenant('Woven')
  colleague = await app.tenant('Knitted')
  await app.rows(`update users set email = 'op@example.com' where email = '${operator.email}'`)
  const metrics = createMetrics()
  atEnd(async () => metrics.stop())
  pages = createHttp({ config: app.core.config, log: silentLogger, metrics, probes: {} })
  pages.route('/', createOperatorPages(app.core))
})

const NOTHING = { status: 404 }
const ask = async (cookie: string) => {
  const response = await pages.request('/ops', { headers: { cookie } })
  return { status: response.status, text: await response.text() }
}
const send = async (cookie: string, path: string, fields: Record<string, string>, headers = {}) => {
  const body = new URLSearchParams(fields)
  const response = await pages.request(path, { method: 'POST', headers: { cookie, ...headers }, body })
  return { status: response.status, text: await response.text() }
}

describe('/ops', () => {
  it('is available to the configured account only', async () => {
    expect(await ask('')).toMatchObject(NOTHING)
    expect(await ask(colleague.cookie)).toMatchObject(NOTHING)
    expect(await send(colleague.cookie, '/ops/operators/add', { email: colleague.email })).toMatchObject(NOTHING)
    const { status, text } = await ask(operator.cookie)
    expect(status).toBe(200)
    for (const heading of ['Queues', 'Failures', 'Slow queries', 'Workspaces', 'Operators'])
      expect(text).toContain(`<h2>${heading}</h2>`)
    expect(text).toContain('Everything works: database, queue, storage.')
    expect(text).toContain('knowledge.read-document')
    expect(text).toContain('<a href="/faq/woven">woven</a>')
    expect(text).toContain('named by OPERATOR_EMAIL')
  })

  it("shows failures and slow statements without users' texts", async () => {
    await app.core.db.pool.query(`update pgboss.job set state = 'failed', completed_on = now(), retry_count = 2,
      output = '{"message": "No mail to ada@example.com"}' where name = 'knowledge.read-document'`)
    app.core.db.watch.noteStatement(`select secret from x where question = 'Is my order late?'`, 900)
    const { text } = await ask(operator.cookie)
    expect(text).toContain('No mail to [email]')
    expect(text).toContain('select secret from x where question = ?')
    expect(text).not.toContain('order late')
  })

  it('shows the language model tokens of each workspace in 30 days', async () => {
    const row = (days: number, tokens: number) =>
      `insert into model_usage values ('${colleague.workspaceId}', (now() at time zone 'utc')::date - ${days}, 2, ${tokens}, 500)`
    for (const [days, tokens] of [
      [0, 4000],
      [29, 1234],
      [30, 77777],
    ] as const)
      await app.rows(row(days, tokens))
    const { text } = await ask(operator.cookie)
    const cells = /knitted<\/a><\/td>(.*?)<\/tr>/s.exec(text)?.[1]?.match(/(?<=<td class="figure">)[^<]*/g) ?? []
    expect(cells.slice(1, 4)).toEqual(['4', '5,234', '1,000'])
  })

  it('lets operators add and remove others', async () => {
    const wrong = await send(operator.cookie, '/ops/operators/add', { email: 'nobody@example.com' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('There is no account with this address, or it was never confirmed.')
    expect((await send(operator.cookie, '/ops/operators/add', { email: colleague.email })).status).toBe(303)
    expect((await ask(colleague.cookie)).status).toBe(200)
    const elsewhere = { origin: 'https://evil.example' }
    expect((await send(operator.cookie, '/ops/operators/add', { email: 'x@example.com' }, elsewhere)).status).toBe(403)
    const [{ id } = { id: '' }] = (await app.rows(`select id from users where email = '${colleague.email}'`)) as {
      id: string
    }[]
    expect((await send(operator.cookie, '/ops/operators/remove', { id })).status).toBe(303)
    expect(await ask(colleague.cookie)).toMatchObject(NOTHING)
  })
})

it('the metrics contain jobs and the database', async () => {
  const metrics = createMetrics()
  watchCore(metrics, app.core)
  jobMeter(metrics)('faqs.purge-trash', 'completed', 0.2)
  const text = await metrics.collect()
  metrics.stop()
  expect(text).toContain('jobs_run_total{job_name="faqs.purge-trash",status="completed"} 1')
  expect(text).toMatch(/^jobs_waiting\{job_name="[^"]+"\} \d+$/m)
  // Prometheus gives every series its own `job` and `instance`, and renames labels with these names.
  expect(text).not.toMatch(/[{,](?:job|instance)="/)
  expect(text).toMatch(/^database_connections\{state="open"\} \d+$/m)
  expect(text).toMatch(/^database_slow_statements \d+$/m)
})
