// The operator's page. Its account is signed up by the first picture and signed in by the others.
import type { Page } from '@playwright/test'
import { signUp } from '../../tests/support/browser/browser-people.ts'
import type { Screen } from './screen.ts'

/** For OPERATOR_EMAIL. */
export const OPERATOR = { email: 'operator@example.test', password: 'woven-thread-7' }

/** Leaves the person of the other pictures alone. */
async function asOperator(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await signUp(page, OPERATOR).catch(() => page.request.post('/api/rpc/accounts/signIn', { data: { json: OPERATOR } }))
  await page.goto('/ops')
  await page.getByRole('heading', { name: 'Operations' }).waitFor()
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
}

export const operatorStates: Screen[] = [{ name: 'ops', path: '/auth', signedIn: false, act: asOperator }]
