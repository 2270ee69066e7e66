// A plan chosen by a stranger on a public instance: it is still known where the confirmation mail's link opens in another
// tab, and in another browser.
import { plans } from '../support/billing-page.ts'
import { test as base, expect } from '../support/browser.ts'
import { linkIn } from '../support/outbox.ts'
import { PolarServer } from '../support/polar-server.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

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

test('the chosen plan is carried by the link of the confirmation mail', async ({ page, outside, newPerson }) => {
  const email = `chooser-${process.pid}@example.test`
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Free Trial' }).first().click()
  await page.waitForURL('**/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  const mail = () => outside.smtp.received.find(({ to }) => to.includes(email))
  await expect.poll(mail).toBeDefined()
  const text = (mail()?.source ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '=')

  const elsewhere = await newPerson()
  await elsewhere.goto(linkIn({ text }))
  await expect(elsewhere).toHaveURL(`/dashboard/profile?tab=billing&plan=${outside.polar.env.POLAR_STARTER_PRODUCT_ID}`)
  await expect(elsewhere.getByText('You chose Starter; subscribe now, or at any time.')).toBeVisible()
  await plans(elsewhere).getByRole('button', { name: 'Subscribe Now: Starter' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Answerloom Starter' })).toBeVisible()
  await expect(elsewhere.getByText(email)).toBeVisible()
})
