// Parts of the dashboard that end-to-end tests of many screens use.
import { expect, type Locator, type Page } from '@playwright/test'

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The panel in place of what could not be loaded, whose button `Retry` loads it: no toast repeats the failure. */
export async function retryFailure(page: Page, title: string, shown: Locator) {
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: title })
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(shown).toBeVisible()
  // Counted now: an expectation would wait until a toast has closed.
  expect(await toasts(page).getByText(title).count(), 'toasts that repeat the failure').toBe(0)
}

/** Somewhere the page shows exactly this. */
export const says = (page: Page, message: string) =>
  expect(page.getByText(message, { exact: true }).first()).toBeVisible()
