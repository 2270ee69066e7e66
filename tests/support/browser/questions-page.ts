// The Questions inbox as end-to-end tests see it.
import type { Locator, Page } from '@playwright/test'

export const questions = (page: Page): Locator => page.getByRole('list', { name: 'Questions' }).getByRole('listitem')
export const question = (page: Page, text: string): Locator => questions(page).filter({ hasText: text })
export const view = (page: Page, name: string): Locator => page.getByRole('tab', { name })
export const details = (page: Page): Locator => page.getByRole('dialog', { name: 'Message Details' })

/** Picks an entry of a row's menu. */
export async function choose(page: Page, text: string, entry: string): Promise<void> {
  await question(page, text).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The menu in the page header comes before those of the rows. */
export async function chooseForAll(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for all messages' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
