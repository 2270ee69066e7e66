// The list of FAQs as end-to-end tests see it.
import type { Locator, Page } from '@playwright/test'

export const row = (page: Page, question: string | RegExp): Locator =>
  page.getByRole('row').filter({ hasText: question })

/** Opens a row's menu and chooses an entry of it. */
export async function choose(page: Page, question: string, entry: string): Promise<void> {
  await row(page, question).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
