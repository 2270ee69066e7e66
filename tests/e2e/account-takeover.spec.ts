// An intruder in an account: the owner cancels a change of the address, and finds out what else gives access.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signInByForm, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Calls a procedure with the page's session. */
async function call(page: Page, procedure: string, json: object, workspaceId?: string) {
  const headers: Record<string, string> = workspaceId ? { 'x-workspace-id': workspaceId } : {}
  const reply = await page.request.post(`/api/rpc/${procedure}`, { data: { json }, headers })
  expect(reply.status(), procedure).toBe(200)
}

async function chooseNewPassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(title(page)).toHaveText('Password updated successfully')
  await expect(page).toHaveURL('/auth')
}

test('"This wasn\'t me" in the notification cancels the change, ends every session, and requires a check of the account', async ({
  page,
  app,
  newPerson,
}) => {
  const { person, workspace } = await signUpWithWorkspace(page)
  const newAddress = `intruder-${person.email}`
  await call(page, 'workspaces/apiKeys/create', { name: 'Backdoor', password: person.password }, workspace.id)
  await call(page, 'accounts/requestEmailChange', { email: newAddress, password: person.password })
  const confirmation = linkIn(await mailTo(app, newAddress, /^Confirm your new email address$/))
  const notice = linkIn(await mailTo(app, person.email, /^A new email address for your account$/))

  const owner = await newPerson()
  await checkScreen(owner, 'securing the account', async () => {
    await owner.goto(notice)
    await expect(title(owner)).toHaveText('Secure your account')
  })
  await owner.getByRole('button', { name: 'Cancel the change and continue' }).press('Enter')
  await expect(title(owner)).toHaveText('Choose a new password')
  await chooseNewPassword(owner, 'a-new-thread-8')

  // The intruder is signed out, and the link in their mailbox is dead.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
  await page.goto(confirmation)
  await expect(page.getByRole('alert')).toContainText('This link has expired or was used already.')
  await page.goto(notice)
  await page.getByRole('button', { name: 'Cancel the change and continue' }).click()
  await expect(title(page)).toHaveText('This link does not work')

  await signInByForm(owner, { ...person, password: 'a-new-thread-8' })
  await expect(owner).toHaveURL(/^[^?]*\/account-check/)
  await checkScreen(owner, 'the account check', async () => {
    await owner.reload()
    await expect(owner.getByRole('list', { name: 'What still gives access' })).toContainText('API key “Backdoor”')
  })
  await owner.getByRole('button', { name: 'Revoke Backdoor' }).press('Enter')
  await expect(toasts(owner)).toContainText('API key revoked')
  await expect(owner.getByText('Nothing else gives access to your account.')).toBeVisible()
  await owner.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(owner).toHaveURL('/dashboard')
  // Once is enough.
  await owner.goto('/auth')
  await expect(owner).toHaveURL('/dashboard')
})

test('a new address is confirmed with the password when signed out', async ({ page, app, newPerson }) => {
  const { person } = await signUpWithWorkspace(page)
  const newAddress = `new-${person.email}`
  await call(page, 'accounts/requestEmailChange', { email: newAddress, password: person.password })
  const link = linkIn(await mailTo(app, newAddress, /^Confirm your new email address$/))

  const reader = await newPerson()
  await checkScreen(reader, 'confirming with the password', async () => {
    await reader.goto(link)
    await expect(title(reader)).toHaveText('Confirm your new address')
  })
  const password = reader.getByLabel('Your password', { exact: true })
  await password.fill('not it')
  await password.press('Enter')
  await expect(reader.getByText('This is not your password.')).toBeVisible()
  await password.fill(person.password)
  await password.press('Enter')
  await expect(title(reader)).toHaveText('Email address changed')
  await expect(reader.getByRole('status')).toContainText(newAddress)
})
