// Paying, on the sandbox: the plan that is chosen, the paywall, changes, failed payments, and limits.
import type { Page } from '@playwright/test'
import { grant } from '../support/app/operator-command.ts'
import {
  atSandbox,
  BILLING,
  currentPlan,
  openLive,
  paywall,
  plans,
  subscribe,
} from '../support/billing/billing-page.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'
import { mailTo } from '../support/mail/outbox.ts'

const CHECKOUT_FAILED = 'Failed to create checkout session. Please try again.'
const button = (page: Page, name: string) => plans(page).getByRole('button', { name })

test('choosing a plan on the landing page opens the checkout for a signed-in user', async ({ page }) => {
  await signUp(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Subscribe Now' }).first().click()
  await page.waitForURL('**/billing/sandbox/checkout/*')
  await expect(page.getByRole('heading', { name: 'Answerloom Starter' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $19.99' }).click()
  await expect(toasts(page)).toContainText('You are subscribed to Starter. Thank you!')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
})

test('the trial’s banner counts the days, and its end shows the paywall in every open tab', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page)
  await openLive(page, '/dashboard')
  await expect(page.getByText('Free trial: 7 days remaining')).toBeVisible()
  await grant(app, person.email, '--trial-days', '1')
  await expect(page.getByText('Free trial: 1 day remaining')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Subscribe', exact: true })).toHaveAttribute('href', BILLING)
  const other = await page.context().newPage()
  await openLive(other, '/pages')
  await grant(app, person.email, '--trial-days', '0')
  for (const tab of [page, other]) {
    await expect(paywall(tab)).toBeVisible()
    await expect(paywall(tab).getByText('Need more time to decide? Contact our support team.')).toBeVisible()
    await expect(paywall(tab).getByRole('button', { name: /^Subscribe Now/ })).toHaveCount(2)
  }
  await grant(app, person.email, '--trial-days', '7')
  for (const tab of [page, other]) await expect(paywall(tab)).toBeHidden()
})

test('the paywall cannot be dismissed, and the server refuses requests even without it', async ({ page, app }) => {
  const { person, workspace } = await signUpWithWorkspace(page)
  const faq = { question: 'Do you weave?', answer: 'Every day.', status: 'published' }
  await callInWorkspace(page, workspace, 'faqs/create', faq)
  await grant(app, person.email, '--trial-days', '0')
  await page.goto('/pages')
  await expect(paywall(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(paywall(page)).toBeVisible()
  for (let index = 0; index < 12; index++) {
    await page.keyboard.press('Tab')
    const inside = await paywall(page).evaluate((dialog) => dialog.contains(dialog.ownerDocument.activeElement))
    if (!inside) {
      // The browser's own guards stand around the dialog; what is behind it is never reached.
      const role = await page.evaluate(() =>
        globalThis.document.activeElement?.getAttribute('data-base-ui-focus-guard'),
      )
      expect(role).not.toBeNull()
    }
  }

  await page.evaluate(() => {
    for (const found of globalThis.document.querySelectorAll('[data-base-ui-portal]')) found.remove()
  })
  await expect(callInWorkspace(page, workspace, 'faqs/create', faq)).rejects.toThrow(/402.*limit\.no_access/)
  const visitor = await page.request.get(`/faq/${workspace.subdomain}`)
  expect(await visitor.text()).toContain('Do you weave?')

  await page.reload()
  await expect(paywall(page).getByRole('link', { name: 'Export workspace' })).toHaveAttribute('href', /export\.zip$/)
  await paywall(page).getByRole('link', { name: 'Account', exact: true }).click()
  await expect(paywall(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  await page.goto('/dashboard')
  await paywall(page).getByRole('link', { name: 'Subscription & Billing' }).click()
  await expect(paywall(page)).toBeHidden()
  await expect(button(page, 'Subscribe Now: Pro')).toBeEnabled()
  await page.goto('/dashboard')
  await paywall(page).getByRole('button', { name: 'Subscribe Now: Starter' }).click()
  await page.getByRole('button', { name: 'Pay $19.99' }).click()
  await expect(toasts(page)).toContainText('You are subscribed to Starter. Thank you!')
  await page.goto('/pages')
  await expect(page.getByText('Do you weave?')).toBeVisible()
  await expect(paywall(page)).toBeHidden()
})

test('signing out is possible from the paywall, which precedes the setup without a workspace', async ({
  page,
  app,
}) => {
  const person = await signUp(page)
  await grant(app, person.email, '--trial-days', '0')
  await page.goto('/workspace-setup')
  await expect(paywall(page)).toBeVisible()
  await paywall(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
})

test('a plan is changed, canceled and resumed, and every tab follows', async ({ page }) => {
  await signUpWithWorkspace(page)
  await subscribe(page, 'starter')
  const other = await page.context().newPage()
  await openLive(other, '/dashboard')
  await page.goto(BILLING)
  await button(page, 'Upgrade to Pro').click()
  const dialog = page.getByRole('dialog', { name: 'Change to Pro' })
  await expect(dialog).toContainText(/To pay now, before taxes\$1[45]\.\d\d/)
  await expect(dialog).toContainText('$34.99')
  await dialog.getByRole('button', { name: 'Change to Pro' }).click()
  await expect(toasts(page)).toContainText('You are on Pro now.')
  await expect(other.getByText('Pro', { exact: true }).first()).toBeVisible()

  await button(page, 'Switch to Starter').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click()
  await expect(currentPlan(page)).toContainText('Your plan changes to Starter on')
  await expect(button(page, 'Scheduled: Starter')).toBeDisabled()
  await button(page, 'Keep Pro').click()
  await expect(currentPlan(page)).toContainText('Renews on')

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Cancel Pro?' })
  await expect(asked).toContainText('Nothing is deleted')
  await asked.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(currentPlan(page)).toContainText('Your subscription ends on')
  await button(page, 'Resume: Pro').click()
  await expect(currentPlan(page)).toContainText('Renews on')
})

test('a failed payment starts a week of grace, then the paywall, until it succeeds', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page)
  await grant(app, person.email, '--trial-days', '0')
  await subscribe(page, 'pro')
  await openLive(page, '/pages')
  await atSandbox(page, 'Make the next payment fail')
  await expect(
    page.getByRole('alert').getByText(/The last payment failed\. Everything keeps working until/),
  ).toBeVisible()
  await mailTo(app, person.email, /Your payment failed/)
  await atSandbox(page, 'Simulate a payment that failed 8 days ago')
  await expect(paywall(page)).toContainText(
    'Your last payment failed. Update your payment method, or choose a plan to continue.',
  )
  await paywall(page).getByRole('link', { name: 'Subscription & Billing' }).click()
  await expect(currentPlan(page)).toContainText('Pro · payment failed')
  await openLive(page, '/pages')
  await atSandbox(page, 'Make the payment succeed')
  await expect(paywall(page)).toBeHidden()
  await expect(page.getByText('The last payment failed')).toBeHidden()
})

test('a canceled subscription ends with its period, and the user subscribes again', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page)
  await grant(app, person.email, '--trial-days', '0')
  await subscribe(page, 'pro')
  await page.goto(BILLING)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(currentPlan(page)).toContainText('Your subscription ends on')
  await openLive(page, '/dashboard')
  await atSandbox(page, 'Go to the end of the period')
  await expect(paywall(page)).toBeVisible()
  await mailTo(app, person.email, /Your subscription has ended/)
  await paywall(page).getByRole('button', { name: 'Subscribe Now: Pro' }).click()
  await page.getByRole('button', { name: 'Pay $34.99' }).click()
  await expect(toasts(page)).toContainText('You are subscribed to Pro. Thank you!')
  await page.goto('/dashboard')
  await expect(paywall(page)).toBeHidden()
})

test('users are warned at 80 % of the limit, at it, and above it, and a smaller plan deletes nothing', async ({
  page,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  const add = (from: number, to: number) =>
    callInWorkspace(page, workspace, 'faqs/import', {
      items: Array.from({ length: to - from }, (_, index) => ({
        question: `Which thread is number ${from + index}?`,
        answer: 'That one.',
        status: 'published',
      })),
    })
  await openLive(page, '/pages')
  await add(0, 40)
  await expect(page.getByText('You have used 40 of the 50 FAQs of your plan.')).toBeVisible()
  await add(40, 50)
  const full = 'You have used all 50 FAQs of your plan. To add more, upgrade to Pro or archive some.'
  await expect(page.getByText(full)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', BILLING)
  await subscribe(page, 'pro')
  await expect(page.getByText(full)).toBeHidden()
  await add(50, 60)
  await openLive(page, BILLING)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(currentPlan(page)).toContainText('Your subscription ends on')
  await atSandbox(page, 'Go to the end of the period')
  await expect(currentPlan(page)).toContainText(
    'You have 60 FAQs, and your plan allows 50. All of them stay and keep answering. To add more, upgrade to Pro or archive some.',
  )
  await expect(add(60, 61)).resolves.toMatchObject({ created: 0, failed: [{ code: 'limit.faqs' }] })
  const visitor = await page.request.get(`/api/public/workspaces/${workspace.subdomain}/faqs`)
  expect(((await visitor.json()) as { items: unknown[] }).items).toHaveLength(60)
})

test('a failed checkout is reported, and the button works again', async ({ page }) => {
  await signUp(page)
  await page.goto(BILLING)
  await page.route('**/api/rpc/billing/checkout', (route) => route.fulfill({ status: 400, body: '{}' }))
  await button(page, 'Subscribe Now: Pro').click()
  await expect(toasts(page)).toContainText('Error')
  await expect(toasts(page)).toContainText(CHECKOUT_FAILED)
  await expect(button(page, 'Subscribe Now: Pro')).toBeEnabled()
})

const everyScreen = async (page: Page, name: string, show: () => Promise<unknown>) => {
  await signUpWithWorkspace(page)
  await subscribe(page, 'starter')
  await checkScreen(page, name, show)
}

test('the billing tab is accessible', async ({ page }) => {
  await everyScreen(page, 'billing', async () => {
    await page.goto(BILLING)
    await expect(page.getByRole('list', { name: 'Orders' })).toBeVisible()
  })
})

test('the dialog to change the plan is accessible', async ({ page }) => {
  await everyScreen(page, 'changing the plan', async () => {
    await page.goto(BILLING)
    await button(page, 'Upgrade to Pro').click()
    await expect(page.getByRole('dialog')).toContainText('To pay now')
  })
})

test('the paywall is accessible', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page)
  await grant(app, person.email, '--trial-days', '0')
  await checkScreen(page, 'paywall', async () => {
    await page.goto('/pages')
    await expect(paywall(page).getByRole('button', { name: /^Subscribe Now/ })).toHaveCount(2)
  })
})
