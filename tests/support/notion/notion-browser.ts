// A server that connects to a fake of Notion, and what end-to-end tests find on the integrations screen.
import type { Page } from '@playwright/test'
import { test as base, expect } from '../browser/browser.ts'
import { toasts } from '../browser/dashboard.ts'
import { type NotionServer, startNotion } from './notion-server.ts'

export { expect }

export const test = base.extend<{ emptied: undefined }, { notion: NotionServer }>({
  notion: [
    async ({ database: _ }, use) => {
      const notion = await startNotion()
      await use(notion)
      await notion.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ notion }, use) => use(notion.env), { scope: 'worker' }],
  // A hook would be one of the first file alone that reads this module in a worker.
  emptied: [
    async ({ notion }, use) => {
      notion.clear()
      await use(undefined)
    },
    { auto: true },
  ],
})

export const INTEGRATIONS = '/dashboard/integrations'
export const card = (page: Page) => page.getByRole('main').getByRole('listitem', { name: 'Notion' })

/** Connects with consent, and waits for the end of the first import. */
export async function connect(page: Page) {
  await page.goto(`${INTEGRATIONS}?tab=available`)
  await page.getByRole('button', { name: 'Connect Notion' }).click()
  await page.getByRole('link', { name: 'Allow access' }).click()
  await expect(toasts(page)).toContainText('Notion pages synced successfully')
}
