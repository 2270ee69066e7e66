// Two owners edit the same appearance field: neither change is overwritten silently.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button } from '../support/browser/dashboard.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'

const heading = (page: Page) => page.getByLabel('Widget heading')
const said = (page: Page) => page.getByText('Another user has changed this. It is “Theirs” now.')

/** The other owner. */
const change = (page: Page, workspace: OwnWorkspace) =>
  callInWorkspace(page, workspace, 'appearance/update', { widget_heading: 'Theirs' })
const stored = async (page: Page, workspace: OwnWorkspace) =>
  (await callInWorkspace<{ widget_heading: string }>(page, workspace, 'appearance/get')).widget_heading

test("another owner's change is shown beside the field before it is overwritten", async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/widgets?section=general')
  await heading(page).fill('Mine')
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await change(page, workspace)
  await expect(said(page)).toBeVisible()
  await expect(heading(page)).toHaveValue('Mine')
  await expect(page.getByText('Not saved yet. Saving overwrites the change of another user.')).toBeVisible()
  await checkScreen(page, 'changed meanwhile', () => expect(said(page)).toBeVisible())
  await button(page, 'Save').click()
  await expect(page.getByText('Widget settings saved successfully').last()).toBeVisible()
  await expect(said(page)).toHaveCount(0)
  expect(await stored(page, workspace)).toBe('Mine')
  // A saved change of one's own is not reported as another user's.
  await heading(page).fill('Mine again')
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await expect(said(page)).toHaveCount(0)
})

test.describe('a save before the page received the other change', () => {
  test.use({ expectedErrors: [[/net::ERR_FAILED/, /status of 409/], { scope: 'test' }] })

  test('overwrites nothing, reports it, and succeeds on a second request', async ({ page }) => {
    await page.route('**/api/events*', (route) => route.abort())
    const { workspace } = await signUpWithWorkspace(page)
    await page.goto('/widgets?section=general')
    await heading(page).fill('Mine')
    await change(page, workspace)
    await button(page, 'Save').click()
    await expect(said(page)).toBeVisible()
    await expect(heading(page)).toHaveValue('Mine')
    expect(await stored(page, workspace)).toBe('Theirs')
    await button(page, 'Save').click()
    await expect.poll(() => stored(page, workspace)).toBe('Mine')
    await expect(said(page)).toHaveCount(0)
  })
})
