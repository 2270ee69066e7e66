// A forgotten password: the dialog, the mail, the three views of the page that its link opens, and what follows.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signInByForm, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const INVALID = 'Invalid password reset link. Please request a new password reset.'
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true })
const confirm = (page: Page) => page.getByLabel('Confirm password', { exact: true })
const update = (page: Page) => page.getByRole('button', { name: 'Update Password' })

async function askForLink(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot password' })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Send reset link' }).click()
  await expect(toasts(page)).toContainText('Password reset email sent! Check your inbox.')
  await expect(dialog).toBeHidden()
}

test('a user resets the password from the sign-in page by the mailed link', async ({ page, app, newPerson }) => {
  const { person } = await signUpWithWorkspace(page)
  const forgetful = await newPerson()
  await askForLink(forgetful, person.email)
  const mail = await mailTo(app, person.email, /^Reset your password$/)
  const link = linkIn(mail)
  expect(link).toMatch(/^\/auth\/reset-password\?access_token=[\w-]{20,}&type=recovery$/)

  await forgetful.goto(link)
  await expect(forgetful.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await newPassword(forgetful).fill('a-new-thread-8')
  await confirm(forgetful).fill('a-new-thread-8')
  await update(forgetful).click()
  await expect(forgetful.getByRole('heading', { level: 1 })).toHaveText('Password updated successfully')
  await expect(forgetful).toHaveURL('/auth')
  await signInByForm(forgetful, person)
  await expect(forgetful.getByRole('alert')).toHaveText('The email address or the password is wrong.')
  await signInByForm(forgetful, { ...person, password: 'a-new-thread-8' })
  await expect(toasts(forgetful)).toContainText('Signed in successfully!')
  await expect(forgetful).toHaveURL('/dashboard')

  // All other sessions of the user have ended.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
  // And the link has done its work.
  await page.goto(link)
  await expect(page.getByText(INVALID)).toBeVisible()
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/auth')
})

test('the success view redirects after three seconds and not before', async ({ page, app }) => {
  const person = await signUp(page)
  await page.context().clearCookies()
  await askForLink(page, person.email)
  const link = linkIn(await mailTo(app, person.email, /^Reset your password$/))
  await page.clock.install()
  await page.goto(link)
  await newPassword(page).fill('a-new-thread-8')
  await confirm(page).fill('a-new-thread-8')
  await page.clock.pauseAt(Date.now() + 60_000)
  await update(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password updated successfully')
  await page.clock.runFor(2999)
  await expect(page).toHaveURL(/\/auth\/reset-password/)
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/auth')
})

test('the dialog requires an address, and gives the same response for an unknown one', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot password' })
  const email = dialog.getByLabel('Email address')
  await expect(email).toHaveAttribute('type', 'email')
  for (const [typed, sentence] of [
    ['   ', 'Please enter your email address.'],
    ['nonsense', 'Please enter a valid email address.'],
  ] as const) {
    await email.fill(typed)
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    await expect(dialog.getByText(sentence)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await askForLink(page, 'nobody-at-all@example.test')
})

test.describe(() => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })
  test('a failed request for an email is reported', async ({ page }) => {
    await page.route('**/api/rpc/accounts/requestPasswordReset', (route) => route.abort())
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill('a@example.test')
    await page.getByRole('button', { name: 'Forgot password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Forgot password' })
    await expect(dialog.getByLabel('Email address')).toHaveValue('a@example.test')
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    await expect(toasts(page)).toContainText('The server cannot be reached. Please check your connection.')
    await expect(dialog).toBeVisible()
  })
})

test('invalid links are reported', async ({ page }) => {
  for (const query of [
    '',
    '?type=recovery',
    '?access_token=abc',
    '?access_token=abc&type=signup',
    '?access_token=abc&type=recovery',
    '?refresh_token=x&access_token=&type=recovery',
  ]) {
    await page.goto(`/auth/reset-password${query}`)
    await expect(page.getByText(INVALID)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
    await expect(newPassword(page)).toBeHidden()
  }
})

test('the new password is validated, and both fields can be shown', async ({ page, app }) => {
  const person = await signUp(page)
  await page.context().clearCookies()
  await askForLink(page, person.email)
  await page.goto(linkIn(await mailTo(app, person.email, /^Reset your password$/)))
  await newPassword(page).fill('12345')
  await confirm(page).fill('123456')
  await update(page).click()
  await expect(page.getByText('Password must be at least 6 characters long', { exact: true })).toBeVisible()
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible()
  await newPassword(page).fill('123456')
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeHidden()
  await update(page).click()
  await expect(page.getByText('This password is too common. Please choose one that is harder to guess.')).toBeVisible()
  await newPassword(page).fill(person.email)
  await confirm(page).fill(person.email)
  await update(page).click()
  await expect(page.getByText('Your password must not be your email address.')).toBeVisible()

  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(2)
  for (const [index, field] of [newPassword(page), confirm(page)].entries()) {
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(1 - index)
  }
})

test('a link that is used while its form is open is reported', async ({ page, app, newPerson }) => {
  const person = await signUp(page)
  const other = await newPerson()
  await askForLink(other, person.email)
  const link = linkIn(await mailTo(app, person.email, /^Reset your password$/))
  await other.goto(link)
  await expect(newPassword(other)).toBeVisible()
  const token = new URL(link, app.url).searchParams.get('access_token')
  const used = await page.request.post('/api/rpc/accounts/resetPassword', {
    data: { json: { access_token: token, password: 'a-new-thread-8' } },
  })
  expect(used.ok()).toBe(true)
  await newPassword(other).fill('another-thread-9')
  await confirm(other).fill('another-thread-9')
  await update(other).click()
  await expect(other.getByText(INVALID)).toBeVisible()
})

test('every view is accessible', async ({ page, app }) => {
  test.setTimeout(300_000)
  const person = await signUp(page)
  await page.context().clearCookies()
  await askForLink(page, person.email)
  const link = linkIn(await mailTo(app, person.email, /^Reset your password$/))
  await checkScreen(page, 'the dialog', async () => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Forgot password' }).click()
    await expect(page.getByRole('dialog', { name: 'Forgot password' })).toBeVisible()
  })
  await checkScreen(page, 'an invalid link', async () => {
    await page.goto('/auth/reset-password')
    await expect(page.getByText(INVALID)).toBeVisible()
  })
  await checkScreen(page, 'the form with errors', async () => {
    await page.goto(link)
    await update(page).click()
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  })
})
