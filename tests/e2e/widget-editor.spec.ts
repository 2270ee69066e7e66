// Widgets and Share FAQ: what is edited shows in the preview at once, and where visitors meet it as soon as it is saved.
import type { FrameLocator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { operator } from '../support/app/operator-command.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'
import { openSection, saveWidget } from '../support/browser/widget-editor.ts'
import { addFaq, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const preview = (page: Page, title = 'Live preview') => page.frameLocator(`iframe[title="${title}"]`)
const heading = (where: Page | FrameLocator) => where.getByRole('heading', { level: 1 })
const header = (where: FrameLocator) => where.locator('.brand-header')
const styleOf = (where: FrameLocator, name: 'color' | 'backgroundImage' | 'backgroundColor') =>
  header(where).evaluate((element, name) => getComputedStyle(element)[name], name)

async function open(page: Page, path = '/widgets'): Promise<OwnWorkspace> {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Do you ship to Canada?', answer: 'Yes, within ten days.' })
  await page.goto(path)
  await expect(heading(preview(page))).toHaveText('Frequently Asked Questions')
  return workspace
}

const publicPage = async (page: Page, { subdomain }: OwnWorkspace) =>
  (await page.request.get(`/faq/${subdomain}`)).text()

test('every field is shown in the preview immediately, and to visitors after saving', async ({ page }) => {
  test.setTimeout(120_000)
  const workspace = await open(page)
  const frame = preview(page)

  await test.step('General', async () => {
    await openSection(page, 'General')
    await page.getByLabel('Widget heading').fill('Ask the weavers')
    await expect(heading(frame)).toHaveText('Ask the weavers')
    await page.getByLabel('Call to action').fill('By day and by night')
    await expect(frame.getByText('By day and by night')).toBeVisible()
    await expect(frame.getByText('Powered by')).toBeVisible()
    await page.getByRole('switch', { name: /Powered by/ }).click()
    await expect(frame.getByText('Powered by')).toHaveCount(0)
    await expect(page.getByLabel('Border width')).toHaveValue('6')
    await expect(page.getByLabel('Border color', { exact: true })).toHaveValue('#e5e7eb')
    await page.getByLabel('Border width').fill('99')
    expect(await publicPage(page, workspace)).not.toContain('Ask the weavers')
    await saveWidget(page)
    await expect(page.getByLabel('Border width')).toHaveValue('16')
    await expect.poll(() => publicPage(page, workspace)).toContain('Ask the weavers')
  })

  await test.step('Header: color, with its contrast fixed', async () => {
    await openSection(page, 'Header')
    await expect(page.getByLabel('Text color', { exact: true })).toHaveValue('#ffffff')
    await expect(page.getByLabel('Background color', { exact: true })).toHaveValue('#1f2937')
    await page.getByLabel('Background color', { exact: true }).fill('#fde68a')
    await expect.poll(() => styleOf(frame, 'backgroundColor')).toBe('rgb(253, 230, 138)')
    await expect(page.getByText('The text is hard to read on this background')).toContainText(
      'Visitors see dark text instead.',
    )
    await page.getByRole('button', { name: 'Use dark text' }).click()
    await expect(page.getByText('The text is hard to read')).toHaveCount(0)
    await expect(page.getByLabel('Text color', { exact: true })).toHaveValue('#12262e')
    await expect.poll(() => styleOf(frame, 'color')).toBe('rgb(18, 38, 46)')
    await page.getByLabel('Text color', { exact: true }).fill('nonsense')
    await button(page, 'Save').click()
    await expect(page.getByText('Please enter a color like #1f2937.')).toBeVisible()
    await expect(toasts(page)).toContainText('Failed to save widget settings')
    await page.getByLabel('Pick: Text color').fill('#ffffff')
  })

  await test.step('Header: gradient in eight directions, presets, an upload', async () => {
    await expect(page.getByRole('radio', { name: 'Solid Color' })).toBeChecked()
    await page.getByRole('radio', { name: 'Gradient' }).check()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('#1f2937')
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('#374151')
    await expect(page.getByRole('group', { name: 'Direction' }).getByRole('radio')).toHaveCount(8)
    await page.getByRole('radio', { name: 'To the bottom left' }).check()
    await expect.poll(() => styleOf(frame, 'backgroundImage')).toContain('linear-gradient(to left bottom')
    await page.getByRole('radio', { name: 'Image' }).check()
    await expect(page.getByRole('group', { name: 'Picture' }).getByRole('radio')).toHaveCount(10)
    await page.getByRole('radio', { name: 'Dunes' }).check()
    await expect.poll(() => styleOf(frame, 'backgroundImage')).toContain('/header-presets/dunes.svg')
    const input = page.getByLabel('Header image', { exact: true })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: svg })
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be read as an image' })).toBeVisible()
    await expect(toasts(page)).toContainText('Failed to upload logo or header image')
    const png = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#14532d' } })
      .png()
      .toBuffer()
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
    await expect(toasts(page)).toContainText('Header image uploaded successfully')
    await expect.poll(() => styleOf(frame, 'backgroundImage')).toContain('/files/brand-assets/')
    await saveWidget(page)
    await expect.poll(() => publicPage(page, workspace)).toContain('/files/brand-assets/')
  })

  await test.step('Branding, with two owners at the same time', async () => {
    await openSection(page, 'Branding')
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#7c2d12' } })
      .png()
      .toBuffer()
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: png })
    await expect(toasts(page)).toContainText('Logo uploaded successfully')
    await expect(header(frame).locator('img')).toBeVisible()
    await page.getByLabel('Brand name').fill('Loom & Co')
    await expect(header(frame).getByText('Loom & Co')).toBeVisible()
    await page.getByLabel('Website URL').fill('javascript:alert(1)')
    await button(page, 'Save').click()
    await expect(page.getByText('Please enter a valid URL')).toBeVisible()
    await page.getByLabel('Website URL').fill('loom.example')
    await page.getByLabel('LinkedIn URL').fill('https://www.linkedin.example/loom')
    await expect(frame.getByRole('link', { name: 'LinkedIn' })).toBeVisible()
    // Another user saves a different field at the same time: both values remain.
    await callInWorkspace(page, workspace, 'appearance/update', { social_twitter: 'https://x.example/loom' })
    await expect(page.getByLabel('Twitter URL')).toHaveValue('https://x.example/loom')
    await saveWidget(page)
    await expect(page.getByLabel('Website URL')).toHaveValue('https://loom.example')
    await expect.poll(() => publicPage(page, workspace)).toContain('Loom &amp; Co')
    expect(await publicPage(page, workspace)).toContain('https://x.example/loom')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(header(frame).locator('img')).toHaveCount(0)
    await saveWidget(page)
  })
})

