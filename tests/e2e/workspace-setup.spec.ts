// The workspace setup: busy button, logo, files that are not images, and a website that cannot be read.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUp } from '../support/browser/browser-people.ts'
import { hold } from '../support/content/shop.ts'
import { refuse } from '../support/content/workspace-content.ts'
import { startWebSite, type WebSite } from '../support/websites/web-site.ts'

const test = base.extend<object, { site: WebSite; serverEnv: Record<string, string> }>({
  site: [
    async ({ database: _any }, use) => {
      const site = await startWebSite({})
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ site }, use) => use({ OUTBOUND_ALLOW_HOSTS: site.host }), { scope: 'worker' }],
})

const toastsOf = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('before the first workspace, the user sees who is signed in, and can sign out', async ({ page }) => {
  const { email } = await signUp(page)
  await page.goto('/workspace-setup')
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
})

test('a website whose crawl fails is not announced as being crawled', async ({ page, site }) => {
  await signUp(page)
  const fails = Promise.withResolvers<void>()
  site.pages.set('/', { status: 500, after: fails.promise })
  await page.goto('/workspace-setup')
  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill(site.url)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  // A toast stays as long as the pointer is on it.
  await toastsOf(page).getByText('Crawling Website').hover()
  fails.resolve()
  await expect(page.getByRole('list', { name: 'Content being read' })).toContainText(site.url)
  await expect(toastsOf(page)).not.toContainText('Crawling Website')
})

test('a workspace is created with its logo, and the button shows the progress', async ({ page, site }) => {
  site.pages.set('/', { hangs: true })
  await signUp(page)
  await page.goto('/workspace-setup')
  await expect(page.getByText('PNG/JPG up to 10MB')).toBeVisible()
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByRole('alert')).toHaveText('This file type is not supported. PNG/JPG up to 10MB')
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText('This file cannot be read as an image. PNG/JPG up to 10MB')
  const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('img', { name: 'The chosen logo' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()

  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill(site.url)
  const create = await hold(page, '**/api/rpc/workspaces/create')
  const list = await hold(page, '**/api/rpc/workspaces/list')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByRole('button', { name: 'Creating workspace...' })).toBeVisible()
  create()
  await expect(page.getByRole('button', { name: 'Crawling website....' })).toBeVisible()
  list()
  const toasts = toastsOf(page)
  await expect(toasts).toContainText('Workspace created successfully!')
  await expect(toasts).toContainText('Crawling Website')
  await expect(toasts).toContainText("We're crawling your website pages. This may take a few minutes...")
  await expect(page).toHaveURL('/dashboard')

  const shown = page.getByRole('button', { name: /^Workspace: Woven Goods/ }).locator('img')
  await expect(shown).toHaveAttribute('src', /^\/files\/brand-assets\/.*\/logo-.*\.webp$/)
  const picture = await page.request.get((await shown.getAttribute('src')) ?? '')
  expect(picture.status()).toBe(200)
  expect(await sharp(await picture.body()).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 })
})

test('a workspace is created even if its logo fails to upload', async ({ page }) => {
  await signUp(page)
  await page.goto('/workspace-setup')
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill('woven.example.test')
  await refuse(page, 'appearance/uploadPicture', 'The service is unavailable.')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByText('Failed to upload logo or header image').first()).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('a workspace that could not be opened is not created again', async ({ page }) => {
  await signUp(page)
  await page.goto('/workspace-setup')
  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill('woven.example.test')
  let creations = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/rpc/workspaces/create')) creations += 1
  })
  const answers = await refuse(page, 'workspaces/list', 'The list could not be loaded.')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByText('Workspace created successfully!').first()).toBeVisible()
  const said = page.getByRole('heading', { name: '“Woven Goods” was created' })
  await expect(said).toBeVisible()
  await expect(page.getByText('The list could not be loaded.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Workspace' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(said).toBeVisible()

  await answers()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: /^Workspace: Woven Goods/ })).toBeVisible()
  expect(creations).toBe(1)
})

test('the failure to open a workspace is perceivable and fits the screen', async ({ page }) => {
  await signUp(page)
  await page.goto('/workspace-setup')
  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill('woven.example.test')
  await refuse(page, 'workspaces/list', 'The list could not be loaded.')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  const said = page.getByRole('heading', { name: '“Woven Goods” was created' })
  await checkScreen(page, 'created, not opened', () => expect(said).toBeVisible())
})
