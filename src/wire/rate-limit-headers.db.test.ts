import { expect, it } from 'vitest'
import { createTestApp } from '../../tests/support/app/test-app.ts'
import { LIMIT_RULES } from './limits.ts'

const app = await createTestApp({ BILLING: 'off', RATE_LIMITS: 'on' })
const mine = await app.tenant('Mine')

const SETTINGS = { method: 'GET', path: '/settings' }
const stateOf = (headers: Headers): { policy: string; remaining: number; reset: number } => {
  const [, policy = '', remaining = '', reset = ''] =
    /^"(\w+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  return { policy, remaining: Number(remaining), reset: Number(reset) }
}

it('every response contains the rest of the limit, for successes and refusals', async () => {
  const { points } = LIMIT_RULES.api_key
  const first = await app.rest(SETTINGS, {}, mine.apiKey)
  expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${points};w=60`)
  expect(stateOf(first.headers)).toMatchObject({ policy: 'key', remaining: points - 1 })
  const invalid = await app.rest({ method: 'POST', path: '/faqs' }, { question: '' }, mine.apiKey)
  expect([invalid.status, stateOf(invalid.headers).remaining]).toEqual([400, points - 2])
  const missing = await app.rest({ method: 'GET', path: `/faqs/${mine.ids.api_key}` }, {}, mine.apiKey)
  expect([missing.status, stateOf(missing.headers).remaining]).toEqual([404, points - 3])
  const other = await app.rest(SETTINGS, {}, mine.readKey)
  expect(stateOf(other.headers).remaining).toBe(points - 1)
  const nowhere = await app.rest({ method: 'GET', path: '/nowhere' }, {}, mine.apiKey)
  expect([nowhere.status, stateOf(nowhere.headers).policy]).toEqual([404, 'address'])
})

it('a key beyond its limit is refused with the time to try again, and others are not affected', async () => {
  const calls = async (n: number) => Promise.all(Array.from({ length: n }, () => app.rest(SETTINGS, {}, mine.readKey)))
  const used = LIMIT_RULES.api_key.points - stateOf((await app.rest(SETTINGS, {}, mine.readKey)).headers).remaining
  for (let left = LIMIT_RULES.api_key.points - used; left > 0; left -= 50)
    for (const { status } of await calls(Math.min(50, left))) expect(status).toBe(200)
  const refused = await app.rest(SETTINGS, {}, mine.readKey)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
  expect(stateOf(refused.headers).remaining).toBe(0)
  expect(Number(refused.headers.get('retry-after'))).toBe(stateOf(refused.headers).reset)
  expect((await app.rest(SETTINGS, {}, mine.apiKey)).status).toBe(200)
})

it('a message over MCP counts as a call of its key', async () => {
  const message = (key: string) =>
    app.fetch(
      new Request('http://localhost:3000/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${key}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      }),
    )
  const left = stateOf((await app.rest(SETTINGS, {}, mine.apiKey)).headers).remaining
  const counted = await message(mine.apiKey)
  expect([counted.status, stateOf(counted.headers)]).toMatchObject([200, { policy: 'key', remaining: left - 1 }])
  // The calls above used this one up.
  const refused = await message(mine.readKey)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const guess = await message('al_wrong')
  expect([guess.status, guess.headers.has('www-authenticate')]).toEqual([401, true])
})

it('calls without a valid key are counted by their address', async () => {
  const guess = (n: number) => app.rest(SETTINGS, {}, `al_wrong-${n}`)
  const replies = [await guess(0)]
  for (let n = 1; n <= LIMIT_RULES.api_address.points && replies.at(-1)?.status === 401; n++)
    replies.push(await guess(n))
  expect(replies.at(-1)).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
  expect((await app.rest(SETTINGS, {}, mine.apiKey)).status).toBe(200)
})
