import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../tests/support/app/test-app.ts'

let app: TestApp
let mine: Tenant
let subdomain: string

beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  mine = await app.tenant('Mine')
  await app.rest(
    { method: 'POST', path: '/faqs' },
    { question: 'How long does a scarf take to weave?', answer: 'Three days.', status: 'published' },
    mine.apiKey,
  )
  const [row] = await app.rows(`select subdomain from workspaces where id = '${mine.workspaceId}'`)
  subdomain = (row as { subdomain: string }).subdomain
})

const send = (base: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  app.fetch(
    new Request(`http://localhost:3000${base}/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )

const QUESTION = 'How long does a scarf take to weave?'

describe.each(['/api/v1/public', '/api/public'])('%s', (base) => {
  it('answers, as JSON and as a stream, and takes votes and handoffs', async () => {
    const asked = await send(base, 'ask', { subdomain, question: QUESTION })
    const answer = (await asked.json()) as { outcome: string; answer: string; message_id: string }
    expect(answer).toMatchObject({ outcome: 'answered', answer: 'Three days.' })

    const streamed = await send(base, 'ask', { subdomain, question: QUESTION }, { accept: 'text/event-stream' })
    expect(streamed.headers.get('content-type')).toContain('text/event-stream')
    expect(await streamed.text()).toMatch(/event: sources[\s\S]*event: delta[\s\S]*event: done/)

    const { message_id } = answer
    expect((await send(base, 'feedback', { message_id, vote: 'up' })).status).toBe(204)
    expect((await send(base, 'handoff', { message_id, email: 'visitor@example.test' })).status).toBe(202)
  })

  it('searches and lists what is published, for every site', async () => {
    const found = await send(base, `search?subdomain=${subdomain}&q=scarf`)
    expect(await found.json()).toMatchObject({ results: [{ title: QUESTION }] })
    expect(found.headers.get('access-control-allow-origin')).toBe('*')
    expect(await (await send(base, `workspaces/${subdomain}`)).json()).toMatchObject({ subdomain })
    const faqs = await send(base, `workspaces/${subdomain}/faqs`)
    expect(((await faqs.json()) as { items: { question: string }[] }).items.map(({ question }) => question)).toEqual([
      'About Mine?',
      QUESTION,
    ])
  })

  it('says what is wrong as everywhere', async () => {
    const invalid = await send(base, 'ask', { subdomain })
    expect([invalid.status, await invalid.json()]).toMatchObject([400, { error: { code: 'request.invalid' } }])
    const nothing = await send(base, 'nothing')
    expect([nothing.status, await nothing.json()]).toMatchObject([404, { error: { code: 'route.not_found' } }])
    expect(nothing.headers.get('access-control-allow-origin')).toBe('*')
  })
})
