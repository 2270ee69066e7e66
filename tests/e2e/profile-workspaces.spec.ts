// Profile Settings, Workspaces: the list, its badges, deleting by owners, and the limit of the plan.
import type { Page } from '@playwright/test'
import { operator } from '../support/app/operator-command.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { createWorkspace, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { withoutEventStream } from '../support/content/workspace-content.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Workspaces' })
const LIMIT = 'Free plan allows only 1 workspace. Upgrade to Pro for unlimited workspaces.'

test('a user without a workspace can create one', async ({ page }) => {
  await signUp(page)
  await page.goto('/profile?tab=workspaces')
  await expect(page.getByText('No workspaces yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Workspace' }).click()
  await expect(page).toHaveURL('/workspace-setup')
})

test('the workspace of the free plan has a badge and members, and no second one is allowed', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/profile?tab=workspaces')
  const row = list(page).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Woven Goods')
  await expect(row).toContainText('Free')
  await expect(row).toContainText('1 member')
  const add = page.getByRole('button', { name: 'Add Workspace' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.focus()
  await add.hover()
  await expect(page.getByText(LIMIT)).toBeVisible()
  await add.press('Enter')
  await expect(toasts(page)).toContainText('Workspace Limit Reached')
  await expect(page).toHaveURL('/profile?tab=workspaces')
})

test('an owner deletes an unselected workspace by its name, and then the selected one', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page, 'Second Hand')
  await operator(app, ['--email', person.email, '--password', person.password, '--name', 'First Hand', '--free-access'])
  await page.goto('/profile?tab=workspaces')
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(list(page).getByText('Pro')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Add Workspace' })).not.toHaveAttribute('aria-disabled')
  const selected = await page.evaluate(() => localStorage.getItem('currentWorkspaceId'))

  await page.getByRole('button', { name: 'Delete Second Hand' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: /^Type / }).fill('Second')
  await dialog.getByRole('button', { name: 'Delete workspace' }).click()
  await expect(dialog.getByText('Please type "Second Hand" to confirm')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Type / }).fill('Second Hand')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Delete workspace' }).click()
  await expect(toasts(page)).toContainText('Workspace deleted successfully')
  await expect(list(page).getByRole('listitem')).toHaveText(/First Hand/)
  await expect(page).toHaveURL('/profile?tab=workspaces')
  expect(await page.evaluate(() => localStorage.getItem('currentWorkspaceId'))).toBe(selected)

  await page.getByRole('button', { name: 'Delete First Hand' }).click()
  await dialog.getByRole('textbox', { name: /^Type / }).fill('First Hand')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Delete workspace' }).click()
  await expect(page).toHaveURL('/workspace-setup')
})

test('every tab is accessible', async ({ page }) => {
  test.setTimeout(400_000)
  await signUp(page)
  await checkScreen(page, 'no workspaces', async () => {
    await page.goto('/profile?tab=workspaces')
    await expect(page.getByText('No workspaces yet')).toBeVisible()
  })
  await createWorkspace(page)
  await checkScreen(page, 'Account with errors', async () => {
    await page.goto('/profile')
    await expect(page.getByText('This device')).toBeVisible()
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Please fill in all password fields')).toBeVisible()
  })
  for (const [tab, text] of [
    ['workspaces', 'Woven Goods'],
    ['team', 'Woven Goods has 1 member. You are an owner.'],
    ['billing', '0 of 50'],
  ] as const)
    await checkScreen(page, tab, async () => {
      await page.goto(`/profile?tab=${tab}`)
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    })
  await checkScreen(page, 'the QR code', async () => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img')).toBeVisible()
  })
  await checkScreen(page, 'Delete Account', async () => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  })
  // Opened without cookies, the stream would end the session before the click.
  await withoutEventStream(page)
  await checkScreen(page, 'signed out', async () => {
    await page.goto('/profile')
    await expect(page.getByText('This device')).toBeVisible()
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    const signedOut = page.getByText('Please sign in to access your profile')
    // Any other request of the page may end the session before the click.
    await page.getByRole('button', { name: 'Save Changes' }).or(signedOut).first().click()
    await expect(signedOut).toBeVisible()
    await page.context().addCookies(cookies)
  })
})
