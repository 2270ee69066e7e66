// Profile Settings: its tabs, the person's names, picture, address and password, and what happens when the session ends.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { withoutEventStream } from '../support/content/workspace-content.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('four tabs are part of the address, and the longer address shows the same', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Settings')
  await expect(page.getByRole('tab')).toHaveText(['Account', 'Workspaces', 'Team Members', 'Subscription & Billing'])
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Subscription & Billing').click()
  await expect(page).toHaveURL('/dashboard/profile?tab=billing')
  await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Free Trial (7 days left)')).toBeVisible()
  await expect(page.getByRole('main').getByText('0 of 50')).toBeVisible()
  await page.reload()
  await expect(tab(page, 'Subscription & Billing')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Team Members').click()
  await expect(page).toHaveURL('/dashboard/profile?tab=team')
  await expect(page.getByText('Woven Goods has 1 member. You are an owner.')).toBeVisible()
  await page.goto('/profile?tab=nonsense')
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
  for (const heading of ['Change Password', 'Two-factor authentication', 'Sessions', 'Danger Zone'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
})

test('the sidebar and the account menu link to the profile', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
})

test('names are saved, shown immediately, and limited in length', async ({ page }) => {
  const person = await signUp(page)
  await page.goto('/profile')
  await expect(field(page, 'First name')).toHaveValue('Ada')
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await expect(field(page, 'Email')).toHaveAttribute('readonly', '')
  await field(page, 'First name').fill('  Grace ')
  await field(page, 'Last name').fill('Hopper')
  await button(page, 'Save Changes').click()
  await expect(toasts(page)).toContainText('Profile updated successfully')
  await expect(page.getByRole('button', { name: 'Account menu of Grace Hopper' })).toBeVisible()
  await page.reload()
  await expect(field(page, 'First name')).toHaveValue('Grace')
  await field(page, 'Last name').fill('x'.repeat(200))
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Please keep this to at most 100 characters.')).toBeVisible()
  await field(page, 'Last name').fill('W'.repeat(100))
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('button', { name: `Account menu of Grace ${'W'.repeat(100)}` })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test.describe(() => {
  test.use({ expectedErrors: [/Failed to load resource: .* 500/] })
  test('failures are reported', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.goto('/profile')
    const broken = { status: 500, body: '{}', contentType: 'application/json' }
    await page.route('**/api/rpc/accounts/updateProfile', (route) => route.fulfill(broken))
    await page.route('**/api/rpc/accounts/changePassword', (route) => route.fulfill(broken))
    await page.route('**/api/rpc/accounts/delete', (route) => route.fulfill(broken))
    await field(page, 'First name').fill('Grace')
    await button(page, 'Save Changes').click()
    await expect(toasts(page)).toContainText('Failed to update profile')
    await field(page, 'Current password').fill('woven-thread-7')
    await field(page, 'New password').fill('a-new-thread-8')
    await field(page, 'Confirm new password').fill('a-new-thread-8')
    await button(page, 'Update Password').click()
    await expect(toasts(page)).toContainText('Failed to update password')
    await button(page, 'Delete Account').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.getByRole('textbox', { name: /^Type / }).fill('DELETE')
    await dialog.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(toasts(page)).toContainText('Failed to delete account')
    await expect(dialog).toBeVisible()

    await page.route('**/api/rpc/workspaces/delete', (route) => route.fulfill(broken))
    await page.goto('/profile?tab=workspaces')
    await button(page, 'Delete Woven Goods').click()
    const deletion = page.getByRole('alertdialog', { name: 'Delete Woven Goods?' })
    await deletion.getByRole('textbox', { name: /^Type / }).fill('Woven Goods')
    await deletion.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
    await deletion.getByRole('button', { name: 'Delete workspace' }).click()
    await expect(toasts(page)).toContainText('Failed to delete workspace')
    await expect(deletion).toBeVisible()
  })
})

test('a new address is used after its owner has confirmed it', async ({ page, app, newPerson }) => {
  const person = await signUp(page)
  const email = `new-${person.email}`
  await page.goto('/profile')
  await button(page, 'Change email').click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(email)
  await dialog.getByLabel('Your password', { exact: true }).fill('not it')
  await dialog.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(toasts(page)).toContainText(`Check the inbox of ${email} to confirm it.`)
  await expect(page.getByRole('status').filter({ hasText: email })).toContainText('to be confirmed')
  await mailTo(app, person.email, /^A new email address for your account$/)

  const reader = await newPerson()
  const link = linkIn(await mailTo(app, email, /^Confirm your new email address$/))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email address changed')
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(field(page, 'Email')).toHaveValue(email)
  await reader.goto(link)
  await expect(reader.getByRole('alert')).toHaveText(
    'This link has expired or was used already. You can ask for a new one.',
  )
})

test('the password is changed, with the specified texts', async ({ page }) => {
  const person = await signUp(page)
  await page.goto('/profile')
  const fill = async (current: string, next: string, again: string) => {
    await field(page, 'Current password').fill(current)
    await field(page, 'New password').fill(next)
    await field(page, 'Confirm new password').fill(again)
    await button(page, 'Update Password').click()
  }
  for (const [current, next, again, sentence] of [
    ['', '', '', 'Please fill in all password fields'],
    [person.password, 'a-new-thread-8', '', 'Please fill in all password fields'],
    ['', 'a-new-thread-8', 'a-new-thread-8', 'Please fill in all password fields'],
    [person.password, 'a-new-thread-8', 'a-new-thread-9', 'New passwords do not match'],
    [person.password, '12345', '12345', 'Password must be at least 6 characters'],
    ['not it', 'a-new-thread-8', 'a-new-thread-8', 'This is not your password.'],
    [
      person.password,
      'letmein1',
      'letmein1',
      'This password is too common. Please choose one that is harder to guess.',
    ],
  ] as const) {
    await fill(current, next, again)
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  await fill(person.password, 'a-new-thread-8', 'a-new-thread-8')
  await expect(toasts(page)).toContainText('Password updated successfully')
  await expect(field(page, 'Current password')).toHaveValue('')
  await page.context().clearCookies()
  await page.goto('/auth')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill('a-new-thread-8')
  await button(page, 'Sign In').click()
  await expect(toasts(page)).toContainText('Signed in successfully!')
})

test('the profile reports a session that ended in another tab, and is shown again after signing in', async ({
  page,
  context,
}) => {
  const { person } = await signUpWithWorkspace(page)
  await page.goto('/profile?tab=workspaces')
  await expect(page.getByRole('list', { name: 'Workspaces' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /^Account menu of/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('Please sign in to access your profile')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/profile?tab=workspaces')
})

test('a form left open after the session ended changes nothing and gives the reason', async ({ page }) => {
  await signUp(page)
  // Opened without cookies, the stream would end the session before the click.
  await withoutEventStream(page)
  await page.goto('/profile')
  await field(page, 'First name').fill('Somebody')
  await page.context().clearCookies()
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Please sign in to access your profile')).toBeVisible()
  await expect(toasts(page)).toContainText('Please sign in.')
  // Elsewhere the sign-in page says it.
  await signUpWithWorkspace(page)
  await page.goto('/pages?create=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question', { exact: true }).fill('What of this?')
  await dialog.getByLabel('Answer', { exact: true }).fill('It is not saved.')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await expect(page).toHaveURL(/\/auth\?next=%2Fpages/)
  await expect(page.getByText('Your session has ended. Please sign in again')).toBeVisible()
})
