// The states of a plan, one after the other: what each picture brings about is there for those after it.
import type { Page } from '@playwright/test'
import { atSandbox, BILLING, paywall, plans, subscribe } from '../../tests/support/billing/billing-page.ts'
import type { Screen } from './screen.ts'

const own = (name: string, path: string, act: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path,
  signedIn: true,
  act,
})

async function subscribed(page: Page): Promise<void> {
  await subscribe(page, 'starter')
  await page.getByRole('list', { name: 'Orders' }).waitFor()
}

async function changing(page: Page): Promise<void> {
  await plans(page).getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('dialog').getByText('To pay now').waitFor()
}

async function pastDue(page: Page): Promise<void> {
  await atSandbox(page, 'Make the next payment fail')
  await page.getByText('The last payment failed').waitFor()
}

async function covered(page: Page): Promise<void> {
  await atSandbox(page, 'Simulate a payment that failed 8 days ago')
  await atSandbox(page, 'Let the free trial end')
  await paywall(page)
    .getByRole('button', { name: /^Subscribe Now/ })
    .first()
    .waitFor()
}

export const billingStates: Screen[] = [
  own('billing-chosen', `${BILLING}&plan=pro`, (page) => page.getByText('You chose Pro').waitFor()),
  own('billing-subscribed', BILLING, subscribed),
  own('billing-changing', BILLING, changing),
  own('billing-past-due', BILLING, pastDue),
  own('paywall', '/pages', covered),
  own('sandbox-portal', '/billing/sandbox/portal', async () => {}),
]
