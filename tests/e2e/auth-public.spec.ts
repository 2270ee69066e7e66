// Signing up where strangers can: the address is confirmed by mail first. Google is set up here, too.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { linkIn } from '../support/mail/outbox.ts'
import { startSmtpServer } from '../support/mail/smtp-server.ts'

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>

const test = base.extend<object, { smtp: Smtp }>({
  smtp: [
    async ({ browser: _ }, use) => {
      const smtp = await startSmtpServer()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ smtp }, use) =>
      use({
        HOST: '0.0.0.0',
        SMTP_URL: smtp.url,
        SECRET_KEY: 'k'.repeat(40),
        BILLING: 'off',
        RATE_LIMITS: 'on',
        GOOGLE_CLIENT_ID: 'client',
        GOOGLE_CLIENT_SECRET: 'secret',
      }),
    { scope: 'worker' },
  ],
})

let people = 0
const somebody = () => ({ email: `public-${process.pid}-${++people}@example.test`, password: 'woven-thread-7' })
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })

async function signUpByForm(page: Page, person: ReturnType<typeof somebody>) {
  await page.goto('/auth?tab=sign-up')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await email(page).fill(person.email)
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(toasts(page)).toContainText(
    'Account created successfully! Please check your email to verify your account.',
  )
}

async function signIn(page: Page, person: ReturnType<typeof somebody>) {
  await page.goto('/auth')
  await email(page).fill(person.email)
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The mails to an address, oldest first, once there are `count`. */
async function mails(smtp: Smtp, to: string, count: number): Promise<string[]> {
  const found = () => smtp.received.filter((mail) => mail.to.includes(to))
  await expect.poll(() => found().length).toBe(count)
  return found().map(({ source }) => source.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
}

test('the address is confirmed before the first sign-in', async ({ page, smtp }) => {
  const person = somebody()
  await signUpByForm(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  await expect(page.getByText(person.email)).toBeVisible()
  const [first = ''] = await mails(smtp, person.email, 1)

  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(toasts(page)).toContainText('Verification email sent! Check your inbox.')
  await mails(smtp, person.email, 2)
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await signIn(page, person)
  await expect(page.getByRole('alert')).toHaveText(
    'Please confirm your email address first. We have sent you the link again.',
  )
  await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible()
  await expect(page).toHaveURL('/auth')

  // The toaster may load later than the message is sent: the message still appears.
  await page.route('**/toaster-*.js', async (route) => {
    await page.waitForURL('/workspace-setup')
    await route.continue()
  })
  await page.goto(linkIn({ text: first }))
  await expect(toasts(page)).toContainText('Your email address is confirmed.')
  await expect(page).toHaveURL('/workspace-setup')

  await page.context().clearCookies()
  await page.goto(linkIn({ text: first }))
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or was used already. If your address is confirmed, just sign in.',
  )
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await signIn(page, person)
  await expect(toasts(page)).toContainText('Signed in successfully!')
})

test('an address with an account gets the same response, and its owner is notified', async ({ page, smtp }) => {
  const person = somebody()
  await signUpByForm(page, person)
  const [first = ''] = await mails(smtp, person.email, 1)
  await page.goto(linkIn({ text: first }))
  await expect(page).toHaveURL('/workspace-setup')
  await page.context().clearCookies()
  await signUpByForm(page, { ...person, password: 'something-else-9' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  expect((await mails(smtp, person.email, 2))[1]).toContain('You already have an Answerloom account')
})

test('the owner of the address chooses the password when the link is opened in another browser', async ({
  page,
  newPerson,
  smtp,
}) => {
  const person = somebody()
  await signUpByForm(page, person)
  const [first = ''] = await mails(smtp, person.email, 1)
  const owner = await newPerson()
  await checkScreen(owner, 'choosing a password', async () => {
    await owner.goto(linkIn({ text: first }))
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  })
  const field = (label: string) => owner.getByLabel(label, { exact: true })
  await field('New password').fill('short')
  await field('Confirm password').fill('different')
  await field('Confirm password').press('Enter')
  await expect(owner.getByText('Passwords do not match')).toBeVisible()
  await expect(owner.getByText('Password must be at least 6 characters long')).toBeVisible()
  for (const label of ['New password', 'Confirm password']) await field(label).fill('chosen-by-owner-3')
  await field('Confirm password').press('Enter')
  await expect(toasts(owner)).toContainText('Your email address is confirmed.')
  await expect(owner).toHaveURL('/workspace-setup')
  // The password of the sign-up opens nothing.
  await signIn(page, person)
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.')
})

test('too many attempts are refused with a message', async ({ page }) => {
  const person = somebody()
  for (let index = 0; index < 10; index++)
    await page.request.post('/api/rpc/accounts/signIn', { data: { json: { ...person, password: 'wrong' } } })
  await signIn(page, person)
  await expect(page.getByRole('alert')).toHaveText(/^Too many requests\. Please try again in \d+ (minutes|seconds?)\.$/)
})

test('Google is the first option when it is configured', async ({ page }) => {
  await page.goto('/auth')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await expect(google).toBeEnabled()
  await expect(page.getByText('Google sign-in is not set up on this server.')).toBeHidden()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(google).toBeEnabled()
})

test('the outbox exists on local instances only', async ({ page }) => {
  expect((await page.goto('/dev/outbox'))?.status()).toBe(404)
})

test('every view is accessible', async ({ page }) => {
  test.setTimeout(300_000)
  await checkScreen(page, 'with Google', async () => {
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  })
  await checkScreen(page, 'a dead link', async () => {
    await page.goto('/auth/verify?token=none')
    await expect(page.getByRole('alert')).toBeVisible()
  })
  await checkScreen(page, 'check your inbox', async () => {
    await signUpByForm(page, somebody())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  })
})
