// Google Drive from connecting to disconnecting, over a fake that speaks its protocol.
import type { Page } from '@playwright/test'
import type { AskOutput } from '../../src/features/answering/contract.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { refuse } from '../support/content/workspace-content.ts'
import { docx, xlsx } from '../support/files/office-files.ts'
import { DRIVE_KINDS, type DriveServer, startDrive } from '../support/google/drive-server.ts'

const test = base.extend<object, { drive: DriveServer }>({
  drive: [
    async ({ database: _ }, use) => {
      const drive = await startDrive()
      await use(drive)
      await drive.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ drive }, use) => use(drive.env), { scope: 'worker' }],
})

test.beforeEach(({ drive }) => drive.clear())

const INTEGRATIONS = '/dashboard/integrations'
const card = (page: Page) => page.getByRole('main').getByRole('listitem', { name: 'Google Drive' })

async function connect(page: Page) {
  await page.goto(`${INTEGRATIONS}?tab=available`)
  await button(page, 'Connect Google Drive').click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(card(page)).toContainText('Nothing is imported yet. Choose what to import.')
}

/** Opens My Drive and chooses what is called so there. */
async function choose(page: Page, name: string) {
  await card(page).getByRole('button', { name: 'Choose folders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose folders' })
  await dialog.getByRole('button', { name: 'Open My Drive' }).click()
  await dialog.getByRole('checkbox', { name: new RegExp(name) }).check()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
}

async function ask(page: Page, { subdomain }: OwnWorkspace, question: string) {
  const response = await page.request.post('/api/public/ask', { data: { subdomain, question } })
  return (await response.json()) as AskOutput
}

/** A folder with a document that is edited later, one that goes, a sheet, and a film. */
function help(drive: DriveServer) {
  const folder = drive.folder('Help center')
  const within = { parents: [folder.id] }
  const returns = drive.file({
    ...within,
    name: 'Returns of blankets',
    mimeType: DRIVE_KINDS.document,
    bytes: docx([{ text: 'A blanket that does not please is taken back within thirty days of its delivery.' }]),
  })
  const darning = drive.file({
    ...within,
    name: 'Darning service',
    mimeType: DRIVE_KINDS.document,
    bytes: docx([{ text: 'Holes made by moths are darned in our workshop for free.' }]),
  })
  drive.file({
    ...within,
    name: 'Postage',
    mimeType: DRIVE_KINDS.spreadsheet,
    bytes: xlsx({
      Postage: [
        ['Country', 'Postage of a parcel'],
        ['Norway', 'fourteen crowns'],
      ],
    }),
  })
  drive.file({ ...within, name: 'Recording of the shop.pdf', mimeType: DRIVE_KINDS.pdf, size: 200 * 1024 * 1024 })
  drive.file({ name: 'Diary', mimeType: DRIVE_KINDS.text, bytes: new TextEncoder().encode('Moths, again.') })
  return { folder, returns, darning }
}

