import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../../tests/support/app/test-app.ts'
import type { PageRules, SavePageRules } from '../contract.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  ;[tenant, other] = [await app.tenant('Rules'), await app.tenant('Other')]
})

const rest = (method: 'GET' | 'PUT', body?: object, who = tenant) =>
  app.rest({ method, path: '/page-rules' }, body ?? {}, who.apiKey)
const save = async (input: object): Promise<PageRules> => {
  const reply = await rest('PUT', input)
  expect(reply.status).toBe(200)
  return reply.body as PageRules
}
const rule = (part: Partial<Record<keyof SavePageRules['rules'][number], unknown>> = {}) => ({
  include: ['/pricing'],
  ...part,
})
const createFaq = async (question: string, status: string, who = tenant): Promise<string> => {
  const { body } = await app.rest({ method: 'POST', path: '/faqs' }, { question, answer: 'Yes.', status }, who.apiKey)
  return (body as { id: string }).id
}

describe('rules for pages', () => {
  it('are empty at first, and prompts are off by default', async () => {
    expect((await rest('GET', {}, other)).body).toEqual({ rules: [], prompts_per_day: 1, version: 0 })
    const { rules } = await save({ rules: [rule({ include: ['https://shop.example/pricing/*', 'docs'] })] })
    expect(rules).toEqual([
      {
        include: ['/pricing/*', '*docs'],
        exclude: [],
        suggestions: [],
        prompt_text: '',
        prompt_trigger: 'off',
        delay_seconds: 30,
        is_enabled: true,
      },
    ])
    expect((await rest('GET', {}, other)).body).toMatchObject({ rules: [] })
  })

  it('contain the current questions of FAQs, and only of this workspace', async () => {
    const published = await createFaq('How much is it?', 'published')
    const draft = await createFaq('What is secret?', 'draft')
    const foreign = await createFaq('Whose is it?', 'published', other)
    const ids = [published, draft, foreign, crypto.randomUUID()]
    const suggestions = [...ids.map((faq_id) => ({ faq_id })), { question: 'Can I pay by card?' }]
    const { rules } = await save({ rules: [rule({ suggestions })] })
    expect(rules[0]?.suggestions).toEqual([
      { faq_id: published, question: 'How much is it?', is_shown: true },
      { faq_id: draft, question: 'What is secret?', is_shown: false },
      { faq_id: null, question: 'Can I pay by card?', is_shown: true },
    ])
    await app.rest(
      { method: 'PATCH', path: `/faqs/${published}` },
      { question: 'What does it cost?', status: 'draft' },
      tenant.apiKey,
    )
    expect(((await rest('GET')).body as PageRules).rules[0]?.suggestions[0]).toEqual({
      faq_id: published,
      question: 'What does it cost?',
      is_shown: false,
    })
  })

  it('are not overwritten by a save based on an older version', async () => {
    const { version } = await save({ rules: [rule()] })
    await save({ rules: [rule({ include: ['/newer'] })], version })
    expect(await rest('PUT', { rules: [], version })).toMatchObject({
      status: 409,
      body: { error: { code: 'page_rules.changed_meanwhile' } },
    })
    expect((await rest('GET')).body).toMatchObject({ rules: [{ include: ['/newer'] }], version: version + 1 })
    await save({ rules: [], prompts_per_day: 3 })
    expect((await rest('GET')).body).toMatchObject({ rules: [], prompts_per_day: 3 })
  })

  it.each([
    [{ rules: [rule({ include: [] })] }, 'Please enter at least one page.'],
    [{ rules: [rule({ prompt_trigger: 'delay' })] }, 'Please enter the text of the prompt.'],
    [{ rules: [rule({ suggestions: [{ question: ' ' }] })] }, 'Please enter a question.'],
    [{ rules: Array.from({ length: 51 }, () => rule()) }, 'At most 50 rules.'],
  ])('refuse %j', async (input, message) => {
    const reply = await rest('PUT', input)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(message)
  })

  it('are recorded in the audit log', async () => {
    await save({ rules: [rule()] })
    const { body } = await app.rpc('workspaces/auditLog/list', { area: 'settings' }, tenant)
    expect(JSON.stringify(body)).toContain('widget.rules_changed')
  })
})
