// The header as a workspace dresses it: every background, nothing that moves, nothing that cannot be read.
import type { Page } from '@playwright/test'
import { HEADER_PRESETS } from '../../src/features/appearance/contract.ts'
import { problemsOf } from '../support/accessibility.ts'
import { call, newTenant, restOf } from '../support/http-client.ts'
import { changesOf, shiftsOf, untilAlive, watchLoading } from '../support/page-watch.ts'
import { expect, FAQS, questions, test } from '../support/shop.ts'

const background = (page: Page) =>
  page.locator('.brand-header').evaluate((header) => getComputedStyle(header).backgroundImage)

const SOCIAL = {
  social_twitter: 'x.example/woven',
  social_facebook: 'f.example/woven',
  social_linkedin: 'l.example/woven',
}
const DRESSES = [
  { header_bg_type: 'color', header_bg_color: '#f4e9d8', header_text_color: '#5a2230' },
  { header_bg_type: 'color', header_bg_color: '#ffffff', header_text_color: '#ffffff' },
  {
    header_bg_type: 'gradient',
    header_bg_gradient_from: '#5a2230',
    header_bg_gradient_to: '#2c1222',
    header_bg_gradient_direction: 'to-tl',
  },
  ...HEADER_PRESETS.slice(0, 2).map(({ url }) => ({ header_bg_type: 'image', header_bg_image_url: url })),
]

test('every background is shown, moves nothing and can be read', async ({ page, app }) => {
  const tenant = await newTenant(app)
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const items = FAQS.map((faq) => ({ ...faq, status: 'published' }))
  await restOf(app, tenant)('/faqs/import', { body: { items } })
  await call(app, 'appearance/update', { ...SOCIAL, header_text_color: '#ffffff' }, headers)
  await watchLoading(page)
  let before = ''
  for (const dress of DRESSES) {
    await call(app, 'appearance/update', dress, headers)
    await expect(async () => {
      await page.goto(`/faq/${tenant.subdomain}`)
      const style = await page.locator('head style').textContent()
      expect(style).not.toBe(before)
      before = style ?? ''
    }).toPass()
    await untilAlive(page)
    const image = await background(page)
    if (dress.header_bg_type === 'color') expect(image).toBe('none')
    if (dress.header_bg_type === 'gradient') expect(image).toContain('linear-gradient(to left top')
    if ('header_bg_image_url' in dress) expect(image).toContain(`${app.url}${dress.header_bg_image_url}`)
    expect([await changesOf(page), await shiftsOf(page)]).toEqual([[], []])
    expect(await problemsOf(page)).toEqual([])
  }
  const links = page.getByRole('list', { name: 'Social media' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    Object.values(SOCIAL).map((address) => `https://${address}`),
  )
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    )
  }

  const words = { widget_heading: 'Ask the weavers', widget_call_to_action: 'By day and by night' }
  await call(app, 'appearance/update', { ...words, widget_show_powered_by: false, name: 'Loom & Co' }, headers)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the weavers', { timeout: 200 })
  }).toPass()
  await expect(page.getByText('By day and by night')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Loom & Co')).toBeVisible()
  await expect(page.getByText('Powered by')).toHaveCount(0)
  await expect(questions(page)).toHaveCount(FAQS.length)
})
