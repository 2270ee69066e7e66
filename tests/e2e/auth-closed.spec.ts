// An instance that takes new people by invitation only says so, and means it.
import { expect, test } from '../support/browser/browser.ts'

test.use({ serverEnv: { SIGNUP: 'invite' } })

const SENTENCE = 'You need an invitation to create an account here. Please use the link in your invitation.'

test('sign-up without an invitation is impossible, also by direct requests', async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await expect(page.getByLabel('First name')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeHidden()
  const answer = await page.request.post('/api/rpc/accounts/signUp', {
    data: { json: { first_name: 'A', last_name: 'B', email: 'a@example.test', password: 'woven-thread-7' } },
  })
  expect(answer.status()).toBe(403)
})

test('a forged invitation opens the form, but the sign-up is refused', async ({ page }) => {
  await page.goto('/auth?tab=sign-up&invitation=forged')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(SENTENCE)
})