test('Google Drive is connected, imported from a folder, synced after a change and a deletion, and disconnected', async ({
  page,
  drive,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { returns, darning } = help(drive)

  await test.step('the card of the Knowledge Base links to available services', async () => {
    await page.goto('/knowledge')
    await page.getByRole('main').getByRole('link', { name: 'Google' }).click()
    await expect(page).toHaveURL(/\/dashboard\/integrations\?tab=available$/)
  })

  await test.step('nothing is imported before files are chosen', async () => {
    await button(page, 'Connect Google Drive').click()
    await expect(page.getByRole('heading', { name: 'Answerloom wants to see your Google Drive files' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByRole('tab', { name: 'Connected (1)' })).toBeVisible()
    await expect(card(page)).toContainText('Active')
    await expect(card(page)).toContainText('grace@woven.example')
    await expect(card(page)).toContainText('Nothing is imported yet. Choose what to import.')
  })

  await test.step('a folder is chosen and imported', async () => {
    await choose(page, 'Help center')
    await expect(toasts(page)).toContainText('Google Docs synced successfully')
    await expect(card(page)).toContainText('3 documents · 1 skipped')
  })

  await test.step('the answer cites the file, which visitors can open', async () => {
    const { answer, sources } = await ask(page, workspace, 'Can a blanket be taken back after delivery?')
    expect(answer).toContain('thirty days')
    expect(sources[0]).toMatchObject({ title: 'Returns of blankets' })
    const shown = await ask(page, workspace, 'What is the postage of a parcel to Norway?')
    expect([shown.answer, ...(shown.suggestions ?? []).map(({ text }) => text)].join()).toContain('fourteen crowns')
    const visitor = await page.context().newPage()
    await visitor.goto(`/faq/${workspace.subdomain}`)
    await visitor.getByRole('searchbox').or(visitor.getByRole('textbox')).first().fill('Can a blanket be taken back?')
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByRole('link', { name: /Returns of blankets/ }).first()).toHaveAttribute(
      'href',
      new RegExp(`/faq/${workspace.subdomain}/sources/returns-of-blankets-`),
    )
    await visitor.close()
  })

  await test.step('a second sync handles one changed and one deleted file', async () => {
    drive.change(returns, {
      bytes: docx([{ text: 'A blanket that does not please is taken back within ninety days of its delivery.' }]),
    })
    drive.remove(darning)
    await card(page).getByRole('button', { name: 'Sync' }).click()
    await expect(card(page)).toContainText('2 documents · 1 skipped')
    expect((await ask(page, workspace, 'Can a blanket be taken back after delivery?')).answer).toContain('ninety days')
    const { sources } = await ask(page, workspace, 'Are holes made by moths darned for free?')
    expect(sources.map(({ title }) => title)).not.toContain('Darning service')
  })

  await test.step('the history shows both syncs, and the reasons for skipped files', async () => {
    await page.getByRole('tab', { name: 'Sync History' }).click()
    const rows = page.getByRole('table', { name: 'Sync History' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('Completed')
    await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('1')
    await expect(rows.nth(1).getByRole('cell').nth(5)).toHaveText('1')
    await page.getByText('1 item was not imported').last().click()
    await expect(page.getByText('It is larger than 25 MB: 200 MB.').last()).toBeVisible()
  })

  await test.step('disconnecting removes the imported content', async () => {
    await page.goto(INTEGRATIONS)
    await card(page).getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Google Drive' })
    await dialog.getByRole('radio', { name: 'Remove' }).check()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(toasts(page)).toContainText('Google Drive integration disconnected')
    await expect(page.getByText('No connected integrations yet.')).toBeVisible()
    expect((await ask(page, workspace, 'Can a blanket be taken back after delivery?')).sources).toEqual([])
    expect(drive.counters.revoked).toBeGreaterThan(0)
  })
})

test('failures have specific messages, and revoked access is reported and renewed', async ({ page, drive }) => {
  await signUpWithWorkspace(page)
  help(drive)
  const recoverConnect = await refuse(page, 'integrations/connect', 'The service is unavailable.')
  await page.goto(`${INTEGRATIONS}?tab=available`)
  await button(page, 'Connect Google Drive').click()
  await expect(toasts(page)).toContainText('Failed to connect to Google Drive')
  await recoverConnect()
  await button(page, 'Connect Google Drive').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toasts(page).getByText('An error occurred during integration')).toBeVisible()

  await connect(page)
  await choose(page, 'Help center')
  await expect(toasts(page)).toContainText('Google Docs synced successfully')
  drive.revokeAll()
  await card(page).getByRole('button', { name: 'Sync' }).click()
  await expect(toasts(page)).toContainText('Failed to sync Google Docs')
  await expect(card(page)).toContainText('Inactive')
  await expect(card(page)).toContainText(
    'Google Drive no longer grants access. Connect it again. Imported content is still used for answers.',
  )
  await card(page).getByRole('button', { name: 'Connect again' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(card(page)).toContainText('Active')
  await expect(card(page)).toContainText('3 documents')

  const recoverDisconnect = await refuse(page, 'integrations/disconnect', 'The service is unavailable.')
  await card(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(toasts(page)).toContainText('Failed to disconnect Google Drive integration')
  await recoverDisconnect()
})

test('folders are browsed, searched and chosen, and the dialog is accessible', async ({ page, drive }) => {
  test.setTimeout(120_000)
  await signUpWithWorkspace(page)
  const { folder } = help(drive)
  drive.folder('Inner folder', { parents: [folder.id] })
  const team = drive.sharedDrive('Everybody in the workshop')
  drive.folder('Shifts', { parents: [team.id], driveId: team.id })
  await connect(page)
  const open = async () => {
    await page.goto(INTEGRATIONS)
    await card(page).getByRole('button', { name: 'Choose folders' }).click()
    await expect(page.getByRole('button', { name: 'Open My Drive' })).toBeVisible()
  }
  await checkScreen(page, 'Choose folders', open)
  await open()
  const dialog = page.getByRole('dialog', { name: 'Choose folders' })
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Open Everybody in the workshop' }).press('Enter')
  await expect(dialog.getByRole('checkbox', { name: /Shifts/ })).toBeVisible()
  await dialog.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name: 'Google Drive' }).click()
  await dialog.getByRole('button', { name: 'Open My Drive' }).click()
  await dialog.getByRole('button', { name: 'Open Help center' }).click()
  await expect(dialog.getByRole('checkbox', { name: /Inner folder/ })).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /Diary/ })).toHaveCount(0)
  await dialog.getByRole('searchbox').fill('diary')
  await dialog.getByRole('checkbox', { name: /Diary/ }).check()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(card(page)).toContainText('1 document')
})
