// The settings of answers: what search by meaning has understood.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../support/models/embedding-server.ts'

const test = base.extend<object, { encoder: EmbeddingServer }>({
  encoder: [
    async ({ browser: _ }, use) => {
      const encoder = await startEmbeddingServer()
      await use(encoder)
      await encoder.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ encoder }, use) => use({ SEMANTIC: 'remote', EMBEDDING_MODEL: 'fake', EMBEDDING_BASE_URL: encoder.url }),
    { scope: 'worker' },
  ],
})

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const publish = (page: Page, workspace: OwnWorkspace, question: string, answer: string) =>
  callInWorkspace(page, workspace, 'faqs/create', { question, answer, status: 'published' })

test('semantic search shows its progress while content is added, and a failing encoder', async ({ page, encoder }) => {
  encoder.use('good')
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/settings?tab=answers')
  const meaning = card(page, 'Search by meaning')
  await expect(meaning).toContainText('0 of 0 entries')
  await expect(meaning).toContainText('once they are published')
  await publish(page, workspace, 'How do I get a refund?', 'Open Billing and press Refund.')
  await expect(meaning).toContainText('1 of 1 entry')
  await expect(meaning).toContainText('Meaning counts where words find little.')
  encoder.use('unauthorized')
  await publish(page, workspace, 'Are dogs welcome?', 'In the garden, on a lead.')
  await expect(meaning).toContainText('1 of 2 entries')
  await expect(meaning).toContainText('The encoder is not available at the moment.')
  encoder.use('good')
  await expect(meaning).toContainText('2 of 2 entries', { timeout: 60_000 })
  await checkScreen(page, 'search by meaning', async () => {
    await page.goto('/settings?tab=answers')
    await expect(meaning).toContainText('2 of 2 entries')
  })
})
