// The brand of a page: presets, accent, tint, corners, font and the owner's own rules, in the preview and for visitors.
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button } from '../support/browser/dashboard.ts'
import { saveWidget } from '../support/browser/widget-editor.ts'
import { addFaq, callInWorkspace } from '../support/content/workspace-content.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="Live preview"]')
const preset = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, section: string): Promise<OwnWorkspace> {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Do you ship to Canada?', answer: 'Yes, within [ten days](/days).' })
  await page.goto(`/widgets?section=${section}`)
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible()
  return workspace
}

const styleOf = (place: Locator, name: 'backgroundColor' | 'borderRadius' | 'fontFamily' | 'color') =>
  place.evaluate((element, name) => getComputedStyle(element)[name], name)
const sendOf = (place: Page | FrameLocator) => place.locator('.send')

test('a preset changes the style of preview and page: accent, corners, tint and a font from this server', async ({
  page,
}) => {
  const workspace = await open(page, 'style')
  const frame = preview(page)
  await expect(preset(page, 'Classic')).toHaveAttribute('aria-pressed', 'true')
  await preset(page, 'Orchard').click()
  await expect(preset(page, 'Orchard')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => styleOf(sendOf(frame), 'backgroundColor')).toBe('rgb(29, 122, 76)')
  expect(await styleOf(sendOf(frame), 'borderRadius')).toBe('17px')
  await page.getByRole('radio', { name: 'Small' }).check()
  await expect.poll(() => styleOf(sendOf(frame), 'borderRadius')).toBe('4px')
  await page.getByRole('radio', { name: 'Square' }).check()
  await expect.poll(() => styleOf(sendOf(frame), 'borderRadius')).toBe('0px')
  await expect(preset(page, 'Orchard')).toHaveAttribute('aria-pressed', 'false')
  await saveWidget(page)

  const font = page.waitForResponse(/\/brand-fonts\/atkinson-latin-[\d-]+\.woff2$/)
  await page.goto(`/faq/${workspace.subdomain}`)
  expect((await font).headers()['cache-control']).toContain('immutable')
  expect(await page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Brand'))")).toBe(true)
  expect(await styleOf(page.locator('html'), 'fontFamily')).toMatch(/^Brand, /)
  expect(await styleOf(sendOf(page), 'backgroundColor')).toBe('rgb(29, 122, 76)')
  expect(await styleOf(sendOf(page), 'borderRadius')).toBe('0px')
  await checkScreen(page, 'branded page', async () => {
    await page.goto(`/faq/${workspace.subdomain}`)
    await page.locator('summary').click()
  })
})

test('an unreadable accent is adjusted, and the editor shows the new color', async ({ page }) => {
  const workspace = await open(page, 'style')
  await page.getByLabel('Accent color', { exact: true }).fill('#fde047')
  const notice = page.getByText('Adjusted to be readable').locator('..')
  await expect(notice.getByRole('listitem')).toHaveText([
    /Buttons on light pages.*#fde047/,
    /Links on light pages.*#fde047/,
  ])
  const shown = (await notice.getByRole('listitem').first().textContent())?.match(/→\s*(#\w{6})/)?.[1] ?? ''
  await checkScreen(page, 'style section', () => expect(notice).toBeVisible())
  await saveWidget(page)
  const { body } = { body: await (await page.request.get(`/faq/${workspace.subdomain}`)).text() }
  expect(body).toContain(`--brand:light-dark(${shown},#fde047)`)
  await page.getByRole('button', { name: 'Use the header’s color' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByLabel('Accent color', { exact: true })).toHaveValue('')
})

test('the preview shows the page, the widget or the button, on a desktop and a phone, by keyboard', async ({
  page,
}) => {
  await open(page, 'style')
  const panel = page.getByRole('region', { name: 'Live preview' })
  await panel.getByRole('radio', { name: 'Page' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByRole('radio', { name: 'Widget' })).toBeChecked()
  await expect(preview(page).locator('.page.frame')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const launch = panel.getByRole('button', { name: 'Help' })
  await expect(launch).toHaveAttribute('aria-expanded', 'true')
  await expect(preview(page).locator('.page.in-panel .search-box')).toBeVisible()
  await expect(preview(page).locator('.brand-header')).toHaveCount(0)
  await panel.getByRole('radio', { name: 'Phone' }).check()
  await panel.getByRole('radio', { name: 'Dark' }).check()
  await launch.focus()
  await page.keyboard.press('Enter')
  await expect(panel.locator('iframe')).toBeHidden()
  await page.keyboard.press('Enter')
  await preview(page).locator('summary').click()
  await expect(preview(page).getByText('Yes, within')).toBeVisible()
  await checkScreen(page, 'preview of the button', () => expect(launch).toBeVisible())
})

test("the owner's CSS rules apply inside the page, and refused ones show a reason", async ({ page }) => {
  const workspace = await open(page, 'css')
  const field = page.getByLabel('Style sheet')
  await field.fill('.faq h2 { color: red }\n.brand-header { background: url(https://evil.example/x.png) }')
  await button(page, 'Save').click()
  await expect(page.getByText('Line 2: url() is not allowed.')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('body { --brand: #123456 }\n.faq h2 { color: rgb(1, 2, 3) }')
  const heading = preview(page).locator('.faq h2')
  await expect.poll(() => styleOf(heading, 'color')).toBe('rgb(1, 2, 3)')
  await field.fill('.faq h2 { color: rgb(1, 2, 3) }\n@page { margin: 0 }')
  await expect(page.getByText('Line 2: @page is not allowed.')).toBeVisible()
  await expect.poll(() => styleOf(heading, 'color')).toBe('rgb(1, 2, 3)')
  await field.fill('body { --brand: #123456 }\n.faq h2 { color: rgb(1, 2, 3) }')
  await saveWidget(page)
  await expect(field).toHaveValue('.page {\n  --brand: #123456;\n}\n\n.page .faq h2 {\n  color: #010203;\n}\n')
  await expect.poll(() => styleOf(heading, 'color')).toBe('rgb(1, 2, 3)')
  await page.goto(`/faq/${workspace.subdomain}`)
  await expect.poll(() => styleOf(page.locator('.faq h2'), 'color')).toBe('rgb(1, 2, 3)')
  expect(await styleOf(sendOf(page), 'backgroundColor')).toBe('rgb(18, 52, 86)')
})

test('a dark header shows its own logo, and the browser tab its icon', async ({ page }) => {
  const workspace = await open(page, 'branding')
  const [logo_url, logo_dark_url, favicon_url] = ['dunes', 'tide', 'orbit'].map((name) => `/header-presets/${name}.svg`)
  await callInWorkspace(page, workspace, 'appearance/update', { logo_url, logo_dark_url, favicon_url })
  const shown = async () => {
    await page.goto(`/faq/${workspace.subdomain}`)
    return page.locator('.brand-header img').getAttribute('src')
  }
  expect(await shown()).toBe(logo_dark_url)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', favicon_url ?? '')
  await callInWorkspace(page, workspace, 'appearance/update', {
    header_bg_color: '#ffffff',
    header_text_color: '#111111',
  })
  await expect.poll(shown).toBe(logo_url)
})