test('the preview answers, stores nothing, and protects unsaved changes', async ({ page }) => {
  const workspace = await open(page)
  const frame = preview(page)
  await frame.getByRole('searchbox').fill('do you ship to canada')
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('region', { name: 'Answer' })).toContainText('Yes, within ten days.')
  const { items } = await callInWorkspace<{ items: unknown[] }>(page, workspace, 'questions/list')
  expect(items).toEqual([])

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => page.locator('iframe').evaluate((element) => element.clientWidth)).toBe(598)
  expect(
    await page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height),
  ).toBeGreaterThanOrEqual(600)
  await page.setViewportSize({ width: 1440, height: 480 })
  await expect
    .poll(() => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height), 'never lower')
    .toBe(600)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: 'Phone' }).check()
  await expect.poll(() => page.locator('iframe').evaluate((element) => element.clientWidth)).toBe(373)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')

  await openSection(page, 'General')
  await page.getByLabel('Widget heading').fill('Not yet')
  const elsewhere = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQs' })
  await elsewhere.click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Back to sections' }).click()
  await expect(heading(frame)).toHaveText('Not yet')
  await elsewhere.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/pages')

  await page.goto('/widgets')
  await expect(heading(frame)).toHaveText('Frequently Asked Questions')
  const end = await refuse(page, 'visitors/preview', 'Refused')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Preview Unavailable' })).toBeVisible()
  await expect(page.getByText('Unable to load workspace data.')).toBeVisible()
  await end()
})

test('selecting another workspace asks before unsaved changes are lost', async ({ page, app }) => {
  const { person } = await signUpWithWorkspace(page, 'Amber Goods')
  const args = ['--email', person.email, '--password', person.password, '--name', 'Birch Goods', '--free-access']
  await operator(app, args)
  const switcher = page.getByRole('button', { name: /^Workspace:/ })
  const choose = async (name: string) => {
    await switcher.click()
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  }
  await page.goto('/widgets?section=general')
  await expect(switcher).toContainText('Birch Goods')
  const field = page.getByLabel('Widget heading')
  await field.fill('Not yet')
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await choose('Amber Goods')
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await expect(leaving).toBeHidden()
  await expect(switcher).toContainText('Birch Goods')
  await expect(field).toHaveValue('Not yet')
  await choose('Amber Goods')
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(switcher).toContainText('Amber Goods')
  await expect(field).toHaveValue('')
})

