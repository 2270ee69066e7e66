// Integrations without a mouse: connecting, choosing, syncing, reading the history and disconnecting.

import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { checkFocus, expectPlace, pickFrom, pressAt, tabTo, typeInto } from '../support/browser/keyboard.ts'
import { card, connect, expect, INTEGRATIONS, test } from '../support/notion/notion-browser.ts'
import { paragraph } from '../support/notion/notion-content.ts'

for (const width of [1440, 375])
  test(`a service is connected, chosen from, synced and disconnected with the keyboard, ${width} px wide`, async ({
    page,
    notion,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signUpWithWorkspace(page)
    notion.page('Warranty', [paragraph('Eleven years.')])
    notion.page('Delivery', [paragraph('Three days.')])
    notion.page('Nothing in it', [])
    await page.goto(INTEGRATIONS)
    await tabTo(page.getByRole('tab', { name: 'Connected (0)' }))
    await page.keyboard.press('ArrowRight')
    await pressAt(page.getByRole('button', { name: 'Use a token' }))
    const token = page.getByRole('dialog', { name: 'Connect Notion' })
    await expect(token.getByLabel('Token', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(token).toBeHidden()
    await expect(page.getByRole('button', { name: 'Use a token' })).toBeFocused()
    await page.keyboard.press('Enter')
    await typeInto(token.getByLabel('Token', { exact: true }), 'ntn_made_up')
    await page.keyboard.press('Enter')
    await expect(token.getByText('Notion does not accept this token.')).toBeVisible()
    await expect(token.getByLabel('Token', { exact: true })).toBeFocused()
    await typeInto(token.getByLabel('Token', { exact: true }), notion.internalToken())
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toContainText('Notion pages synced successfully')
    await expect(token).toBeHidden()
    await expectPlace(page)

    const choose = page.getByRole('dialog', { name: 'Choose pages' })
    await pressAt(card(page).getByRole('button', { name: 'Choose pages' }))
    await tabTo(choose.getByRole('radio', { name: 'Everything' }))
    await page.keyboard.press('ArrowRight')
    await expect(choose.getByRole('radio', { name: 'Only what I choose' })).toBeChecked()
    await typeInto(choose.getByRole('searchbox'), 'warr')
    await expect(choose.getByRole('checkbox')).toHaveCount(1)
    // Escape clears the search; what was chosen so far is not lost by it.
    await page.keyboard.press('Escape')
    await expect(choose.getByRole('searchbox')).toHaveValue('')
    await pressAt(choose.getByRole('checkbox', { name: /Warranty/ }), 'Space')
    await pressAt(choose.getByRole('button', { name: 'Remove Warranty' }), 'Enter', { back: true })
    await expectPlace(page)
    await pressAt(choose.getByRole('checkbox', { name: /Warranty/ }), 'Space')
    await pressAt(choose.getByRole('button', { name: 'Save and sync' }))
    await expect(choose).toBeHidden()
    await expect(card(page).getByRole('button', { name: 'Choose pages' })).toBeFocused()
    await expect(card(page)).toContainText('1 page')

    const sync = card(page).getByRole('button', { name: 'Sync', exact: true })
    await pressAt(sync)
    await page.keyboard.press('Enter')
    await expect(sync).toBeEnabled()
    await expect(sync).toBeFocused()
    await pickFrom(card(page).getByRole('combobox'), 'never')
    await tabTo(page.getByRole('tab', { name: 'Connected (1)' }), { back: true })
    await page.keyboard.press('End')
    await expect(page.getByRole('heading', { name: 'No webhook endpoints yet' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await pressAt(page.getByText('1 item was not imported').last())
    await expect(page.getByText('It is empty.').last()).toBeVisible()
    await tabTo(page.getByRole('tab', { name: 'Sync History' }), { back: true })
    await page.keyboard.press('Home')

    const dialog = page.getByRole('dialog', { name: 'Disconnect Notion' })
    const disconnect = card(page).getByRole('button', { name: 'Disconnect' })
    await pressAt(disconnect)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(disconnect).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(dialog.getByRole('radio', { name: 'Keep' }))
    await page.keyboard.press('ArrowRight')
    await checkFocus(page)
    await pressAt(dialog.getByRole('button', { name: 'Disconnect' }))
    await expect(page.getByText('No connected integrations yet.')).toBeVisible()
    await expectPlace(page)
  })

test('pressing twice connects once, and the button works after going back', async ({ page, notion }) => {
  await signUpWithWorkspace(page)
  notion.page('A page', [paragraph('It says something.')])
  let begun = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/rpc/integrations/connect')) begun += 1
  })
  // The provider takes its time: the button does not look as if nothing had been pressed.
  await page.route(`${notion.url}/**`, (route) => route.fulfill({ status: 204 }))
  await page.goto(`${INTEGRATIONS}?tab=available`)
  const button = page.getByRole('button', { name: 'Connect Notion' })
  const answered = page.waitForResponse('**/api/rpc/integrations/connect')
  await pressAt(button)
  await answered
  await page.keyboard.press('Enter')
  await expect(button).toBeDisabled()
  await expect(button).toBeFocused()
  expect(begun).toBe(1)
  await page.evaluate(() => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button).toBeEnabled()
  await page.unroute(`${notion.url}/**`)
  await connect(page)
})
