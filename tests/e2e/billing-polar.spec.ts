// Paying through Polar, against a fake that speaks its API: paying, webhooks as they really come, and a provider that
// is unavailable.
import type { Page } from '@playwright/test'
import { grant } from '../support/app/operator-command.ts'
import { BILLING, currentPlan, openLive, paywall, plans } from '../support/billing/billing-page.ts'
import { PolarServer } from '../support/billing/polar-server.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { mailTo } from '../support/mail/outbox.ts'

const DAY = 86_400_000

const test = base.extend<{ reporting: PolarServer }, { polar: PolarServer }>({
  polar: [
    async ({ browser: _ }, use) => {
      const polar = await new PolarServer().start()
      await use(polar)
      await polar.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ polar }, use) => use(polar.env), { scope: 'worker' }],
  /** The fake in working order, reporting to the server. */
  reporting: [
    async ({ polar, app }, use) => {
      polar.reportTo = `${app.url}/api/billing/webhook`
      polar.mode = 'good'
      await use(polar)
    },
    { auto: true },
  ],
})
test.use({ expectedErrors: [/status of 503/] })

const button = (page: Page, name: string) => plans(page).getByRole('button', { name })

async function subscribe(page: Page, plan: 'Starter' | 'Pro') {
  await page.goto(BILLING)
  await button(page, `Subscribe Now: ${plan}`).click()
  await expect(page.getByRole('heading', { name: `Answerloom ${plan}` })).toBeVisible()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(toasts(page)).toContainText(`You are subscribed to ${plan}. Thank you!`)
}

test('a user subscribes from the paywall, changes to a larger and a smaller plan, and opens invoices', async ({
  page,
  app,
  polar,
}) => {
  const { person } = await signUpWithWorkspace(page)
  await grant(app, person.email, '--trial-days', '0')
  await page.goto('/dashboard')
  await paywall(page).getByRole('button', { name: 'Subscribe Now: Starter' }).click()
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(BILLING)
  await subscribe(page, 'Starter')
  await mailTo(app, person.email, /You are subscribed to Starter/)
  await page.goto(BILLING)
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText('$19.99')
  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^Invoice of/ }).click(),
  ])
  await invoice.waitForURL(/\/invoice\//)
  await invoice.close()

  await button(page, 'Upgrade to Pro').click()
  const dialog = page.getByRole('dialog', { name: 'Change to Pro' })
  polar.mode = 'declines'
  await dialog.getByRole('button', { name: 'Change to Pro' }).click()
  await expect(toasts(page)).toContainText('The payment was declined. Update your payment method, then try again.')
  polar.mode = 'good'
  await dialog.getByRole('button', { name: 'Change to Pro' }).click()
  await expect(toasts(page)).toContainText('You are on Pro now.')
  await button(page, 'Switch to Starter').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click()
  await expect(currentPlan(page)).toContainText('Your plan changes to Starter on')
  await button(page, 'Keep Pro').click()
  await expect(currentPlan(page)).toContainText('Renews on')
  await page.getByRole('button', { name: 'Manage payment' }).click()
  await expect(page.getByRole('heading', { name: 'Customer portal' })).toBeVisible()
})

test('a failed payment, its grace period, the cancellation and the end are each shown in the open tab', async ({
  page,
  app,
  polar,
}) => {
  const { person } = await signUpWithWorkspace(page)
  await grant(app, person.email, '--trial-days', '0')
  await subscribe(page, 'Pro')
  const { id } = polar.subscriptionOf(person.email)
  await openLive(page, '/pages')
  await polar.change(id, 'subscription.past_due', { status: 'past_due', past_due_at: new Date().toISOString() })
  await expect(page.getByText(/Everything keeps working until/)).toBeVisible()
  await mailTo(app, person.email, /Your payment failed/)
  await polar.change(id, 'subscription.active', { status: 'active', past_due_at: null })
  await expect(page.getByText(/Everything keeps working until/)).toBeHidden()

  await page.goto(BILLING)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(currentPlan(page)).toContainText('Your subscription ends on')
  await openLive(page, '/dashboard')
  await polar.change(id, 'subscription.revoked', { status: 'canceled', ended_at: new Date().toISOString() })
  await expect(paywall(page)).toBeVisible()
  // A delayed webhook from before the cancellation does not restore the plan.
  const old = { ...polar.subscriptionOf(person.email), status: 'active', modified_at: new Date(0).toISOString() }
  expect(await polar.report('subscription.active', old)).toBe(202)
  await page.reload()
  await expect(paywall(page)).toBeVisible()
  await paywall(page).getByRole('button', { name: 'Subscribe Now: Pro' }).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(toasts(page)).toContainText('You are subscribed to Pro. Thank you!')
})

test('missing webhooks do not keep users from their paid plan', async ({ page, polar }) => {
  await signUp(page)
  polar.reportTo = null
  await subscribe(page, 'Pro')
  await expect(currentPlan(page)).toContainText('Renews on')
})

test('forged and outdated webhooks have no effect', async ({ page, polar }) => {
  const person = await signUp(page)
  await subscribe(page, 'Starter')
  const known = polar.subscriptionOf(person.email)
  const pro = {
    ...known,
    product_id: polar.env.POLAR_PRO_PRODUCT_ID,
    modified_at: new Date(Date.now() + DAY).toISOString(),
  }
  const secret = `whsec_${Buffer.from('another secret').toString('base64')}`
  expect(await polar.report('subscription.updated', pro, { secret })).toBe(403)
  expect(await polar.report('subscription.updated', pro, { at: new Date(Date.now() - 3_600_000) })).toBe(403)
  expect(await polar.report('subscription.updated', pro, { at: new Date(Date.now() + 3_600_000) })).toBe(403)
  await page.reload()
  await expect(button(page, 'Current Plan: Starter')).toBeVisible()
})

test('the checkout reports that Polar is unavailable, and everything else works', async ({ page, polar }) => {
  await signUpWithWorkspace(page)
  await page.goto(BILLING)
  polar.mode = 'down'
  await button(page, 'Subscribe Now: Pro').click()
  await expect(toasts(page)).toContainText('Failed to create checkout session. Please try again.')
  polar.mode = 'hang'
  await button(page, 'Subscribe Now: Pro').click()
  await expect(plans(page).getByRole('button', { name: 'Loading...' })).toBeVisible()
  await page.goto('/pages')
  await expect(page.getByRole('button', { name: 'Create FAQ' }).first()).toBeEnabled()
})

test('a deleted account is no longer charged', async ({ page, polar }) => {
  const person = await signUp(page)
  await subscribe(page, 'Pro')
  const confirmed = { confirm: 'DELETE', password: person.password }
  const answer = await page.request.post('/api/rpc/accounts/delete', { data: { json: confirmed } })
  expect(answer.ok()).toBe(true)
  await expect.poll(() => polar.subscriptionOf(person.email).status).toBe('canceled')
  // Paid at the very moment of the cancellation: the webhook ends the subscription, since there is no workspace to get
  // the plan.
  const late = {
    ...polar.subscriptionOf(person.email),
    id: '7a1c2f60-0000-4000-8000-0000000000ff',
    status: 'active' as const,
  }
  polar.subscriptions.set(late.id, late)
  expect(await polar.report('subscription.active', late)).toBe(202)
  await expect.poll(() => polar.subscriptions.get(late.id)?.status).toBe('canceled')
})
