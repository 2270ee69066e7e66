// Rate limits over real HTTP: each public route refuses in the end, says when to come back, and believes no header
// about who is asking.
import { expect, test } from '../support/browser/browser.ts'
import { openMcp } from '../support/mcp/mcp-client.ts'
import { type Call, newTenant, type Reply, restOf, send } from '../support/network/http-client.ts'

test.use({ serverEnv: { RATE_LIMITS: 'on', SEED_DEMO: 'on' } })
test.describe.configure({ mode: 'serial' })

let calls = 0

/** Forged headers that would give each request another address if they were trusted. */
const forgedHeaders = () => {
  calls += 1
  const address = `203.0.113.${calls % 250}`
  return {
    'x-forwarded-for': address,
    'x-real-ip': address,
    forwarded: `for=${address}`,
    'cf-connecting-ip': address,
    'true-client-ip': address,
  }
}

/** Calls until it is refused; how many calls were let through, and the refusal. At most `max` calls. */
async function untilRefused(url: string, call: Call, max: number): Promise<{ passed: number; refusal: Reply }> {
  for (let passed = 0; passed < max; passed++) {
    const refusal = await send(url, { ...call, headers: { ...call.headers, ...forgedHeaders() } })
    if (refusal.status === 429) return { passed, refusal }
    expect(refusal.status, `call ${passed + 1}`).toBeLessThan(500)
  }
  throw new Error(`${url} was not refused within ${max} calls`)
}

function expectRefusal(reply: Reply) {
  expect(reply.status).toBe(429)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reply.body).toMatchObject({
    error: { code: expect.any(String), message: expect.any(String), request_id: expect.any(String) },
  })
}

test('questions are limited', async ({ app }) => {
  const url = `${app.url}/api/public/ask`
  const body = { subdomain: 'demo', question: 'How long does a battery last?' }
  const { passed, refusal } = await untilRefused(url, { body }, 100)
  expect(passed).toBe(30)
  expectRefusal(refusal)
  // A stream is refused before it begins, and so is a question that the page asks without a script.
  const stream = await send(url, { body, headers: { accept: 'text/event-stream' } })
  expectRefusal(stream)
  const page = await send(`${app.url}/faq/demo?q=battery&ask=1`)
  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  // Assistants share the limits of their address; a refusal is a result that the model can read.
  const mcp = await openMcp(`${app.url}/faq/demo/mcp`)
  expect(await mcp.refusal('ask', { question: body.question })).toMatch(/rate_limited.*Try again in \d+ seconds/)
  await mcp.close()
})

test('searching and reading are limited', async ({ app }) => {
  const { passed, refusal } = await untilRefused(`${app.url}/api/public/search?subdomain=demo&q=water`, {}, 400)
  // The page and the assistant above have searched, too.
  expect(passed).toBeGreaterThanOrEqual(290)
  expect(passed).toBeLessThanOrEqual(300)
  expectRefusal(refusal)
  for (const at of ['/api/public/workspaces/demo', '/api/public/workspaces/demo/faqs', '/status'])
    expectRefusal(await send(app.url + at, { headers: forgedHeaders() }))
  expectRefusal(await send(`${app.url}/api/public/token`, { body: { subdomain: 'demo' }, headers: forgedHeaders() }))
  expect((await send(`${app.url}/faq/demo?q=water`, { headers: forgedHeaders() })).status).toBe(429)
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expectRefusal(await send(`${app.url}/faq/demo/mcp`, { body: ping, headers: forgedHeaders() }))
  // Pages are served from memory: reading them is never refused.
  expect((await send(`${app.url}/faq/demo`)).status).toBe(200)
  expect((await send(`${app.url}/widget/frame?subdomain=demo`)).status).toBe(200)
})

test('the hosts that a TLS proxy checks are limited', async ({ app }) => {
  const { passed, refusal } = await untilRefused(`${app.url}/api/domains/ask?domain=help.shop.example`, {}, 700)
  expect(passed).toBe(600)
  expectRefusal(refusal)
})

test('downloads of originals are limited', async ({ app }) => {
  const path = '/files/workspaces/01900000-0000-7000-8000-000000000000/originals/none'
  const { passed, refusal } = await untilRefused(app.url + path, {}, 100)
  expect(passed).toBe(60)
  expectRefusal(refusal)
})

test('votes are limited', async ({ app }) => {
  const body = { message_id: '01900000000070008000000000000000'.repeat(2), vote: 'up' }
  const { passed, refusal } = await untilRefused(`${app.url}/api/public/feedback`, { body }, 100)
  expect(passed).toBe(60)
  expectRefusal(refusal)
})

test('requests for a person are limited', async ({ app }) => {
  const body = { message_id: '01900000000070008000000000000000'.repeat(2), email: 'visitor@example.test' }
  const { passed, refusal } = await untilRefused(`${app.url}/api/public/handoff`, { body }, 50)
  expect(passed).toBe(10)
  expectRefusal(refusal)
  // So is the form of the page without a script: with the page, what was typed still in it.
  const refused = await fetch(`${app.url}/faq/demo`, {
    method: 'POST',
    redirect: 'manual',
    headers: forgedHeaders(),
    body: new URLSearchParams({ q: 'Who can ring me?', email: body.email }),
  })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  const page = await refused.text()
  for (const text of ['Who can ring me?', body.email, 'This could not be sent. Please try again.'])
    expect(page).toContain(text)
})

test('the contact form is limited, and its page keeps the typed text', async ({ app }) => {
  const form = { first_name: 'Ada', last_name: 'Weaver', email: 'ada@example.test', subject: 'Looms', message: 'Hello' }
  const write = (message: string) =>
    fetch(`${app.url}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: forgedHeaders(),
      body: new URLSearchParams({ ...form, message }),
    })
  for (let n = 0; n < 5; n++) expect((await write(`Hello ${n}`)).status).toBe(303)
  const refused = await write('One too many')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('One too many')
})

/** A procedure's refusal: the same fields, as the dashboard reads them. */
function expectRpcRefusal({ status, headers, body }: Reply) {
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(body).toMatchObject({
    json: { data: { kind: 'rate_limited', code: expect.any(String), message: expect.any(String) } },
  })
}

test('sign-ins are limited', async ({ app }) => {
  const url = `${app.url}/api/rpc/accounts/signIn`
  const attempt = (email: string) => ({ body: { json: { email, password: 'a wrong guess' } } })
  const account = await untilRefused(url, attempt('guessed@example.test'), 50)
  expect(account.passed).toBe(10)
  expectRpcRefusal(account.refusal)
  // One address guessing at many accounts is stopped as well.
  let refusal: Reply | undefined
  for (let n = 0; n < 40 && refusal?.status !== 429; n++)
    refusal = await send(url, { ...attempt(`guessed-${n}@example.test`), headers: forgedHeaders() })
  expectRpcRefusal(refusal as Reply)
})

test('sign-ups are limited', async ({ app }) => {
  const person = { first_name: 'Ada', last_name: 'Weaver', email: 'nobody@example.test', password: 'password' }
  const { passed, refusal } = await untilRefused(`${app.url}/api/rpc/accounts/signUp`, { body: { json: person } }, 50)
  expect(passed).toBe(20)
  expectRpcRefusal(refusal)
})

test('visitors do not use up the limit of an API key', async ({ app }) => {
  const missing = restOf(app, { key: 'al_wrong' })
  expect((await missing('/faqs')).status).toBe(401)
  await expect(newTenant(app)).rejects.toThrow('429')
})
