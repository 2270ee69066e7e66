// Signing in with Google, from the button to the page one wanted, and connecting it in the profile.
import type { Page } from '@playwright/test'
import { nextTotp, totp } from '../support/accounts/totp.ts'
import { choosePlan, setUpWorkspace } from '../support/billing/billing-page.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { createWorkspace, secretIn, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { type OpenidAccount, type OpenidServer, startOpenidServer } from '../support/google/openid-server.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const test = base.extend<object, { google: OpenidServer }>({
  google: [
    async ({ browser: _ }, use) => {
      const google = await startOpenidServer()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ google }, use) => use(google.env), { scope: 'worker' }],
})

let accounts = 0
const accountAt = (google: OpenidServer, changes: Partial<OpenidAccount> = {}): OpenidAccount => {
  accounts += 1
  const own = { sub: `sub-${process.pid}-${accounts}`, email: `google-${process.pid}-${accounts}@example.test` }
  return google.account({ ...own, email_verified: true, given_name: 'Grace', family_name: 'Weaver', ...changes })
}

/** From our button through Google's page and back. */
async function throughGoogle(page: Page, account: OpenidAccount | 'deny') {
  await button(page, 'Continue with Google').click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await button(page, account === 'deny' ? 'Cancel' : account.email).click()
}

test('a new user signs in with Google, sets up a workspace, and returns to the requested page', async ({
  page,
  newPerson,
  google,
}) => {
  const account = accountAt(google)
  await page.goto('/auth?tab=sign-up')
  await throughGoogle(page, account)
  await expect(page).toHaveURL('/workspace-setup')
  await expect(toasts(page)).toContainText('Signed in successfully!')
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await expect(page.getByText(`You can sign in with the Google account ${account.email}.`)).toBeVisible()
  const disconnect = button(page, 'Disconnect Google')
  await expect(disconnect).toBeDisabled()
  await expect(disconnect).toHaveAccessibleDescription(
    'Please set a password first. Without Google, you could no longer sign in.',
  )

  const elsewhere = await newPerson()
  await elsewhere.goto('/auth?next=%2Fprofile%3Ftab%3Dworkspaces')
  await throughGoogle(elsewhere, account)
  await expect(elsewhere).toHaveURL('/profile?tab=workspaces')
})

test('a plan chosen before signing in with Google waits for the workspace', async ({ page, google }) => {
  await choosePlan(page, 'pro')
  await throughGoogle(page, accountAt(google))
  await expect(page).toHaveURL('/workspace-setup')
  await expect(page.getByText('You chose Pro.')).toBeVisible()
  await setUpWorkspace(page, 'By Google')
  await expect(page).toHaveURL('/dashboard/profile?tab=billing&plan=pro')
  await expect(page.getByText('Your choice')).toBeVisible()
})

test('other tabs of the browser follow the sign-in', async ({ page, context, google }) => {
  await page.goto('/auth')
  const other = await context.newPage()
  await other.goto('/auth')
  await expect(button(other, 'Continue with Google')).toBeVisible()
  await throughGoogle(page, accountAt(google))
  await expect(page).toHaveURL('/workspace-setup')
  await expect(other).toHaveURL('/workspace-setup')
})

