// Passkeys in a real browser with its own authenticator: added, named, signing in, confirming an identity, removed.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type Person, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

// Browsers bind passkeys to names: there are none for an IP address.
test.use({ serverHost: 'localhost' })

const list = (page: Page) => page.getByRole('list', { name: 'Passkeys' })
const password = (page: Page) => page.getByRole('dialog').getByLabel('Your password', { exact: true })

async function addPasskey(page: Page, person: Person, name: string) {
  await page.goto('/profile')
  await button(page, 'Add a passkey').click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await password(page).fill(person.password)
  await password(page).press('Enter')
  await expect(toasts(page)).toContainText(`You can now sign in with the passkey “${name}”.`)
  await expect(password(page)).toBeHidden()
}

test('a passkey is added, renamed, used without password and code, and removed', async ({ page, newPerson }) => {
  const device = await addAuthenticator(page)
  const { person } = await signUpWithWorkspace(page)
  await page.goto('/profile')
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  await button(page, 'Add a passkey').click()
  await password(page).fill('not it')
  await button(page, 'Continue').click()
  await expect(page.getByRole('dialog').getByText('This is not your password.')).toBeVisible()
  await button(page, 'Cancel').click()

  await addPasskey(page, person, 'Laptop')
  await expect(list(page).getByRole('listitem')).toHaveText(/Laptop/)
  await button(page, 'Rename Laptop').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.getByRole('dialog').getByLabel('Name').press('Enter')
  await expect(list(page).getByRole('listitem')).toHaveText(/Old laptop/)

  // The same device knows the account and adds no second passkey.
  await button(page, 'Add a passkey').click()
  await password(page).fill(person.password)
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toHaveText('This device has a passkey for your account already.')
  await button(page, 'Cancel').click()

  const elsewhere = await newPerson()
  const there = await addAuthenticator(elsewhere)
  for (const credential of await device.credentials()) await there.add(credential)
  await elsewhere.goto('/auth?next=%2Fmessages')
  await there.setPresence(false)
  await button(elsewhere, 'Sign in with a passkey').click()
  await expect(elsewhere.getByRole('alert')).toHaveText('No passkey was used. Please try again.')
  await there.setPresence(true)
  await button(elsewhere, 'Sign in with a passkey').press('Enter')
  await expect(toasts(elsewhere)).toContainText('Signed in successfully!')
  await expect(elsewhere).toHaveURL('/messages')

  await page.goto('/profile')
  await button(page, 'Remove Old laptop').click()
  await password(page).fill(person.password)
  await button(page, 'Remove').click()
  await expect(toasts(page)).toContainText('The passkey “Old laptop” was removed.')
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  const again = await newPerson()
  const lost = await addAuthenticator(again)
  for (const credential of await device.credentials()) await lost.add(credential)
  await again.goto('/auth')
  await button(again, 'Sign in with a passkey').click()
  await expect(again.getByRole('alert')).toHaveText(
    'This passkey was not accepted. Please try again, or use another way.',
  )
})

test('a passkey is refused after a password reset until the account check, which can remove it', async ({
  page,
  app,
  newPerson,
}) => {
  const device = await addAuthenticator(page)
  const { person } = await signUpWithWorkspace(page)
  await addPasskey(page, person, 'Left behind')
  const data = { json: { email: person.email } }
  expect((await page.request.post('/api/rpc/accounts/requestPasswordReset', { data })).ok()).toBe(true)
  const owner = await newPerson()
  await owner.goto(linkIn(await mailTo(app, person.email, /^Reset your password$/)))
  const newPassword = 'a-new-thread-8'
  await owner.getByLabel('New password', { exact: true }).fill(newPassword)
  await owner.getByLabel('Confirm password', { exact: true }).fill(newPassword)
  await button(owner, 'Update Password').click()
  await expect(owner).toHaveURL('/auth')

  const elsewhere = await newPerson()
  const there = await addAuthenticator(elsewhere)
  for (const credential of await device.credentials()) await there.add(credential)
  await elsewhere.goto('/auth')
  await button(elsewhere, 'Sign in with a passkey').click()
  await expect(elsewhere.getByRole('alert')).toHaveText(
    'The password of this account was reset. Sign in with the new password first. After that, you can sign in with your passkeys again.',
  )

  await owner.getByLabel('Email', { exact: true }).fill(person.email)
  await owner.getByLabel('Password', { exact: true }).fill(newPassword)
  await button(owner, 'Sign In').click()
  const access = owner.getByRole('list', { name: 'What still gives access' })
  await checkScreen(owner, 'the account check with a passkey', async () => {
    await expect(access).toContainText('Passkey “Left behind”')
  })
  await button(owner, 'Remove Left behind').press('Enter')
  await password(owner).fill(newPassword)
  await password(owner).press('Enter')
  await expect(toasts(owner)).toContainText('The passkey “Left behind” was removed.')
  await expect(owner.getByText('Nothing else gives access to your account.')).toBeVisible()
  await button(owner, 'Continue').click()
  await expect(owner).toHaveURL('/dashboard')
})

test('a passkey confirms the identity instead of the password', async ({ page }) => {
  await addAuthenticator(page)
  const { person } = await signUpWithWorkspace(page)
  await addPasskey(page, person, 'Laptop')
  await page.goto('/settings?tab=api')
  await button(page, 'Create key').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Import')
  await dialog.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(dialog.getByText('Your device asks for your passkey when you continue.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Copy it now: it is not shown again.')).toBeVisible()
})

test('a workspace that requires a second factor asks for the passkey once in a session without it', async ({
  page,
  newPerson,
}) => {
  const device = await addAuthenticator(page)
  const { person } = await signUpWithWorkspace(page)
  await addPasskey(page, person, 'Laptop')
  await page.goto('/settings?tab=security')
  await page.getByRole('switch', { name: /^Require two-factor authentication/ }).click()
  await password(page).fill(person.password)
  await button(page, 'Require it').click()
  await expect(toasts(page)).toContainText('Two-factor authentication is required')

  const elsewhere = await newPerson()
  const there = await addAuthenticator(elsewhere)
  for (const credential of await device.credentials()) await there.add(credential)
  await elsewhere.goto('/auth?next=%2Fmessages')
  await elsewhere.getByLabel('Email', { exact: true }).fill(person.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password)
  await button(elsewhere, 'Sign In').click()
  const title = elsewhere.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Confirm with your passkey')
  await checkScreen(elsewhere, 'confirming with a passkey', async () => {
    await elsewhere.reload()
    await expect(title).toHaveText('Confirm with your passkey')
  })
  await button(elsewhere, 'Use your passkey').press('Enter')
  await expect(title).toHaveText('Questions')
  await expect(elsewhere).toHaveURL('/messages')
})
