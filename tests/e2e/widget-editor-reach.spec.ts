// Saved settings of the editor apply to the next visitor, on the help page and in a widget on another website.
import type { FrameLocator, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { openSection, saveWidget } from '../support/browser/widget-editor.ts'
import { addFaq } from '../support/content/workspace-content.ts'
import { type HostSite, startHostSite } from '../support/websites/host-site.ts'

const test = base.extend<object, { site: HostSite }>({
  site: [
    async ({ database: _ }, use) => {
      const site = await startHostSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
})

const picture = (background: string) =>
  sharp({ create: { width: 80, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

const headerOf = (where: Page | FrameLocator) => where.locator('.brand-header')
const styleOf = (header: Locator) =>
  header.evaluate((element) => {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(element)
    return { color, backgroundColor, backgroundImage }
  })

test('every saved field is applied on the page and in a widget on another site', async ({
  page,
  newPerson,
  app,
  site,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Do you ship to Canada?', answer: 'Yes, within ten days.' })
  const visitor = await newPerson()
  /** Opens the visitor's page once, right after the save was confirmed. */
  const openPage = async () => {
    await visitor.goto(`/faq/${workspace.subdomain}`)
    return headerOf(visitor)
  }
  /** The tag is what the editor gives to copy at this moment. */
  const openWidget = async () => {
    const address = new URL(page.url())
    await openSection(page, 'Share & Embed')
    const tag = await page.getByRole('region', { name: 'Embed code' }).textContent()
    site.put('/shop', { body: `<h1>A shop</h1>${tag}` })
    await page.goto(address.pathname + address.search)
    await visitor.goto(`${site.origin}/shop`)
    await expect(visitor.frameLocator('iframe').locator('summary').first()).toBeVisible()
    return headerOf(visitor.frameLocator('iframe'))
  }

  await test.step('General', async () => {
    await page.goto('/widgets?section=general')
    await page.getByLabel('Widget heading').fill('Ask the weavers')
    await page.getByLabel('Call to action').fill('By day and by night')
    await page.getByRole('switch', { name: /Powered by/ }).click()
    await page.getByLabel('Border width').fill('9')
    await page.getByLabel('Border color', { exact: true }).fill('#14532d')
    await saveWidget(page)
    for (const [open, where] of [
      [openPage, visitor],
      [openWidget, visitor.frameLocator('iframe')],
    ] as const) {
      const header = await open()
      await expect(header.getByRole('heading', { level: 1 })).toHaveText('Ask the weavers')
      await expect(header.getByText('By day and by night')).toBeVisible()
      await expect(where.getByText('Powered by')).toHaveCount(0)
    }
    const border = await visitor.locator('iframe').evaluate((element) => {
      const { borderTopWidth, borderLeftColor } = getComputedStyle(element)
      return [borderTopWidth, borderLeftColor]
    })
    expect(border).toEqual(['9px', 'rgb(20, 83, 45)'])
  })

  await test.step('Header: color, gradient, preset, upload', async () => {
    await page.goto('/widgets?section=header')
    await page.getByLabel('Text color', { exact: true }).fill('#fefce8')
    await page.getByLabel('Background color', { exact: true }).fill('#7f1d1d')
    await saveWidget(page)
    const inColor = { color: 'rgb(254, 252, 232)', backgroundColor: 'rgb(127, 29, 29)', backgroundImage: 'none' }
    for (const open of [openPage, openWidget]) expect(await styleOf(await open())).toEqual(inColor)

    await page.getByRole('radio', { name: 'Gradient' }).check()
    await page.getByLabel('From', { exact: true }).fill('#164e63')
    await page.getByLabel('To', { exact: true }).fill('#312e81')
    await page.getByRole('radio', { name: 'To the top right' }).check()
    await saveWidget(page)
    for (const open of [openPage, openWidget])
      expect((await styleOf(await open())).backgroundImage).toBe(
        'linear-gradient(to right top, rgb(22, 78, 99), rgb(49, 46, 129))',
      )

    await page.getByRole('radio', { name: 'Image' }).check()
    await page.getByRole('radio', { name: 'Dunes' }).check()
    await saveWidget(page)
    for (const open of [openPage, openWidget])
      expect((await styleOf(await open())).backgroundImage).toContain(`url("${app.url}/header-presets/dunes.svg")`)

    await page
      .getByLabel('Header image', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture('#14532d') })
    await expect(toasts(page)).toContainText('Header image uploaded successfully')
    for (const open of [openPage, openWidget]) {
      const [, address = ''] = /url\("(.*)"\)/.exec((await styleOf(await open())).backgroundImage) ?? []
      expect(address).toMatch(/\/files\/brand-assets\/.*\/header-.*\.webp$/)
      expect((await visitor.request.get(address)).status()).toBe(200)
    }
  })

  await test.step('Branding', async () => {
    await page.goto('/widgets?section=branding')
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: await picture('#7c2d12') })
    await expect(toasts(page)).toContainText('Logo uploaded successfully')
    await page.getByLabel('Brand name').fill('Loom & Co')
    await page.getByLabel('Website URL').fill('loom.example')
    await page.getByLabel('Twitter URL').fill('x.example/loom')
    await page.getByLabel('Facebook URL').fill('f.example/loom')
    await page.getByLabel('LinkedIn URL').fill('l.example/loom')
    await saveWidget(page)
    const linksOf = (header: Locator) =>
      header.getByRole('link').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    const look = async (header: Locator) => {
      await expect(header.getByText('Loom & Co')).toBeVisible()
      const logo = header.locator('img')
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(80)
      return linksOf(header)
    }
    const social = ['https://x.example/loom', 'https://f.example/loom', 'https://l.example/loom']
    expect(await look(await openPage())).toEqual(['https://loom.example/', ...social])
    expect(await look(await openWidget()), 'social links are the page’s alone').toEqual(['https://loom.example/'])
    await page.getByRole('button', { name: 'Remove' }).click()
    await saveWidget(page)
    for (const open of [openPage, openWidget]) await expect((await open()).locator('img')).toHaveCount(0)
  })
})

test('a reload or a closed tab asks before unsaved changes are lost', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/widgets?section=general')
  const field = page.getByLabel('Widget heading')
  const answers: string[] = []
  page.on('dialog', async (dialog) => {
    answers.push(dialog.type())
    await dialog.dismiss()
  })
  // Browsers ask only those who have done something on the page.
  await field.click()
  await page.keyboard.type('Not yet')
  // The browser answers a refused reload with nothing, so that there is no load to wait for.
  await page.evaluate(() => location.reload())
  await expect.poll(() => answers).toEqual(['beforeunload'])
  await expect(field).toHaveValue('Not yet')
  await saveWidget(page)
  await page.reload()
  expect(answers, 'nothing is asked where nothing is lost').toEqual(['beforeunload'])
  await expect(field).toHaveValue('Not yet')
})

test('the public address is shown whole on a phone', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/faq-links')
  const cutOff = await page
    .getByLabel('Public FAQ URL')
    .evaluate((field) => field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight)
  expect(cutOff).toBe(false)
})
