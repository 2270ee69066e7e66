// Notion from connecting to disconnecting, over a fake that speaks its protocol.
import type { Page } from '@playwright/test'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { card, connect, expect, INTEGRATIONS, test } from '../support/notion/notion-browser.ts'
import { paragraph } from '../support/notion/notion-content.ts'

/** Returns the answer of a question with its source. */
async function ask(page: Page, { subdomain }: OwnWorkspace, question: string) {
  const response = await page.request.post('/api/public/ask', { data: { subdomain, question } })
  return (await response.json()) as { answer: string; sources: { title: string; url: string | null }[] }
}

test('Notion is connected, synced again after a change and a deletion, and disconnected', async ({ page, notion }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const returns = notion.page('Returns of blankets', [
    paragraph('A blanket that does not please is taken back within thirty days of its delivery.'),
  ])
  const darning = notion.page('Darning service', [
    paragraph('Holes made by moths are darned in our workshop for free.'),
  ])

  await test.step('the card of the Knowledge Base links to available services', async () => {
    await page.goto('/knowledge')
    for (const [name, path] of [
      ['Widgets', '/widgets'],
      ['Share FAQ', '/faq-links'],
      ['Integrations', INTEGRATIONS],
    ] as const)
      await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name })).toHaveAttribute(
        'href',
        path,
      )
    await page.getByRole('link', { name: 'Notion' }).click()
    await expect(page).toHaveURL(/\/dashboard\/integrations\?tab=available$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integrations')
    await expect(page.getByText('Connect external services to import and sync your FAQ content')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Connected (0)' })).toBeVisible()
  })

  await test.step('Notion is connected and imported', async () => {
    await page.getByRole('button', { name: 'Connect Notion' }).click()
    await expect(page.getByRole('heading', { name: 'Answerloom wants to connect' })).toBeVisible()
    await page.getByRole('link', { name: 'Allow access' }).click()
    await expect(page).toHaveURL(/\/dashboard\/integrations\?tab=connected$/)
    await expect(page.getByRole('tab', { name: 'Connected (1)' })).toBeVisible()
    await expect(card(page)).toContainText('Active')
    await expect(card(page)).toContainText('Woven Notes')
    await expect(toasts(page)).toContainText('Notion pages synced successfully')
    await expect(card(page)).toContainText('2 pages')
  })

  await test.step('the answer cites the page, which visitors can open', async () => {
    const { answer, sources } = await ask(page, workspace, 'Can a blanket be taken back after delivery?')
    expect(answer).toContain('thirty days')
    expect(sources[0]).toMatchObject({ title: 'Returns of blankets' })
    const visitor = await page.context().newPage()
    await visitor.goto(`/faq/${workspace.subdomain}`)
    await visitor.getByRole('searchbox').or(visitor.getByRole('textbox')).first().fill('Can a blanket be taken back?')
    await visitor.keyboard.press('Enter')
    const link = visitor.getByRole('link', { name: /Returns of blankets/ }).first()
    await expect(link).toHaveAttribute('href', new RegExp(`/faq/${workspace.subdomain}/sources/returns-of-blankets-`))
    await visitor.close()
  })

  await test.step('a second sync handles one changed and one deleted page', async () => {
    notion.edit(returns, [
      paragraph('A blanket that does not please is taken back within ninety days of its delivery.'),
    ])
    darning.trashed = true
    await card(page).getByRole('button', { name: 'Sync' }).click()
    await expect(toasts(page).getByText('Notion pages synced successfully').last()).toBeVisible()
    await expect(card(page)).toContainText('1 page')
    expect((await ask(page, workspace, 'Can a blanket be taken back after delivery?')).answer).toContain('ninety days')
    const { sources } = await ask(page, workspace, 'Are holes made by moths darned for free?')
    expect(sources.map(({ title }) => title)).not.toContain('Darning service')
  })

  await test.step('the history shows both syncs', async () => {
    await page.getByRole('tab', { name: 'Sync History' }).click()
    const rows = page.getByRole('table', { name: 'Sync History' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    const counts = (row: number) => rows.nth(row).getByRole('cell').allTextContents()
    await expect(rows.nth(1)).toContainText('Completed')
    expect((await counts(1)).slice(3)).toEqual(['0', '1', '1', '0', '0'])
    expect((await counts(2)).slice(3)).toEqual(['2', '0', '0', '0', '0'])
  })

  await test.step('the card of the Knowledge Base links to connected services', async () => {
    await page.goto('/knowledge')
    const link = page.getByRole('main').getByRole('link', { name: 'Notion' })
    await expect(link).toHaveAttribute('href', '/dashboard/integrations?tab=connected')
    await link.click()
  })

  await test.step('Sync Content syncs Notion too', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Sync Content' }).click()
    await expect(toasts(page)).toContainText('1 connected service will be read again.')
  })

  await test.step('disconnecting removes the imported content', async () => {
    await page.goto(INTEGRATIONS)
    await card(page).getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Notion' })
    await expect(dialog.getByRole('radio', { name: 'Keep' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Remove' }).check()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(toasts(page)).toContainText('Notion integration disconnected')
    await expect(page.getByText('No connected integrations yet.')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Connected (0)' })).toBeVisible()
    const { sources } = await ask(page, workspace, 'Can a blanket be taken back after delivery?')
    expect(sources).toEqual([])
    expect(notion.counters.revoked).toBeGreaterThan(0)
  })
})

test('denied consent and other errors are reported', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto(`${INTEGRATIONS}?tab=available`)
  await page.getByRole('button', { name: 'Connect Notion' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toasts(page).getByText('Integration Error')).toBeVisible()
  await expect(toasts(page).getByText('An error occurred during integration')).toBeVisible()
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(INTEGRATIONS)
  await expect(page.getByText('No connected integrations yet.')).toBeVisible()
})

test('a revoked token makes the connection inactive, and connecting again continues', async ({ page, notion }) => {
  await signUpWithWorkspace(page)
  notion.page('Another page', [paragraph('It says something else.')])
  await connect(page)
  notion.revokeAll()
  await card(page).getByRole('button', { name: 'Sync' }).click()
  await expect(toasts(page)).toContainText('Failed to sync Notion pages')
  await expect(card(page)).toContainText('Inactive')
  await expect(card(page)).toContainText(
    'Notion no longer grants access. Connect it again. Imported content is still used for answers.',
  )
  await card(page).getByRole('button', { name: 'Connect again' }).click()
  await page.getByRole('link', { name: 'Allow access' }).click()
  await expect(card(page)).toContainText('Active')
  await expect(card(page).getByRole('button', { name: 'Sync' })).toBeEnabled()
})

test('pages are chosen by name, and an internal token is accepted', async ({ page, notion }) => {
  await signUpWithWorkspace(page)
  notion.page('Chosen: warranty', [paragraph('Eleven years.')])
  notion.page('Chosen: delivery', [paragraph('Three days.')])
  await page.goto(`${INTEGRATIONS}?tab=available`)
  await page.getByRole('button', { name: 'Use a token' }).click()
  const token = page.getByRole('dialog', { name: 'Connect Notion' })
  await token.getByRole('button', { name: 'Connect' }).click()
  await expect(token.getByText('Please enter a token.')).toBeVisible()
  await token.getByLabel('Token', { exact: true }).fill('ntn_made_up')
  await token.getByRole('button', { name: 'Connect' }).click()
  await expect(token.getByText('Notion does not accept this token.')).toBeVisible()
  await token.getByLabel('Token', { exact: true }).fill(notion.internalToken())
  await token.getByRole('button', { name: 'Connect' }).click()
  await expect(toasts(page)).toContainText('Notion pages synced successfully')

  await card(page).getByRole('button', { name: 'Choose pages' }).click()
  const choose = page.getByRole('dialog', { name: 'Choose pages' })
  await choose.getByRole('radio', { name: 'Only what I choose' }).check()
  await expect(choose.getByRole('button', { name: 'Save and sync' })).toBeDisabled()
  await choose.getByRole('searchbox').fill('chosen:')
  await choose.getByRole('checkbox', { name: /Chosen: warranty/ }).check()
  await choose.getByRole('button', { name: 'Save and sync' }).click()
  await expect(choose).toBeHidden()
  await expect(card(page)).toContainText('1 page')
  await page.goto('/knowledge?kind=notion')
  await expect(page.getByText('Chosen: warranty')).toBeVisible()
  await expect(page.getByText('Chosen: delivery')).toBeHidden()
})
