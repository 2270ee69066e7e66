import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../../tests/support/app/test-app.ts'
import type { AskOutput } from '../../answering/contract.ts'
import type { Preview } from '../contract.ts'

let app: TestApp
let mine: Tenant

beforeAll(async () => {
  app = await createTestApp()
  mine = await app.tenant('Mine')
  const item = { question: 'Do you ship to Canada?', answer: 'Yes, within ten days.', status: 'published' }
  await app.rest({ method: 'POST', path: '/faqs' }, item, mine.apiKey)
})

async function call<Answer>(procedure: string, input: object = {}): Promise<Answer> {
  const answer = await app.rpc(procedure, input, { cookie: mine.cookie, workspaceId: mine.workspaceId })
  expect(answer.status).toBe(200)
  return (answer.body as { json: Answer }).json
}

it('the preview has the texts of the page, its address and the published FAQs', async () => {
  const preview = await call<Preview>('visitors/preview')
  expect(preview.faqs.map(({ question }) => question)).toContain('Do you ship to Canada?')
  expect(preview.place.base).toBe(`/faq/${preview.subdomain}`)
  expect(preview.texts.heading).toBe('Frequently Asked Questions')
  expect(preview.texts.help.unavailableAi).toBe(
    "I'm temporarily unable to provide AI assistance. Please browse the FAQs below or contact support.",
  )
})

it('a test question is answered like a visitor’s and not recorded', async () => {
  const messages = () => app.rows('select id from messages')
  const before = await messages()
  const answer = await call<AskOutput>('visitors/tryAsking', { question: 'do you ship to canada' })
  expect(answer).toMatchObject({ outcome: 'answered', sources: [{ title: 'Do you ship to Canada?' }] })
  expect(await messages()).toEqual(before)
})
