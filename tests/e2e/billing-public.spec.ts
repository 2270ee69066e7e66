// A plan chosen by a stranger on a public instance: it is still known after the setup, where the confirmation mail's link
// opens in another tab, and in another browser.
import type { Page } from '@playwright/test'
import { choosePlan, plans, setUpWorkspace, signUpAt } from '../support/billing/billing-page.ts'
import { PolarServer } from '../support/billing/polar-server.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { linkIn } from '../support/mail/outbox.ts'
import { startSmtpServer } from '../support/mail/smtp-server.ts'

type Outside = { smtp: Awaited<ReturnType<typeof startSmtpServer>>; polar: PolarServer }

const test = base.extend<object, { outside: Outside }>({
  outside: [
    async ({ browser: _ }, use) => {
      const outside = { smtp: await startSmtpServer(), polar: await new PolarServer().start() }
      await use(outside)
      await outside.smtp.close()
      await outside.polar.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ outside: { smtp, polar } }, use) =>
      use({ ...polar.env, HOST: '0.0.0.0', SMTP_URL: smtp.url, SECRET_KEY: 'k'.repeat(40), RATE_LIMITS: 'on' }),
    { scope: 'worker' },
  ],
})

const planTab = (outside: Outside) =>
  `/dashboard/profile?tab=billing&plan=${outside.polar.env.POLAR_STARTER_PRODUCT_ID}`

/** Presses Starter, signs up, and answers the link of the confirmation mail. */
async function signUpForStarter(page: Page, { smtp }: Outside, email: string): Promise<string> {
  await choosePlan(page, 'starter')
  await signUpAt(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  const mail = () => smtp.received.find(({ to }) => to.includes(email))
  await expect.poll(mail).toBeDefined()
  return linkIn({ text: (mail()?.source ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '=') })
}

test('the chosen plan is transferred by the link of the confirmation email to another browser', async ({
  page,
  outside,
  newPerson,
}) => {
  const email = `chooser-${process.pid}@example.test`
  const link = await signUpForStarter(page, outside, email)
  const elsewhere = await newPerson()
  await elsewhere.goto(link)
  // The password of the sign-up counts only in the browser that signed up.
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await elsewhere.getByLabel('New password', { exact: true }).fill('woven-thread-8')
  await elsewhere.getByLabel('Confirm password', { exact: true }).fill('woven-thread-8')
  await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(elsewhere).toHaveURL('/workspace-setup')
  await expect(elsewhere.getByText('You chose Starter.')).toBeVisible()
  await setUpWorkspace(elsewhere, 'Elsewhere')
  await expect(elsewhere).toHaveURL(planTab(outside))
  await expect(elsewhere.getByText('You chose Starter; subscribe now, or at any time.')).toBeVisible()
  await plans(elsewhere).getByRole('button', { name: 'Subscribe Now: Starter' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Answerloom Starter' })).toBeVisible()
  await expect(elsewhere.getByText(email)).toBeVisible()
})

test('the chosen plan is transferred to another tab of the same browser, and the first tab follows', async ({
  page,
  outside,
}) => {
  const email = `same-browser-${process.pid}@example.test`
  const link = await signUpForStarter(page, outside, email)
  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(tab).toHaveURL('/workspace-setup')
  await expect(tab.getByText('You chose Starter.')).toBeVisible()
  await setUpWorkspace(tab, 'In Another Tab')
  await expect(tab).toHaveURL(planTab(outside))
  await expect(plans(tab).getByText('Your choice')).toBeVisible()
  await expect(page).toHaveURL('/workspace-setup')
})
