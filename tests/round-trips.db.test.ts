import type pg from 'pg'
import { expect, it } from 'vitest'
import { createPublicApi, createVisitorTokens } from '../src/features/answering/server/index.ts'
import type { Database } from '../src/platform/db/index.ts'
import { createLimits } from '../src/wire/limits.ts'
import { createTestApp } from './support/app/test-app.ts'
import { withBodies } from './support/network/with-bodies.ts'

/**
 * Counts round trips by the statements that the driver sends: those that are sent while another waits for its result
 * travel with it.
 */
function countRoundTrips(db: Database): { trips: number } {
  const counted = { trips: 0 }
  let waiting = 0
  const wrapped = new WeakSet<pg.PoolClient>()
  db.pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const counting = (...args: unknown[]): unknown => {
      if (waiting === 0) counted.trips += 1
      waiting += 1
      const done = () => {
        waiting -= 1
      }
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        return send(...args.slice(0, -1), (...results: unknown[]) => {
          done()
          Reflect.apply(callback, null, results)
        })
      }
      const result = send(...args)
      Promise.resolve(result).then(done, done)
      return result
    }
    client.query = counting as typeof client.query
  })
  return counted
}

it.each([
  ['by words only', 'off'],
  ['also by meaning', 'built-in'],
])('%s: a search takes at most two round trips to the database, and a question at most three', async (_, semantic) => {
  const app = await createTestApp({ BILLING: 'off', SEMANTIC: semantic })
  const { workspaceId, apiKey } = await app.tenant('Round')
  const publicApi = withBodies(
    createPublicApi({
      workspaces: app.core.services,
      answering: app.core.answering,
      limits: createLimits(app.core).visitors,
      visitorTokens: createVisitorTokens(app.core.config.secretKeys),
    }),
  )
  const items = [
    ['How do I get a refund?', 'Open Billing, choose the invoice and press Refund.'],
    ['How do I reset my password?', 'Choose Forgot password on the sign-in page.'],
    ['How long does delivery take?', 'Parcels arrive within three days.'],
  ].map(([question, answer]) => ({ question, answer, status: 'published' }))
  await app.rest({ method: 'POST', path: '/faqs/import' }, { items, on_duplicate: 'create' }, apiKey)
  const search = (q: string) =>
    publicApi.fetch(
      new Request(`http://localhost/api/public/search?workspace_id=${workspaceId}&q=${encodeURIComponent(q)}`),
    )
  const ask = async (question: string) => {
    const body = JSON.stringify({ workspace_id: workspaceId, question })
    const headers = { 'content-type': 'application/json' }
    const response = await publicApi.fetch(
      new Request('http://localhost/api/public/ask', { method: 'POST', headers, body }),
    )
    expect(response.status).toBe(200)
    return ((await response.json()) as { outcome: string }).outcome
  }
  for (const text of ['refund', 'password', 'delivery']) expect((await search(text)).status).toBe(200)
  for (const text of ['how to get refunds', 'resetting a password', 'delivery time']) await ask(text)

  const counted = countRoundTrips(app.core.db)
  const tripsOf = async (work: () => unknown) => {
    counted.trips = 0
    await work()
    return counted.trips
  }
  expect(await tripsOf(() => search('get a refund'))).toBeLessThanOrEqual(2)
  expect(await tripsOf(async () => expect(await ask('I want a refund')).toBe('answered'))).toBeLessThanOrEqual(3)
})
