// The editor of the widget's look as end-to-end tests use it.
import { expect, type Page } from '@playwright/test'
import { button, toasts } from './dashboard.ts'

/** From section to section by its links: what is not saved yet stays. */
export async function openSection(page: Page, name: string): Promise<void> {
  const back = page.getByRole('link', { name: 'Back to sections' })
  if (await back.isVisible()) await back.click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
}

export async function saveWidget(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await expect(toasts(page).getByText('Widget settings saved successfully').last()).toBeVisible()
  await expect(button(page, 'Save')).toBeDisabled()
}
