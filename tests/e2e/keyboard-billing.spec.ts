// Paying by keyboard, on a phone and on a desktop, with unexpected behavior: going back from the checkout, paying
// twice, using two tabs.
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
import { expect, test } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { checkFocus, expectPlace, pressAt, tabTo } from '../support/browser/keyboard.ts'
import { refuse } from '../support/content/workspace-content.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const plan = (page: Page, name: string) => plans(page).getByRole('button', { name })

for (const width of [1440, 375])
  test(`a user subscribes, changes the plan, cancels and resumes with the keyboard, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signUpWithWorkspace(page)
    await page.goto(BILLING)
    await pressAt(plan(page, 'Subscribe Now: Starter'))
    await page.waitForURL('**/billing/sandbox/checkout/*')
    await pressAt(button(page, 'Let the payment be declined'))
    await expect(page.getByRole('alert')).toHaveText('The payment was declined.')
    await pressAt(button(page, 'Pay $19.99'), 'Space')
    await expect(toasts(page)).toContainText('You are subscribed to Starter. Thank you!')

    const upgrade = plan(page, 'Upgrade to Pro')
    await pressAt(upgrade)
    const changing = page.getByRole('dialog', { name: 'Change to Pro' })
    await expect(changing).toContainText('To pay now')
    await page.keyboard.press('Escape')
    // A closing dialog keeps its content.
    await expect(page.getByRole('dialog', { name: 'Change to', exact: true })).toHaveCount(0)
    await expect(changing).toBeHidden()
    await expect(upgrade).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(changing).toContainText('To pay now')
    await pressAt(changing.getByRole('button', { name: 'Change to Pro' }))
    await expect(toasts(page)).toContainText('You are on Pro now.')
    await expect(changing).toBeHidden()
    // The button that had it has nothing more to do, and may have gone dead behind the dialog.
    await expectPlace(page)

    await pressAt(button(page, 'Cancel subscription'), 'Enter', { back: true })
    const asked = page.getByRole('alertdialog', { name: 'Cancel Pro?' })
    await expect(asked.getByRole('button', { name: 'Keep Pro' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asked).toBeHidden()
    await expect(button(page, 'Cancel subscription')).toBeFocused()
    await page.keyboard.press('Enter')
    await pressAt(asked.getByRole('button', { name: 'Cancel subscription' }))
    await expect(currentPlan(page)).toContainText('Your subscription ends on')
    await expect(asked).toBeHidden()
    const resume = button(page, 'Resume subscription')
    await expect(resume).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(currentPlan(page)).toContainText('Renews on')
    await expect(button(page, 'Cancel subscription')).toBeFocused()
  })

test('the focus stays in the paywall and reaches everything on it', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page)
  await grant(app, person.email, '--trial-days', '0')
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/pages')
  await expect(plans(page)).toBeVisible()
  const stops = new Set<string>()
  for (let index = 0; index < 24; index++) {
    await page.keyboard.press('Tab')
    await checkFocus(page)
    stops.add(await page.evaluate(() => globalThis.document.activeElement?.textContent ?? ''))
  }
  for (const stop of ['Subscribe Now', 'Contact our support team.', 'Subscription & Billing', 'Export workspace'])
    expect([...stops].join('|')).toContain(stop)
  await page.keyboard.press('Escape')
  await expect(paywall(page)).toBeVisible()
  await pressAt(paywall(page).getByRole('link', { name: 'Subscription & Billing' }))
  await expect(paywall(page)).toBeHidden()
  await expectPlace(page)
  await pressAt(plan(page, 'Subscribe Now: Pro'))
  await pressAt(button(page, 'Pay $34.99'))
  await expect(toasts(page)).toContainText('You are subscribed to Pro. Thank you!')
})

test('the button works after going back from the checkout, also when the browser cached the page', async ({ page }) => {
  await signUp(page)
  await page.goto(BILLING)
  await plan(page, 'Subscribe Now: Pro').click()
  await page.waitForURL('**/billing/sandbox/checkout/*')
  await page.goBack()
  await expect(plan(page, 'Subscribe Now: Pro')).toBeEnabled()

  // Simulates the back/forward cache: the same page is shown again.
  await page.route('**/billing/sandbox/checkout/*', (route) => route.fulfill({ status: 204 }))
  const left = page.waitForRequest('**/billing/sandbox/checkout/*')
  await plan(page, 'Subscribe Now: Pro').click()
  await expect(plans(page).getByRole('button', { name: 'Loading...' })).toBeVisible()
  await left
  await page.evaluate(() => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(plan(page, 'Subscribe Now: Pro')).toBeEnabled()
})

test('a checkout is paid once from several tabs, and a second subscription is reported and can be ended', async ({
  page,
}) => {
  await signUp(page)
  await page.goto(BILLING)
  const orders = page.getByRole('list', { name: 'Orders' }).getByRole('listitem')
  const checkout = async (product: string) => {
    const answer = await page.request.post('/api/rpc/billing/checkout', {
      data: { json: { product_id: product, price_id: product } },
    })
    return ((await answer.json()) as { json: { checkout_url: string } }).json.checkout_url
  }
  const [starter, pro] = [await checkout('starter'), await checkout('pro')]
  const [first, second, third] = [page, await page.context().newPage(), await page.context().newPage()]
  await first.goto(starter)
  await second.goto(starter)
  await third.goto(pro)
  for (const tab of [first, second]) {
    await button(tab, 'Pay $19.99').click()
    await expect(toasts(tab)).toContainText('You are subscribed to Starter. Thank you!')
  }
  await second.goBack()
  await second.goto(starter)
  await expect(second.getByText('This is paid already.')).toBeVisible()
  await expect(button(second, 'Pay $19.99')).toHaveCount(0)
  await second.getByRole('link', { name: 'Back to Answerloom' }).click()
  await expect(second).toHaveURL(/tab=billing/)
  await expect(orders).toHaveCount(1)

  await button(third, 'Pay $34.99').click()
  await expect(plan(third, 'Current Plan: Pro')).toBeVisible()
  // The first tab hears of it, too.
  await expect(first.getByRole('alert')).toContainText(
    'You have a second subscription, to Starter: you would pay for both. Renews on',
  )
  await first.getByRole('alert').getByRole('button', { name: 'Cancel subscription' }).click()
  const asked = first.getByRole('alertdialog', { name: 'Cancel Starter?' })
  await asked.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(asked).toBeHidden()
  await expect(first.getByRole('alert')).toContainText('Your subscription ends on')
  await expect(third.getByRole('alert')).toContainText('Your subscription ends on')
})

test('an unconfirmed payment is reported as late, and can be checked again', async ({ page }) => {
  await signUp(page)
  await page.clock.install()
  await page.goto(`${BILLING}&paid=pro`)
  await expect(page.getByText('Your payment is being confirmed.')).toBeVisible()
  await page.clock.runFor(61_000)
  await expect(page.getByText('Your payment has not been confirmed yet.')).toBeVisible()
  await expect(page.getByText('Your payment is being confirmed.')).toHaveCount(0)
  await pressAt(button(page, 'Check again'))
  await expect(button(page, 'Check again')).toBeEnabled()
  await expect(button(page, 'Check again')).toBeFocused()
  // After the webhook no further request is necessary.
  await subscribe(page, 'pro')
  await expect(toasts(page)).toContainText('You are subscribed to Pro. Thank you!')
  await expect(page).toHaveURL(BILLING)
})

test('a failed action leaves the user in place, with a working button', async ({ page }) => {
  await signUpWithWorkspace(page)
  await subscribe(page, 'starter')
  await openLive(page, BILLING)
  const allow = await refuse(page, 'billing/cancel', 'The subscription could not be canceled.')
  await pressAt(button(page, 'Cancel subscription'))
  const asked = page.getByRole('alertdialog', { name: 'Cancel Starter?' })
  const confirm = asked.getByRole('button', { name: 'Cancel subscription' })
  await pressAt(confirm)
  await expect(toasts(page)).toContainText('The subscription could not be canceled.')
  await expect(confirm).toBeFocused()
  await allow()
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(currentPlan(page)).toContainText('Your subscription ends on')
  const other = await page.context().newPage()
  await openLive(other, BILLING)
  // Another tab has already done the action that this one offers.
  await atSandbox(page, 'End it at once')
  for (const tab of [page, other]) await expect(plan(tab, 'Subscribe Now: Starter')).toBeEnabled()
  await tabTo(plan(page, 'Subscribe Now: Starter'))
})