test('errors at Google are shown after the redirect', async ({ page, google }) => {
  await page.goto('/auth?next=%2Fpages')
  await throughGoogle(page, 'deny')
  await expect(page.getByRole('alert')).toHaveText('Google did not confirm your identity. Nothing was changed.')
  await expect(button(page, 'Continue with Google')).toBeVisible()
  await checkScreen(page, 'after Google', async () => {
    await page.goto('/auth?google=denied&next=%2Fpages')
    await expect(page.getByRole('alert')).toBeVisible()
  })

  await page.goto('/auth')
  await throughGoogle(page, accountAt(google, { email_verified: false }))
  await expect(page.getByRole('alert')).toHaveText(
    'Google has not confirmed the email address of this account. Please choose another account.',
  )
  await page.goto('/api/auth/callback/google?code=x&state=made-up')
  await expect(page.getByRole('alert')).toHaveText(
    'This was started in another browser, took longer than five minutes, or was finished already. Please try again.',
  )
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.goto('/auth?google=%3Cscript%3E')
  await expect(button(page, 'Continue with Google')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the second factor is also required after Google', async ({ page, newPerson, google }) => {
  const { person } = await signUpWithWorkspace(page)
  await page.goto('/profile')
  await button(page, 'Set up').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await button(page, 'Continue').click()
  const secret = await secretIn(dialog)
  await dialog.getByLabel('Code', { exact: true }).fill(totp(secret))
  await button(page, 'Turn on').click()
  await button(page, 'I have saved them').click()

  const elsewhere = await newPerson()
  await elsewhere.goto('/auth?next=%2Fmessages')
  await throughGoogle(elsewhere, accountAt(google, { email: person.email }))
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await elsewhere.getByLabel('Code', { exact: true }).fill(nextTotp(secret))
  await button(elsewhere, 'Verify').click()
  await expect(elsewhere).toHaveURL('/messages')
})

test('a user without a password confirms the identity with Google', async ({ page, newPerson, google }) => {
  const account = accountAt(google)
  await page.goto('/auth')
  await throughGoogle(page, account)
  await expect(page).toHaveURL('/workspace-setup')
  await createWorkspace(page)
  // Right after signing in nothing more is asked.
  await page.goto('/profile')
  await button(page, 'Set up').click()
  const setUp = page.getByRole('dialog')
  await expect(setUp.getByText('You sign in with Google, so your account has no password.')).toBeVisible()
  await button(page, 'Continue').click()
  const secret = await secretIn(setUp)
  await setUp.getByLabel('Code', { exact: true }).fill(totp(secret))
  await button(page, 'Turn on').click()
  await button(page, 'I have saved them').click()

  const elsewhere = await newPerson()
  await elsewhere.goto('/auth?next=%2Fsettings%3Ftab%3Dapi')
  await throughGoogle(elsewhere, account)
  await elsewhere.getByLabel('Code', { exact: true }).fill(nextTotp(secret))
  await button(elsewhere, 'Verify').click()
  const dialog = elsewhere.getByRole('dialog')
  const createKey = async () => {
    await button(elsewhere, 'Create key').first().click()
    await dialog.getByLabel('Name').fill('Import')
    await dialog.getByRole('button', { name: 'Use Google' }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
  }
  await createKey()
  await expect(dialog.getByRole('alert')).toContainText('Please confirm that it is you')
  await throughGoogle(elsewhere, 'deny')
  await expect(toasts(elsewhere)).toContainText('Google did not confirm your identity.')
  await expect(elsewhere).toHaveURL('/settings?tab=api')
  await createKey()
  await throughGoogle(elsewhere, account)
  await expect(toasts(elsewhere)).toContainText('Google has confirmed that it is you')
  await expect(elsewhere).toHaveURL('/settings?tab=api')
  await createKey()
  await expect(dialog.getByText('Copy it now: it is not shown again.')).toBeVisible()
})

test('the profile connects Google and disconnects it', async ({ page, newPerson, google }) => {
  const person = await signUp(page)
  const account = accountAt(google)
  await page.goto('/profile')
  const password = page.getByRole('dialog').getByLabel('Your password', { exact: true })
  const connect = async (choice: string) => {
    await button(page, 'Connect Google').click()
    await password.fill(person.password)
    await button(page, 'Continue to Google').click()
    await button(page, choice).click()
  }
  await button(page, 'Connect Google').click()
  await password.fill('not it')
  await button(page, 'Continue to Google').click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.keyboard.press('Escape')

  await connect('Cancel')
  await expect(page).toHaveURL('/profile?google=denied')
  await expect(page.getByRole('alert')).toHaveText('Google did not confirm your identity. Nothing was changed.')
  await expect(page.getByRole('alert')).toBeInViewport()
  await connect(account.email)
  await expect(page.getByRole('status').filter({ hasText: 'Google is connected.' })).toBeInViewport()
  await expect(page.getByText(`You can sign in with the Google account ${account.email}.`)).toBeVisible()

  const elsewhere = await newPerson()
  await elsewhere.goto('/auth?next=%2Fprofile')
  await throughGoogle(elsewhere, account)
  await expect(elsewhere.getByLabel('Email', { exact: true })).toHaveValue(person.email)

  await button(page, 'Disconnect Google').click()
  await password.fill(person.password)
  await button(page, 'Disconnect').click()
  await expect(toasts(page)).toContainText('Google is disconnected.')
  await expect(button(page, 'Connect Google')).toBeVisible()
})

test('signing in with Google after a reset requires the account check', async ({ page, newPerson, app, google }) => {
  const { person } = await signUpWithWorkspace(page)
  const account = accountAt(google)
  await page.goto('/profile')
  await button(page, 'Connect Google').click()
  await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(person.password)
  await button(page, 'Continue to Google').click()
  await button(page, account.email).click()
  await expect(page.getByRole('status').filter({ hasText: 'Google is connected.' })).toBeVisible()

  const owner = await newPerson()
  await owner.request.post('/api/rpc/accounts/requestPasswordReset', { data: { json: { email: person.email } } })
  await owner.goto(linkIn(await mailTo(app, person.email, /^Reset your password$/)))
  for (const label of ['New password', 'Confirm password'])
    await owner.getByLabel(label, { exact: true }).fill('a-new-thread-8')
  await button(owner, 'Update Password').click()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Password updated successfully')

  const intruder = await newPerson()
  await intruder.goto('/auth')
  await throughGoogle(intruder, account)
  await expect(intruder.getByRole('alert')).toHaveText(
    'The password of this account was reset. Sign in with the new password first. After that, you can sign in with Google again.',
  )

  const signIn = async (browser: Page) => {
    await browser.goto('/auth')
    await browser.getByLabel('Email', { exact: true }).fill(person.email)
    await browser.getByLabel('Password', { exact: true }).fill('a-new-thread-8')
    await button(browser, 'Sign In').click()
    await expect(browser).toHaveURL(/^[^?]*\/account-check/)
  }
  await signIn(page)
  await signIn(owner)
  await owner.request.post('/api/rpc/accounts/requestEmailChange', {
    data: { json: { email: `third-${person.email}`, password: 'a-new-thread-8' } },
  })
  const list = owner.getByRole('list', { name: 'What still gives access' })
  await checkScreen(owner, 'the account check with everything', async () => {
    await owner.reload()
    await expect(list).toContainText(account.email)
    await expect(list).toContainText(`Waiting for third-${person.email} to be confirmed`)
  })
  await button(owner, 'Cancel the change of the email address').press('Enter')
  await expect(toasts(owner)).toContainText('The change is canceled.')
  await owner.getByRole('button', { name: /^Sign out / }).press('Enter')
  await expect(toasts(owner)).toContainText('Session signed out')
  await button(owner, 'Disconnect Google').click()
  await owner.getByRole('dialog').getByLabel('Your password', { exact: true }).fill('a-new-thread-8')
  await button(owner, 'Disconnect').click()
  await expect(owner.getByText('Nothing else gives access to your account.')).toBeVisible()
  await button(owner, 'Continue').press('Enter')
  await expect(owner).toHaveURL('/dashboard')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
})
