// A plan that is chosen before signing up: the workspace is set up first, then paid for.
import type { Page } from '@playwright/test'
import { BILLING, choosePlan, currentPlan, plans, setUpWorkspace, signUpAt } from '../support/billing/billing-page.ts'
import { expect, test } from '../support/browser/browser.ts'
import { toasts } from '../support/browser/dashboard.ts'

const button = (page: Page, name: string) => plans(page).getByRole('button', { name })

test('a plan chosen before signing up waits for the workspace and then opens the checkout', async ({ page }) => {
  await choosePlan(page, 'pro')
  await signUpAt(page, `chosen-${process.pid}@example.test`)
  await expect(page).toHaveURL('/workspace-setup')
  await expect(page.getByText('You chose Pro. You can subscribe as soon as your workspace is set up.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You chose Pro.')).toBeVisible()
  await setUpWorkspace(page)
  await expect(page).toHaveURL(`${BILLING}&plan=pro`)
  await expect(page.getByText('You chose Pro; subscribe now, or at any time.')).toBeVisible()
  await expect(page.getByText('Your choice')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard')

  await button(page, 'Subscribe Now: Pro').click()
  await page.waitForURL('**/billing/sandbox/checkout/*')
  await page.getByRole('button', { name: 'Let the payment be declined' }).click()
  await expect(page.getByRole('alert')).toHaveText('The payment was declined.')
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expect(button(page, 'Subscribe Now: Pro')).toBeEnabled()
  await button(page, 'Subscribe Now: Pro').click()
  await page.getByRole('button', { name: 'Pay $34.99' }).click()
  await expect(toasts(page)).toContainText('You are subscribed to Pro. Thank you!')
  await expect(page).toHaveURL(BILLING)
  await expect(button(page, 'Current Plan: Pro')).toBeDisabled()
  await expect(button(page, 'Switch to Starter')).toBeEnabled()
  await expect(currentPlan(page)).toContainText('Renews on')
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText('$34.99')
  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^Invoice of/ }).click(),
  ])
  await expect(invoice.getByRole('heading', { level: 1 })).toContainText('Invoice')
})

test('a plan waits for an abandoned setup, but not for weeks and not for another account', async ({ page }) => {
  const ada = `abandons-${process.pid}@example.test`
  const chose = page.getByText('You chose Pro.')
  const signInAsAda = async () => {
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(ada)
    await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/workspace-setup')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your first workspace')
  }
  await choosePlan(page, 'pro')
  await signUpAt(page, ada)
  await expect(chose).toBeVisible()
  await signInAsAda()
  await expect(chose).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/auth')
  await signUpAt(page, `another-${process.pid}@example.test`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your first workspace')
  await expect(chose).toBeHidden()
  await setUpWorkspace(page, 'Without A Plan')
  await expect(page).toHaveURL('/dashboard')

  await page.evaluate((weeks) => {
    const kept = JSON.parse(localStorage.getItem('keptPlan') ?? '{}')
    localStorage.setItem('keptPlan', JSON.stringify({ ...kept, at: kept.at - weeks }))
  }, 14 * 86_400_000)
  await signInAsAda()
  await expect(chose).toBeHidden()
  await setUpWorkspace(page, 'Weeks Later')
  await expect(page).toHaveURL('/dashboard')
})