test('the page is shared and the widget embedded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const { id, subdomain } = await open(page)
  await openSection(page, 'Share & Embed')
  await expect(page.getByRole('heading', { name: 'Embedded Widget Preview' })).toBeVisible()
  const url = await page.getByLabel('Public FAQ URL').inputValue()
  expect(url).toMatch(new RegExp(`/faq/${subdomain}$`))
  await page.getByRole('button', { name: 'Copy URL' }).click()
  await expect(toasts(page)).toContainText('URL copied to clipboard')
  expect(await clipboard()).toBe(url)
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  await copy.click()
  await expect(toasts(page)).toContainText('Code copied to clipboard')
  expect(await clipboard()).toMatch(
    new RegExp(
      `^<script async src="[^"]*/widget.js" data-workspace-id="${id}" data-border-width="6" data-border-color="#e5e7eb"></script>$`,
    ),
  )
  const code = page.getByRole('region', { name: 'Embed code' })
  for (const [place, words] of [
    ['React', 'useEffect'],
    ['WordPress', 'widget.js'],
    ['Shopify', 'widget.js'],
  ] as const) {
    await page.getByRole('tab', { name: place }).click()
    await expect(code).toContainText(words)
  }
  await page.getByRole('switch', { name: /pixels of height/ }).check()
  await expect(code).toContainText(/data-min-height="\d{3}"/)
  await page.getByRole('radio', { name: 'Floating button' }).check()
  await page.getByRole('radio', { name: 'Bottom left' }).check()
  await page.getByLabel('Button label').fill('Help?')
  await expect(code).toContainText('data-position="bottom-left" data-label="Help?"></script>')
  const preview = page.getByRole('region', { name: 'Embedded Widget Preview' })
  const backgroundOf = (name: string) =>
    preview.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await backgroundOf('Help?')).toBe('rgb(31, 41, 55)')
  await expect(preview.locator('iframe').contentFrame().getByRole('heading', { level: 1 })).toHaveCount(0)
  await page.getByRole('switch', { name: /Button in the color of your page/ }).uncheck()
  await expect(code).toContainText('data-label="Help?" data-color="#12262e"></script>')
  expect(await backgroundOf('Help?')).toBe('rgb(18, 38, 46)')

  await expect(page.getByText('Not detected yet.')).toBeVisible()
  await page.getByText('Its content security policy may block the widget.').click()
  await expect(page.getByText(`frame-src 'self' ${new URL(page.url()).origin}`)).toBeVisible()
  await page.request.get(`/widget/frame?workspace_id=${id}&page_url=https://shop.example/help`)
  await expect(page.getByText('The widget is installed.')).toBeVisible()
  await expect(page.getByText('https://shop.example/help')).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Share FAQ' }).click()
  await expect(page).toHaveURL('/faq-links')
  await expect(page.getByLabel('Public FAQ URL')).toHaveValue(url)
  await expect(page.getByRole('link', { name: 'Open' })).toHaveAttribute('href', url)
  const picture = await page.getByRole('img', { name: 'QR code of your FAQ page' }).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url)
  await page.getByRole('tab', { name: 'VS Code' }).click()
  const setup = await page.getByRole('region', { name: 'Configuration' }).textContent()
  expect(JSON.parse(setup ?? '')).toEqual({ servers: { [subdomain]: { type: 'http', url: `${url}/mcp` } } })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download SVG' }).click()
  expect((await downloading).suggestedFilename()).toBe(`faq-${subdomain}.svg`)
})

test('the editor and the share page are accessible', async ({ page }) => {
  test.setTimeout(240_000)
  await open(page)
  for (const [name, path] of [
    ['the header section', '/widgets?section=header'],
    ['Share & Embed', '/widgets?section=share'],
    ['Share FAQ', '/faq-links'],
  ] as const)
    await checkScreen(page, name, async () => {
      await page.goto(path)
      await expect(
        page.getByText(name === 'the header section' ? 'Text color' : 'Public FAQ URL').first(),
      ).toBeVisible()
    })
})

test('without published FAQs, the preview shows sample questions, also by category', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/widgets')
  await expect(page.getByText('With sample questions, until you publish a FAQ.')).toBeVisible()
  await preview(page).getByText('Can I return an order?').click()
  await expect(preview(page).getByText('Yes, within 30 days:')).toBeVisible()
  await addFaq(page, workspace, { question: 'Do you ship to Canada?', answer: 'Yes, within ten days.' })
  await expect(preview(page).getByText('Do you ship to Canada?')).toBeVisible()
  await expect(page.getByText('With sample questions')).toHaveCount(0)
})

test('the preview starts in the color scheme of the dashboard', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/widgets')
  await expect(preview(page).locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect(preview(page).locator('html')).toHaveAttribute('data-theme', 'light')
})
