// Profile Settings: two-factor authentication from the QR code to the recovery codes, sessions, and leaving for good.
import type { Page } from '@playwright/test'
import { nextTotp, totp, wrongTotp } from '../support/accounts/totp.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type Person, secretIn, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'

async function signIn(page: Page, person: Person) {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Sign In').click()
}

const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test('two-factor authentication is set up, required, recovered, and turned off', async ({ page, newPerson }) => {
  const person = await signUp(page)
  await page.goto('/profile')
  await button(page, 'Set up').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill('not it')
  await button(page, 'Continue').click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await button(page, 'Continue').click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await secretIn(dialog)
  const code = dialog.getByLabel('Code', { exact: true })
  await code.fill(wrongTotp(secret))
  await button(page, 'Turn on').click()
  await expect(dialog.getByText('This code is wrong. Please try again.')).toBeVisible()
  await code.fill(totp(secret))
  await button(page, 'Turn on').click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  const saving = page.waitForEvent('download')
  await button(page, 'Download').click()
  expect((await saving).suggestedFilename()).toBe('answerloom-recovery-codes.txt')
  await button(page, 'I have saved them').click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication On' })).toBeVisible()

  const phone = await newPerson()
  await signIn(phone, person)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await phone.getByLabel('Code', { exact: true }).fill(wrongTotp(secret))
  await button(phone, 'Verify').click()
  await expect(phone.getByText('This code is wrong. Please try again.')).toBeVisible()
  await phone.getByLabel('Code', { exact: true }).fill(nextTotp(secret))
  await button(phone, 'Verify').click()
  await expect(toasts(phone)).toContainText('Signed in successfully!')
  await expect(phone).toHaveURL('/workspace-setup')

  const lost = await newPerson()
  await signIn(lost, person)
  await button(lost, 'Use a recovery code').click()
  await lost.getByLabel('Recovery code', { exact: true }).fill(first)
  await button(lost, 'Verify').click()
  await expect(lost).toHaveURL('/workspace-setup')

  await button(page, 'Turn off').click()
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(toasts(page)).toContainText('Two-factor authentication is off.')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication Off' })).toBeVisible()
})

test('five wrong codes require the password again', async ({ page, newPerson }) => {
  const person = await signUp(page)
  const call = async (procedure: string, input: object) => {
    const response = await page.request.post(`/api/rpc/accounts/${procedure}`, { data: { json: input } })
    return ((await response.json()) as { json: { secret: string } }).json
  }
  const { secret } = await call('twoFactor/start', { password: person.password })
  await call('twoFactor/confirm', { code: totp(secret) })
  const guesser = await newPerson()
  await signIn(guesser, person)
  const code = guesser.getByLabel('Code', { exact: true })
  for (let tries = 0; tries < 5; tries++) {
    await code.fill(wrongTotp(secret))
    await button(guesser, 'Verify').click()
    await expect(guesser.getByText('This code is wrong. Please try again.')).toBeVisible()
    await code.fill('')
  }
  await code.fill(nextTotp(secret))
  await button(guesser, 'Verify').click()
  await expect(toasts(guesser)).toContainText('This took too long or too many attempts. Please sign in again.')
  await expect(guesser.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('calls with the cookie that a second factor replaced do not end the visit', async ({ page }) => {
  const person = await signUp(page)
  // Sent from outside the browser, which keeps the former cookie until it gets the response.
  const confirmed = Promise.withResolvers<void>()
  const rejected = Promise.withResolvers<void>()
  await page.route('**/api/rpc/accounts/twoFactor/confirm', async (route) => {
    const request = route.request()
    const { origin = '', 'content-type': type = '' } = await request.allHeaders()
    const headers = { origin, 'content-type': type, cookie: await cookiesOf(page) }
    const response = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
    expect(response.status).toBe(200)
    confirmed.resolve()
    await rejected.promise
    const answered = { 'content-type': 'application/json', 'set-cookie': response.headers.getSetCookie().join('\n') }
    await route.fulfill({ status: 200, headers: answered, body: await response.text() })
  })
  await page.route('**/api/rpc/accounts/sessions/list', async (route) => {
    await confirmed.promise
    await route.continue()
  })
  await page.goto('/profile')
  await button(page, 'Set up').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await button(page, 'Continue').click()
  const secret = await secretIn(dialog)
  await dialog.getByLabel('Code', { exact: true }).fill(totp(secret))
  const listed = page.waitForResponse('**/api/rpc/accounts/sessions/list')
  await button(page, 'Turn on').click()
  expect((await listed).status()).toBe(401)
  rejected.resolve()
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByText('This device')).toBeAttached()
  await button(page, 'I have saved them').click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication On' })).toBeVisible()
})

test("another device's session is listed and ended, and then all sessions", async ({ page, newPerson }) => {
  const { person } = await signUpWithWorkspace(page)
  const other = await newPerson()
  await signIn(other, person)
  await expect(other).toHaveURL('/dashboard')
  await page.goto('/profile')
  await expect(page.getByText('This device')).toHaveCount(1)
  await expect(page.getByText('Active now')).toHaveCount(1)
  await expect(page.getByText(/^Last seen .* ago/)).toHaveCount(1)
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(toasts(page)).toContainText('Session signed out')
  await expect(page.getByText(/^Last seen/)).toHaveCount(0)
  await other.goto('/dashboard')
  await expect(other).toHaveURL('/auth?next=%2Fdashboard')

  await signIn(other, person)
  await expect(other).toHaveURL('/dashboard')
  await button(page, 'Sign out everywhere').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toasts(page)).toContainText('You are signed out everywhere.')
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth?next=%2Fprofile')
  // The open page notices by itself: its stream of events is cut within five seconds.
  await expect(other).toHaveURL(/\/auth\?next=%2Fdashboard/)
})

test('deleting the account requires DELETE, shows a farewell and leads to the landing page', async ({ page }) => {
  const { person, workspace } = await signUpWithWorkspace(page)
  await page.goto('/profile')
  await button(page, 'Delete Account').click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  for (const typed of ['', 'delete', 'DELETED']) {
    await dialog.getByRole('textbox', { name: /^Type / }).fill(typed)
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog.getByText('Please type "DELETE" to confirm')).toBeVisible()
  }
  await dialog.getByRole('textbox', { name: /^Type / }).fill('DELETE')
  const confirm = dialog.getByRole('button', { name: 'Delete Account' })
  await confirm.click()
  await expect(dialog.getByText('Please enter your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill('not it')
  await confirm.click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('status')).toHaveText('Account Deleted Your account has been successfully deleted')
  await expect(page).toHaveURL('/?notice=account-deleted')
  // Written by the page that was left, and read by the one that came: it arrives a moment later.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('currentWorkspaceId'))).toBe(null)
  expect((await page.request.get(`/faq/${workspace.subdomain}`)).status()).toBe(404)
  await signIn(page, person)
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.')
})
