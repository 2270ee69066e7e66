// Parts of the dashboard that end-to-end tests of many screens use.
import { expect, type Page } from '@playwright/test'

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Somewhere the page shows exactly this. */
export const says = (page: Page, message: string) =>
  expect(page.getByText(message, { exact: true }).first()).toBeVisible()
