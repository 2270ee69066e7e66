import { describe, expect, it } from 'vitest'
import { teamTenant } from '../../tests/support/accounts/team-tenant.ts'
import { type Procedure, procedures } from '../../tests/support/app/procedures.ts'
import { createSampleApp } from '../../tests/support/app/sample-app.ts'
import { samples, type TeamTenant } from '../../tests/support/app/sample-inputs.ts'
import { contract } from '../contract.ts'

const all = procedures(contract)
const conditional = all.filter(({ meta }) => meta.conditional)

const app = await createSampleApp()
const mine = await teamTenant(app, 'Mine')

const sampleOf = (tenant: TeamTenant, { path }: Procedure): object => samples(tenant)[path] ?? {}
const readOf = ({ route, meta }: Procedure): Procedure => {
  const address = meta.conditional === true ? route.path : meta.conditional
  const read = all.find((other) => other.route.path === address && other.route.method === 'GET')
  if (!read) throw new Error(`${address} cannot be read`)
  return read
}
const tagOf = async (tenant: TeamTenant, edit: Procedure): Promise<string> => {
  const read = readOf(edit)
  const reply = await app.rest(read.route, sampleOf(tenant, read), tenant.apiKey)
  return reply.headers.get('etag') ?? `none: ${reply.status}`
}

const ONE_VALUE = 'sets one value, and overwrites nothing else'
const UNCONDITIONAL: Record<string, string> = {
  'PATCH /members/{id}': ONE_VALUE,
  'PATCH /workspace/subdomain': ONE_VALUE,
}

it('every edit takes If-Match, or has a reason not to', () => {
  const edits = all.filter(({ route }) => route.path && ['PATCH', 'PUT'].includes(route.method ?? ''))
  const without = edits.filter(({ meta }) => !meta.conditional)
  expect(without.map(({ route }) => `${route.method} ${route.path}`).sort()).toEqual(Object.keys(UNCONDITIONAL))
})

describe.each(conditional.map((p) => [`${p.route.method} ${p.route.path}`, p] as const))('%s', (_, edit) => {
  it('is refused with another tag, without a change', async () => {
    const tag = await tagOf(mine, edit)
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    for (const other of ['"other"', `W/${tag}`]) {
      const reply = await app.rest(edit.route, sampleOf(mine, edit), mine.apiKey, { 'if-match': other })
      expect(reply).toMatchObject({ status: 412, body: { error: { code: 'precondition.failed' } } })
    }
    expect(await tagOf(mine, edit)).toBe(tag)
  })

  it('succeeds once with the current tag', async () => {
    const tenant = await teamTenant(app, 'Fresh')
    const tag = await tagOf(tenant, edit)
    const header = { 'if-match': `"older", ${tag}` }
    const call = () => app.rest(edit.route, sampleOf(tenant, edit), tenant.apiKey, header)
    const statuses = (await Promise.all([call(), call()])).map(({ status }) => status).sort()
    // A tenant without a domain has nothing to remove: its tag stays.
    const isChanged = (await tagOf(tenant, edit)) !== tag
    expect(isChanged || edit.route.method === 'DELETE').toBe(true)
    const refused = edit.route.method === 'DELETE' ? expect.toBeOneOf([404, 412]) : 412
    expect(statuses).toEqual([200, isChanged ? refused : 200])
  })
})

const FAQ = { method: 'GET', path: '/faqs/{id}' }
const EDIT = { method: 'PATCH', path: '/faqs/{id}' }

describe('read requests', () => {
  it('return 304 to a client with the current representation', async () => {
    const { faq: id } = mine.ids
    const first = await app.rest(FAQ, { id }, mine.apiKey)
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const known = { 'if-none-match': `W/${tag}` }
    const again = await app.rest(FAQ, { id }, mine.apiKey, known)
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, tag])
    await app.rest(EDIT, { id, answer: 'Changed.' }, mine.apiKey)
    const changed = await app.rest(FAQ, { id }, mine.apiKey, known)
    expect(changed).toMatchObject({ status: 200, body: { answer: 'Changed.' } })
    expect(changed.headers.get('etag')).not.toBe(tag)
  })

  it('return no tag for lists, which are not cached', async () => {
    const { headers } = await app.rest({ method: 'GET', path: '/faqs' }, {}, mine.apiKey)
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  })
})

describe('simultaneous changes', () => {
  const race = async (change: (n: number) => [{ method: string; path: string }, object], read: typeof FAQ) => {
    for (let round = 0; round < 5; round++) {
      const tag = (await app.rest(read, { id: mine.ids.faq }, mine.apiKey)).headers.get('etag') ?? ''
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, n) => app.rest(...change(round * 10 + n), mine.apiKey, { 'if-match': tag })),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
    }
  }

  it('succeed once with the tag of a FAQ, and are otherwise refused', () =>
    race((n) => [EDIT, { id: mine.ids.faq, answer: `Answer ${n}.` }], FAQ))

  it('succeed once with the tag of the settings, and are otherwise refused', () =>
    race((n) => [{ method: 'PATCH', path: '/settings' }, { answer_instructions: `Text ${n}` }], {
      method: 'GET',
      path: '/settings',
    }))

  it('succeed once with the tag of the allowed origins, and are otherwise refused', () =>
    race((n) => [{ method: 'PUT', path: '/allowed-origins' }, { origins: [`https://site-${n}.example`] }], {
      method: 'GET',
      path: '/allowed-origins',
    }))

  it('succeed once with the tag of a source, and are otherwise refused', () => {
    const id = mine.ids.source
    const priorities = ['low', 'high']
    return race(
      (n) => [
        { method: 'PATCH', path: '/sources/{id}' },
        { id, is_listed: n % 20 < 10, priority: priorities[Math.floor(n / 10) % 2] },
      ],
      {
        method: 'GET',
        path: `/sources/${id}`,
      },
    )
  })
})

it('a change whose procedure checks no tag is refused', async () => {
  const route = { method: 'POST', path: '/faqs' }
  const reply = await app.rest(route, { question: 'Why?', answer: 'So.' }, mine.apiKey, { 'if-match': '"any"' })
  expect(reply).toMatchObject({ status: 412, body: { error: { code: 'precondition.unsupported' } } })
})
