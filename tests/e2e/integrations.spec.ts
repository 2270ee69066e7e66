// The integrations screen before anything is connected, when something fails, for members, and for everybody.

import { operator } from '../support/app/operator-command.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { callInWorkspace, refuse, withoutEventStream } from '../support/content/workspace-content.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'
import { card, connect, expect, INTEGRATIONS, test } from '../support/notion/notion-browser.ts'
import { paragraph } from '../support/notion/notion-content.ts'

test('the integrations without a connection and without a workspace are described', async ({ page }) => {
  await signUp(page)
  await page.goto(INTEGRATIONS)
  await expect(page.getByRole('main').getByText('No workspace selected')).toBeVisible()
  await signUpWithWorkspace(page)
  await page.goto(INTEGRATIONS)
  await expect(page.getByText('No connected integrations yet.')).toBeVisible()
  // By keyboard, as the tabs of a page are walked through.
  await page.getByRole('tab', { name: 'Connected (0)' }).press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'More Platforms' })).toBeVisible()
  await expect(page.getByText('Additional integrations coming soon')).toBeVisible()
  await page.getByRole('tab', { name: 'Available' }).press('ArrowRight')
  await expect(page.getByText('No sync history available.')).toBeVisible()
})

test('failures have specific messages, and can be retried', async ({ page, notion }) => {
  await signUpWithWorkspace(page)
  notion.page('A page', [paragraph('It says something.')])
  const recoverConnect = await refuse(page, 'integrations/connect', 'The service is unavailable.')
  await page.goto(`${INTEGRATIONS}?tab=available`)
  await page.getByRole('button', { name: 'Connect Notion' }).click()
  await expect(toasts(page)).toContainText('Failed to connect to Notion')
  await recoverConnect()
  await connect(page)

  const recoverSync = await refuse(page, 'integrations/sync', 'The service is unavailable.')
  await card(page).getByRole('button', { name: 'Sync' }).click()
  await expect(toasts(page)).toContainText('Failed to sync Notion pages')
  await recoverSync()

  const recoverDisconnect = await refuse(page, 'integrations/disconnect', 'The service is unavailable.')
  await card(page).getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Notion' })
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toasts(page)).toContainText('Failed to disconnect Notion integration')
  await expect(dialog).toBeVisible()
  await recoverDisconnect()
  await page.keyboard.press('Escape')

  await withoutEventStream(page)
  const recoverList = await refuse(page, 'integrations/list', 'The service is unavailable.')
  await page.reload()
  await expect(toasts(page)).toContainText('Failed to fetch integrations')
  await recoverList()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page)).toBeVisible()
})

test('a member may sync, but not connect, choose or disconnect', async ({ page, app, notion, newPerson }) => {
  const { person, workspace } = await signUpWithWorkspace(page)
  const asOwner = ['--email', person.email, '--password', person.password, '--name', 'Second Hand', '--free-access']
  await operator(app, asOwner)
  notion.page('Shared', [paragraph('With the team.')])
  const token = { type: 'notion', token: notion.internalToken() }
  await callInWorkspace(page, workspace, 'integrations/connectWithToken', token)
  const member = await newPerson()
  const { email } = await signUp(member)
  await callInWorkspace(page, workspace, 'team/invitations/send', { email, role: 'member' })
  await member.goto(linkIn(await mailTo(app, email, /invites you to Woven Goods$/)))
  await member.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(member).toHaveURL('/dashboard')
  await member.goto(INTEGRATIONS)
  await card(member).getByRole('button', { name: 'Sync' }).click()
  await expect(toasts(member)).toContainText('Notion pages synced successfully')
  for (const name of ['Choose pages', 'Disconnect'])
    await expect(card(member).getByRole('button', { name })).toHaveCount(0)
  const { items } = await callInWorkspace<{ items: { id: string }[] }>(page, workspace, 'integrations/list')
  await callInWorkspace(page, workspace, 'integrations/disconnect', { id: items[0]?.id, keep: true })
  // The page that the member has open follows.
  await expect(member.getByText('No connected integrations yet.')).toBeVisible()
  await member.getByRole('tab', { name: 'Available' }).click()
  await expect(member.getByText('An owner of this workspace can connect it.').first()).toBeVisible()
  await expect(member.getByRole('button', { name: 'Connect Notion' })).toHaveCount(0)
})

test('every screen is accessible', async ({ page, notion }) => {
  test.setTimeout(240_000)
  await signUpWithWorkspace(page)
  notion.page('A page with a rather long title that does not fit on a phone in one line', [paragraph('It says much.')])
  notion.page('Nothing in it', [])
  for (const tab of ['connected', 'available', 'history'])
    await checkScreen(page, `empty: ${tab}`, async () => {
      await page.goto(`${INTEGRATIONS}?tab=${tab}`)
      await expect(page.getByRole('tabpanel')).toBeVisible()
    })
  await connect(page)
  await checkScreen(page, 'connected', async () => {
    await page.goto(INTEGRATIONS)
    await expect(card(page)).toBeVisible()
  })
  await checkScreen(page, 'history', async () => {
    await page.goto(`${INTEGRATIONS}?tab=history`)
    await page.getByText('1 item was not imported').first().click()
    await expect(page.getByText('It is empty.').first()).toBeVisible()
  })
  for (const name of ['Choose pages', 'Disconnect'])
    await checkScreen(page, name, async () => {
      await page.goto(INTEGRATIONS)
      await card(page).getByRole('button', { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
})
