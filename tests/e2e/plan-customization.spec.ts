// Customization beyond Starter is visible, disabled and explained; existing values stay until they are edited.
import type { Locator, Page } from '@playwright/test'
import { openLive, subscribe } from '../support/billing/billing-page.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { saveWidget } from '../support/browser/widget-editor.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const BADGE = 'Removing the badge and changing the border are part of the Pro plan.'
const HEADER = 'Gradient and image headers are part of the Pro plan.'
const DOMAIN = 'A custom domain is part of the Pro plan.'

const badgeAndBorder = (page: Page) => page.getByRole('group', { name: 'Badge and border' })
const upgrade = (where: Page | Locator) => where.getByRole('main').getByRole('link', { name: 'Upgrade Plan' })
const publicPage = async (page: Page, { subdomain }: OwnWorkspace) =>
  (await page.request.get(`/faq/${subdomain}`)).text()

test('on Starter, the settings of Pro are disabled with a reason, and the others work', async ({ page }) => {
  test.setTimeout(180_000)
  await signUpWithWorkspace(page)
  await subscribe(page, 'starter')

  await page.goto('/widgets?section=general')
  await expect(badgeAndBorder(page)).toHaveAccessibleDescription(new RegExp(BADGE))
  await expect(page.getByRole('switch', { name: /Powered by/ })).toBeDisabled()
  await expect(page.getByLabel('Border width')).toBeDisabled()
  await expect(page.getByLabel('Border color', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Reset to default' })).toHaveCount(0)
  await page.getByLabel('Widget heading').fill('Ask the weavers')
  await saveWidget(page)

  await page.goto('/widgets?section=header')
  await expect(page.getByRole('group', { name: 'Background', exact: true })).toHaveAccessibleDescription(
    new RegExp(HEADER),
  )
  for (const name of ['Image', 'Gradient']) await expect(page.getByRole('radio', { name })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'Solid Color' })).toBeChecked()
  await page.getByLabel('Background color', { exact: true }).fill('#14532d')
  await saveWidget(page)

  await page.goto('/settings')
  await expect(page.getByRole('group', { name: 'Custom domain' })).toHaveAccessibleDescription(new RegExp(DOMAIN))
  await expect(page.getByLabel('Domain', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add domain' })).toBeDisabled()

  for (const section of ['general', 'header'] as const)
    await checkScreen(page, `the ${section} section on Starter`, async () => {
      await page.goto(`/widgets?section=${section}`)
      await expect(upgrade(page)).toBeVisible()
    })
  await upgrade(page).click()
  await expect(page).toHaveURL('/profile?tab=billing')
})

test('settings of the trial stay on Starter until they are edited', async ({ page, newPerson }) => {
  test.setTimeout(180_000)
  const { workspace } = await signUpWithWorkspace(page)
  await openLive(page, '/widgets?section=header')
  await page.getByRole('radio', { name: 'Gradient' }).check()
  await page.getByLabel('From', { exact: true }).fill('#5a2230')
  await saveWidget(page)
  await page.getByRole('link', { name: 'Back to sections' }).click()
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('switch', { name: /Powered by/ }).uncheck()
  await saveWidget(page)

  // A change that waits to be saved when the plan changes in another tab.
  await page.getByLabel('Border width').fill('2')
  await subscribe(page, 'starter')
  await expect(page.getByLabel('Border width')).toBeDisabled()
  await button(page, 'Save').click()
  await expect(toasts(page)).toContainText('This is part of the Pro plan. Existing settings stay.')
  await expect(page.getByLabel('Border width')).toHaveAccessibleDescription(/This is part of the Pro plan/)
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByLabel('Border width')).toHaveValue('6')
  await saveWidget(page)
  await expect(page.getByRole('switch', { name: /Powered by/ })).toBeChecked()

  const visitor = await newPerson()
  await visitor.goto(`/faq/${workspace.subdomain}`)
  await expect(visitor.getByText('Powered by Answerloom')).toBeVisible()
  expect(await publicPage(page, workspace)).toContain('#5a2230')

  await page.goto('/widgets?section=header')
  await expect(page.getByRole('radio', { name: 'Gradient' })).toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toBeDisabled()
  await expect(page.getByText(`${HEADER} Existing settings stay.`)).toBeVisible()
  await page.getByRole('radio', { name: 'Solid Color' }).check()
  await page.getByRole('radio', { name: 'Gradient' }).check()
  await page.getByRole('radio', { name: 'Solid Color' }).check()
  await saveWidget(page)
  await expect(page.getByRole('radio', { name: 'Gradient' })).toBeDisabled()
  await expect.poll(() => publicPage(page, workspace)).not.toContain('#5a2230')
})

test('a co-owner who does not pay sees whom to ask', async ({ page, app, newPerson }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const other = await newPerson()
  const { email } = await signUp(other, { firstName: 'Bo', lastName: 'Reed' })
  await callInWorkspace(page, workspace, 'team/invitations/send', { email, role: 'owner' })
  await other.goto(linkIn(await mailTo(app, email, /^Ada Weaver invites you/)))
  await other.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(other).toHaveURL('/dashboard')
  await subscribe(page, 'starter')

  for (const [path, reason] of [
    ['/widgets?section=general', BADGE],
    ['/widgets?section=header', HEADER],
    ['/settings', DOMAIN],
    ['/profile?tab=team', 'Team members are part of the Pro plan. Please upgrade to Pro to invite people.'],
  ] as const) {
    await other.goto(path)
    const note = other.getByRole('paragraph').filter({ hasText: reason })
    await expect(note).toContainText('Ada Weaver pays for this workspace.')
    await expect(note.getByRole('link', { name: 'Take over billing' })).toBeVisible()
    await expect(upgrade(other)).toHaveCount(0)
  }
})
