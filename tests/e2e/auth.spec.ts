// Signing in and up: every sentence, where one comes from and where one goes, and how a session ends.
import { expect, type Page } from '@playwright/test'
import { APP_PATHS } from '../../src/features/dashboard/contract.ts'
import { test } from '../support/browser/browser.ts'
import { createWorkspace, signInByForm, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The person's account stays; their browser forgets them. */
const forget = (page: Page) => page.context().clearCookies()

test('the tab is part of the address', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await expect(google).toBeDisabled()
  await expect(google).toHaveAccessibleDescription('Google sign-in is not set up on this server.')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(google).toBeDisabled()
  await expect(page).toHaveURL('/auth?tab=sign-up')
  await expect(page).toHaveTitle(/^Sign Up/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'First name')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/auth')
  await page.getByRole('link', { name: 'Back to homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('signing in with empty fields is reported', async ({ page }) => {
  await page.goto('/auth')
  await submit(page, 'Sign In').click()
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await expect(page.getByText('Please enter your password.')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  await email(page).fill('a@example.test')
  await expect(page.getByText('Please enter your email address.')).toBeHidden()
})

test('a wrong password and an unknown address get the same response', async ({ page }) => {
  const person = await signUp(page)
  await forget(page)
  await page.goto('/auth')
  for (const wrong of [
    { ...person, password: 'something else' },
    { ...person, email: 'nobody@example.test' },
  ]) {
    await signInByForm(page, wrong)
    await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.')
    await expect(page).toHaveURL('/auth')
  }
  await signInByForm(page, { ...person, email: `  ${person.email.toUpperCase()} ` })
  await expect(page.getByText('Signed in successfully!')).toBeVisible()
})

test('the fields of a new account are validated', async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  await submit(page, 'Sign Up').click()
  for (const sentence of [
    'Please enter your first name.',
    'Please enter your last name.',
    'Please enter a valid email address.',
    'Password must be at least 6 characters long',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  await field(page, 'First name').fill('Ada')
  await field(page, 'Last name').fill('Weaver')
  await email(page).fill('not an address')
  await password(page).fill('12345')
  await expect(page.getByText('Please enter your first name.')).toBeHidden()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()

  await email(page).fill('ada.new@example.test')
  await password(page).fill('Password1!')
  await submit(page, 'Sign Up').click()
  await expect(page.getByText('This password is too common. Please choose one that is harder to guess.')).toBeVisible()
  await password(page).fill('ada.new@example.test')
  await submit(page, 'Sign Up').click()
  await expect(page.getByText('Your password must not be your email address.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expect(page).toHaveURL('/auth?tab=sign-up')
})

test('a taken address is reported', async ({ page }) => {
  const person = await signUp(page)
  await forget(page)
  await page.goto('/auth?tab=sign-up')
  await field(page, 'First name').fill('Grace')
  await field(page, 'Last name').fill('Weaver')
  await email(page).fill(person.email)
  await password(page).fill('another-thread-8')
  await submit(page, 'Sign Up').click()
  await expect(page.getByText('There is an account with this email address already. Sign in instead.')).toBeVisible()
})

test('a password can be shown while it is typed', async ({ page }) => {
  await page.goto('/auth')
  await password(page).fill('woven-thread-7')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
})

test('signing in leads to the setup without a workspace, and to the dashboard with one', async ({ page }) => {
  const person = await signUp(page)
  await forget(page)
  await page.goto('/auth')
  await signInByForm(page, person)
  await expect(page.getByText('Signed in successfully!')).toBeVisible()
  await expect(page).toHaveURL('/workspace-setup')
  await createWorkspace(page)
  await forget(page)
  await page.goto('/auth')
  await signInByForm(page, person)
  await expect(page).toHaveURL('/dashboard')
  // Signed-in users are redirected away from the sign-in page.
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
})

test('every protected address requires signing in first and is opened afterwards', async ({ page }) => {
  const { person } = await signUpWithWorkspace(page)
  await forget(page)
  const isOpen = (path: string) => path.startsWith('/auth') || path === '/invitation'
  for (const pattern of APP_PATHS.filter((path) => !isOpen(path))) {
    const path = pattern.replace(/:\w+/, 'any')
    await page.goto(path)
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`)
  }
  await page.goto('/pages?status=draft')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await signInByForm(page, person)
  await expect(page).toHaveURL('/pages?status=draft')
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
})

test('the address to return to is on this site', async ({ page }) => {
  const { person } = await signUpWithWorkspace(page)
  for (const elsewhere of ['https://evil.example.test/', '//evil.example.test', '/\\evil.example.test', '/auth']) {
    await forget(page)
    await page.goto(`/auth?next=${encodeURIComponent(elsewhere)}`)
    await signInByForm(page, person)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('signing out is noticed in the other tab', async ({ page, context }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  const other = await context.newPage()
  // With a form half filled in.
  await other.goto('/pages?create=1')
  await other.getByRole('dialog', { name: 'Create FAQ' }).getByLabel('Question', { exact: true }).fill('Half a')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(other).toHaveURL('/auth?next=%2Fpages')
  await expect(
    other.getByText('Your session has ended. Please sign in again; you will return to the same page.'),
  ).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
  expect(await page.evaluate(() => localStorage.getItem('currentWorkspaceId'))).toBe(null)
})

test.describe(() => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })
  test('a failed sign-out is reported, and the user stays signed in', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await page.route('**/api/rpc/accounts/signOut', (route) => route.abort())
    await page.getByRole('button', { name: /^Account menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Failed to sign out')
    await expect(page).toHaveURL('/dashboard')
  })
})

/** Opens the questions and expects the sign-in page, unless the page's stream of events was cut and led there first. */
async function expectEndOfVisit(page: Page) {
  const questions = page.getByRole('link', { name: /^Questions/ }).first()
  await Promise.any([page.waitForURL(/\/auth\?/), questions.click()])
  await expect(page).toHaveURL(/^[^?]*\/auth\?next=%2F(messages|dashboard)$/)
}

test('a session that ends on the server ends the visit', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await forget(page)
  await expectEndOfVisit(page)
})

test('a visit ends when a proxy in front rejects every call', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/api/rpc/**', (route) => route.fulfill({ status: 401, json: { json: null } }))
  await expectEndOfVisit(page)
})

test('the session cookie is not readable by scripts', async ({ page, context }) => {
  const { person } = await signUpWithWorkspace(page)
  const session = (await context.cookies()).find(({ name }) => name === 'answerloom.session_token')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  await forget(page)
  await page.goto('/auth')
  await signInByForm(page, person)
  await expect(page).toHaveURL('/dashboard')
  const next = (await context.cookies()).find(({ name }) => name === 'answerloom.session_token')
  expect(next?.value).not.toBe(session?.value)
  const readable = await page.evaluate(() => [
    document.cookie,
    ...Object.keys(localStorage),
    ...Object.values(localStorage),
  ])
  for (const text of readable) expect(text).not.toContain(next?.value.slice(0, 12) ?? '')
  expect(readable.join()).not.toMatch(/session|token/i)
})

test('a user signs in with the keyboard only', async ({ page }) => {
  const { person } = await signUpWithWorkspace(page)
  await forget(page)
  await page.goto('/auth?tab=sign-up')
  await expect(field(page, 'First name')).toBeVisible()
  const tabTo = async (target: ReturnType<typeof email>) => {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error('The focus did not arrive within twelve presses')
  }
  await tabTo(page.getByRole('tab', { name: 'Sign Up' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeFocused()
  await tabTo(email(page))
  const ring = await email(page).evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(ring, 'the focus can be seen').not.toBe('none')
  await page.keyboard.type(person.email)
  await tabTo(password(page))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})
