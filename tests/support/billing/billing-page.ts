// The billing tab, and the sandbox behind it, as a person uses them.

import { expect, type Page } from '@playwright/test'

export const BILLING = '/dashboard/profile?tab=billing'
export const plans = (page: Page) => page.getByRole('list', { name: 'Plans' })
export const paywall = (page: Page) => page.getByRole('dialog', { name: 'Your free trial has ended' })
/** The card «Current Plan». */
export const currentPlan = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Current Plan' }) })

type Plan = 'starter' | 'pro'

/** Subscribes at the sandbox without a look at its pages. */
export async function subscribe(page: Page, plan: Plan): Promise<void> {
  const answer = await page.request.post('/api/rpc/billing/checkout', {
    data: { json: { product_id: plan, price_id: plan } },
  })
  const { json } = (await answer.json()) as { json: { checkout_url: string } }
  const paid = await page.request.post(json.checkout_url, { form: { outcome: 'paid' }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
}

/** Presses a button of the sandbox's portal, in a tab of its own. */
export async function atSandbox(page: Page, button: string): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/billing/sandbox/portal')
  // Done once the page after it is there: a tab that closes before takes the request back, or closes only when all ends.
  await Promise.all([
    tab.waitForResponse((answer) => answer.request().redirectedFrom()?.method() === 'POST'),
    tab.getByRole('button', { name: button }).first().click(),
  ])
  await tab.waitForLoadState()
  await tab.close()
}

/** Opens a page and waits until it hears of what changes: what happens from then on shows by itself. */
export async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events')
  await page.goto(path)
  await stream
}

/** Presses a plan at home while signed out. */
export async function choosePlan(page: Page, plan: Plan): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('link', { name: 'Start Free Trial' })
    .nth(plan === 'starter' ? 0 : 1)
    .click()
  await page.waitForURL(/\/auth\?tab=sign-up$/)
}

/** Fills in and sends the form of a new account, on the page of signing in. */
export async function signUpAt(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

/** Fills in and sends the form of the setup. */
export async function setUpWorkspace(page: Page, name = 'Woven Goods'): Promise<void> {
  await page.getByLabel('Workspace name').fill(name)
  await page.getByLabel('Business website URL').fill('https://woven.example.test')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
}
