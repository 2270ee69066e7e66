// A workspace that requires two-factor authentication: an owner switches it on, a member is led to set it up and comes back.
import type { Page } from '@playwright/test'
import { totp } from '../support/accounts/totp.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import {
  createWorkspace,
  type Person,
  secretIn,
  signUp,
  signUpWithWorkspace,
} from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

test.use({ serverEnv: { BILLING: 'off' } })

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const requirement = (page: Page) => page.getByRole('switch', { name: /^Require two-factor authentication/ })

/** Walks through the set-up of an authenticator app, in the dialog that is open; `whileShown` runs beside the recovery codes. */
async function setUpApp(page: Page, person: Person, whileShown: () => Promise<unknown> = async () => {}) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByLabel('Your password', { exact: true }).press('Enter')
  const secret = await secretIn(dialog)
  await dialog.getByLabel('Code', { exact: true }).fill(totp(secret))
  await button(page, 'Turn on').click()
  await expect(button(page, 'I have saved them')).toBeVisible()
  await whileShown()
  await button(page, 'I have saved them').click()
  await expect(dialog).toBeHidden()
}

/** Invites a new person, who accepts in a browser of their own. */
async function teammate(owner: Page, member: Page, workspaceId: string, appOf: Parameters<typeof mailTo>[0]) {
  const person = await signUp(member)
  const headers = { 'x-workspace-id': workspaceId }
  const data = { json: { email: person.email, role: 'member' } }
  expect((await owner.request.post('/api/rpc/team/invitations/send', { data, headers })).status()).toBe(200)
  await member.goto(linkIn(await mailTo(appOf, person.email, /invite/i)))
  await member.getByRole('button', { name: /^(Accept|Join)/ }).click()
  await expect(member).toHaveURL(/\/dashboard/)
  return person
}

test('an owner requires a second factor, and a member is blocked, sets it up directly, and continues', async ({
  page,
  app,
  newPerson,
}) => {
  const { person: owner, workspace } = await signUpWithWorkspace(page)
  const member = await newPerson()
  const person = await teammate(page, member, workspace.id, app)
  await page.goto('/settings?tab=security')
  await expect(requirement(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Set it up in your profile' }).click()
  await button(page, 'Set up').click()
  await setUpApp(page, owner)
  await page.goto('/settings?tab=security')
  await member.goto('/messages')
  await expect(title(member)).toHaveText('Questions')

  await requirement(page).press('Space')
  const dialog = page.getByRole('dialog', { name: 'Require two-factor authentication?' })
  await dialog.getByLabel('Your password', { exact: true }).fill('not it')
  await dialog.getByLabel('Your password', { exact: true }).press('Enter')
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  await dialog.getByLabel('Your password', { exact: true }).press('Enter')
  await expect(toasts(page)).toContainText('Two-factor authentication is required')
  await expect(requirement(page)).toBeChecked()
  await expect(page.getByText('required two-factor authentication of every member')).toBeVisible()

  // The member's open page gives way by itself.
  await expect(title(member)).toHaveText('Set up two-factor authentication')
  await checkScreen(member, 'a second factor is required', async () => {
    await member.goto('/messages')
    await expect(title(member)).toHaveText('Set up two-factor authentication')
  })
  await member.setViewportSize({ width: 1280, height: 800 })
  // Their own affairs stay reachable, and so do other workspaces.
  await member.goto('/profile')
  await expect(title(member)).toHaveText('Profile Settings')
  await createWorkspace(member, 'Own Place')
  await member.goto('/messages')
  await button(member, 'Use an authenticator app').click()
  await setUpApp(member, person, async () => {
    // Back from a password manager: the workspaces are read again, and this one is open now.
    const refreshed = member.waitForResponse('**/api/rpc/workspaces/list')
    await member.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    expect(await (await refreshed).text()).not.toContain('"second_factor_missing":"set_up"')
    await member.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  })
  await expect(title(member)).toHaveText('Questions')
  await expect(member).toHaveURL('/messages')

  await requirement(page).click()
  await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(owner.password)
  await button(page, 'Make it optional').click()
  await expect(toasts(page)).toContainText('Two-factor authentication is optional')
  await expect(requirement(page)).not.toBeChecked()
})
