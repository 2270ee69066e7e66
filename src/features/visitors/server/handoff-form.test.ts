import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DOMAIN, startVisitorServer, type VisitorServer } from '../../../../tests/support/browser/visitor-server.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const MESSAGE = '01900000000070008000000000000002'.repeat(2)
const form = { q: 'Who won the race?', email: 'visitor@example.test', conversation_id: ID, website: '' }

let site: VisitorServer
beforeEach(async () => {
  site = await startVisitorServer()
})
afterEach(() => site.stop())

describe('the form that asks for a person', () => {
  it('forwards the question and redirects to a confirmation, whose reload sends nothing', async () => {
    const answer = await site.post('/faq/acme', form)
    expect([answer.status, answer.headers.location]).toEqual([303, '/faq/acme?q=Who+won+the+race%3F&sent=1'])
    expect(site.handedOver).toEqual([
      {
        subdomain: 'acme',
        question: 'Who won the race?',
        email: 'visitor@example.test',
        conversation_id: ID,
        page_url: 'https://help.example.test/faq/acme',
      },
    ])
    for (let index = 0; index < 2; index += 1) {
      const page = await site.get(answer.headers.location ?? '')
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(page.text).toContain('&quot;person&quot;:{&quot;sent&quot;:true}')
      expect(page.text).toContain('&quot;query&quot;:&quot;Who won the race?&quot;')
    }
    expect([site.handedOver.length, site.questions]).toEqual([1, []])
  })

  it('names its message, and drops invalid ids', async () => {
    await site.post('/faq/acme', { ...form, message_id: MESSAGE })
    await site.post('/faq/acme', { ...form, message_id: 'x', conversation_id: 'y' })
    await site.post('/faq/acme', { ...form, message_id: ID })
    expect(site.handedOver.map(({ message_id, conversation_id }) => [message_id, conversation_id])).toEqual([
      [MESSAGE, ID],
      [undefined, undefined],
      [undefined, ID],
    ])
  })

  it('keeps the requested language and the workspace’s own domain', async () => {
    const german = await site.post('/faq/acme?lang=de', form)
    expect(german.headers.location).toBe('/faq/acme?q=Who+won+the+race%3F&sent=1&lang=de')
    const own = await site.post('/', form, { host: DOMAIN })
    expect([own.status, own.headers.location]).toEqual([303, '/?q=Who+won+the+race%3F&sent=1'])
    expect(site.handedOver).toHaveLength(2)
  })

  it.each(['', 'nobody', 'a@b', `${'a'.repeat(250)}@example.test`])(
    'is shown again with its question when %j is not an address',
    async (email) => {
      const answer = await site.post('/faq/acme?lang=de', { ...form, email, message_id: MESSAGE })
      expect([answer.status, answer.headers['cache-control']]).toEqual([400, 'no-store'])
      expect(answer.text).toContain('&quot;error&quot;:&quot;Bitte geben Sie eine gültige E-Mail-Adresse ein.&quot;')
      expect(answer.text).toContain(`&quot;email&quot;:&quot;${email.slice(0, 254)}&quot;`)
      expect(answer.text).toContain(`&quot;message_id&quot;:&quot;${MESSAGE}&quot;`)
      expect(answer.text).toContain(`&quot;conversation_id&quot;:&quot;${ID}&quot;`)
      expect(answer.text).toContain('&quot;query&quot;:&quot;Who won the race?&quot;')
      expect(site.handedOver).toEqual([])
    },
  )

  it('reports a failure and the time to try again', async () => {
    site.full = true
    const full = await site.post('/faq/acme', form)
    expect([full.status, full.headers['retry-after']]).toEqual([429, '30'])
    expect(site.logged).toEqual([])
    site.full = false
    site.broken = true
    const broken = await site.post('/faq/acme', form)
    expect([broken.status, broken.headers['retry-after']]).toEqual([503, undefined])
    expect(site.logged.join()).toContain('the inbox is unavailable')
    for (const { text } of [full, broken]) {
      expect(text).toContain('&quot;error&quot;:&quot;This could not be sent. Please try again.&quot;')
      expect(text).toContain('&quot;email&quot;:&quot;visitor@example.test&quot;')
    }
  })

  it('sends nothing for a bot that fills in the hidden field, without an error', async () => {
    const answer = await site.post('/faq/acme', { ...form, website: 'https://spam.example' })
    expect([answer.status, answer.headers.location]).toEqual([303, '/faq/acme?q=Who+won+the+race%3F&sent=1'])
    expect(site.handedOver).toEqual([])
  })

  it('redirects to the page without a question, and exists nowhere else', async () => {
    const empty = await site.post('/faq/acme', { ...form, q: '  ' })
    expect([empty.status, empty.headers.location]).toEqual([303, '/faq/acme'])
    expect((await site.post('/faq/nobody', form)).status).toBe(404)
    expect((await site.post('/some-faq', form, { host: DOMAIN })).status).toBe(404)
    expect(site.handedOver).toEqual([])
  })

  it('truncates a question that is too long', async () => {
    await site.post('/faq/acme', { ...form, q: 'q'.repeat(10_000) })
    expect(site.handedOver[0]?.question).toHaveLength(2_000)
  })
})
