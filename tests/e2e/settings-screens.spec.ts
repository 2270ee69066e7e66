// The screens of Workspace Settings: each tab, and a change that is not saved yet.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { refuse } from '../support/content/workspace-content.ts'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const show = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

test('without a workspace there are no settings', async ({ page }) => {
  await signUp(page)
  await page.goto('/settings')
  await expect(page.getByRole('main').getByText('No workspace selected')).toBeVisible()
})

test('the settings are accessible', async ({ page }) => {
  test.setTimeout(300_000)
  await signUpWithWorkspace(page)
  for (const [tab, title] of [
    ['general', 'Custom domain'],
    ['answers', 'When to answer'],
    ['visitors', 'Visitor data'],
    ['security', 'Audit log'],
    ['api', 'API keys'],
  ] as const)
    await checkScreen(page, `workspace settings, ${tab}`, async () => {
      await page.goto(`/settings?tab=${tab}`)
      await expect(card(page, title)).toBeVisible()
    })
  await checkScreen(page, 'a new API key', async () => {
    await page.goto('/settings?tab=api')
    await card(page, 'API keys').getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible()
  })
})

test('an unsaved change is kept while another tab is shown', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/settings')
  await card(page, 'General').getByLabel('Workspace name').fill('Unsaved Goods')
  await show(page, 'Answers')
  await expect(card(page, 'General')).toBeHidden()
  await expect(page).toHaveURL('/settings?tab=answers')
  await show(page, 'General')
  await expect(card(page, 'General').getByLabel('Workspace name')).toHaveValue('Unsaved Goods')
})

test('while the settings cannot be loaded, the tabs stay and the failure names them', async ({ page }) => {
  await signUpWithWorkspace(page)
  const allow = await refuse(page, 'workspaces/settings/get', 'The database is busy.')
  await page.goto('/settings?tab=visitors')
  await expect(page.getByRole('tab', { name: 'Visitors', selected: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The settings could not be loaded')
  await expect(page.getByRole('alert')).toContainText('The database is busy.')
  await allow()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Widget origins')).toBeVisible()
})
