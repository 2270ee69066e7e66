// The operator's terms: required at sign-up; a later version asks users again and blocks nothing.
import type { Page } from '@playwright/test'
import { operator } from '../support/app/operator-command.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { button } from '../support/browser/dashboard.ts'
import { type OpenidServer, startOpenidServer } from '../support/google/openid-server.ts'

const VERSION = '2026-11-01'
const test = base.extend<object, { google: OpenidServer }>({
  google: [
    async ({ browser: _ }, use) => {
      const google = await startOpenidServer()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ google }, use) => use({ ...google.env, TERMS_VERSION: VERSION }), { scope: 'worker' }],
})

const acceptance = (page: Page) => page.getByRole('checkbox', { name: 'I accept the Terms and the Privacy Policy.' })
const notice = (page: Page) => page.getByRole('region', { name: 'Terms' })

async function fillForm(page: Page, email: string) {
  await page.goto('/auth?tab=sign-up')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
}

test('sign-up requires acceptance, works by keyboard, and the profile shows the version', async ({ page }) => {
  await fillForm(page, 'terms@example.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please accept the terms and the privacy policy.')).toBeVisible()
  await expect(acceptance(page)).toBeFocused()
  await expect(acceptance(page)).toHaveAccessibleDescription('Please accept the terms and the privacy policy.')
  await page.keyboard.press('Space')
  await expect(page.getByText('Please accept the terms and the privacy policy.')).toBeHidden()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Terms', exact: true }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Terms')
  await button(page, 'Sign Up').click()
  await expect(page).toHaveURL('/workspace-setup')
  await page.goto('/profile')
  await expect(page.getByText(`You accepted version ${VERSION} of the Terms and the Privacy Policy on`)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('Google opens an account only after the acceptance', async ({ page, google }) => {
  const account = google.account({ sub: 'terms', email: 'google-terms@example.test', email_verified: true })
  const through = async () => {
    await button(page, 'Continue with Google').click()
    await button(page, account.email).click()
  }
  await page.goto('/auth')
  await through()
  await expect(page).toHaveURL(/tab=sign-up/)
  await expect(page.getByRole('alert')).toContainText('To create one, accept the terms below')
  await button(page, 'Continue with Google').click()
  await expect(acceptance(page)).toBeFocused()
  await expect(page).toHaveURL(/tab=sign-up/)
  await acceptance(page).check()
  await through()
  await expect(page).toHaveURL('/workspace-setup')
})

test('a user who has not accepted sees a notice and can keep working', async ({ page, app }) => {
  const person = { email: 'before-terms@example.test', password: 'woven-thread-7' }
  await operator(app, ['--email', person.email, '--password', person.password, '--name', 'Woven Goods'])
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/dashboard')
  await expect(notice(page)).toContainText('Please read and accept the Terms and the Privacy Policy.')
  await page.goto('/messages')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkScreen(page, 'terms notice', () => expect(notice(page)).toBeVisible())
  await notice(page).getByRole('button', { name: 'Accept' }).click()
  await expect(notice(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('the form is accessible in every color scheme and width', async ({ page }) => {
  await checkScreen(page, 'sign-up with terms', async () => {
    await page.goto('/auth?tab=sign-up')
    await expect(acceptance(page)).toBeVisible()
    await button(page, 'Sign Up').click()
    await expect(page.getByText('Please enter your first name.')).toBeVisible()
  })
})
