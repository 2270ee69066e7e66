// The header as a workspace dresses it: every background, nothing that moves, nothing that cannot be read.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { HEADER_PRESETS } from '../../src/features/appearance/contract.ts'
import { problemsOf, sidewaysScroll } from '../support/browser/accessibility.ts'
import { changesOf, shiftsOf, untilAlive, watchLoading } from '../support/browser/page-changes.ts'
import { expect, FAQS, questions, test } from '../support/content/shop.ts'
import { call, newTenant, restOf } from '../support/network/http-client.ts'

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

test('every background is shown, is readable and moves nothing', async ({ page, app }) => {
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
    expect(await sidewaysScroll(page)).toBe(0)
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

/** Direction to the blue end of each gradient: positive is right and down. */
const DIRECTIONS = {
  'to-r': [1, 0],
  'to-l': [-1, 0],
  'to-t': [0, -1],
  'to-b': [0, 1],
  'to-tr': [1, -1],
  'to-tl': [-1, -1],
  'to-br': [1, 1],
  'to-bl': [-1, 1],
} as const
const RED = '#b91c1c'
const BLUE = '#1e3a8a'

/** Rendered colors in the corners of the header: top left, top right, bottom left, bottom right. */
async function cornersOf(page: Page): Promise<number[][]> {
  const clip = await page.locator('.brand-header').boundingBox()
  if (!clip) throw new Error('there is no header')
  const { data, info } = await sharp(await page.screenshot({ clip, animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
  const [right, bottom] = [info.width - 4, info.height - 4]
  return [at(3, 3), at(right, 3), at(3, bottom), at(right, bottom)]
}

test('each direction and each image is shown as chosen, on the page and in the widget', async ({ page, app }) => {
  const tenant = await newTenant(app)
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const places = [`/faq/${tenant.subdomain}`, `/widget/frame?subdomain=${tenant.subdomain}`]
  const dress = async (looks: Record<string, string>, drawn: string, check: (corners: number[][]) => void) => {
    await call(app, 'appearance/update', looks, headers)
    for (const place of places)
      await test.step(`${Object.values(looks).at(-1)} at ${place}`, async () => {
        await expect(async () => {
          await page.goto(place)
          expect(await background(page)).toContain(drawn)
        }).toPass()
        check(await cornersOf(page))
      })
  }
  const ends = { header_bg_type: 'gradient', header_bg_gradient_from: RED, header_bg_gradient_to: BLUE }
  for (const [direction, where] of Object.entries(DIRECTIONS)) {
    const words = { r: 'right', l: 'left', t: 'top', b: 'bottom' }
    const named = [...direction.slice(3)].map((letter) => words[letter as 'r'])
    // Downwards goes without saying.
    const towards = direction === 'to-b' ? '' : `to ${named.reverse().join(' ')}, `
    const drawn = `linear-gradient(${towards}rgb(185, 28, 28), rgb(30, 58, 138))`
    await dress({ ...ends, header_bg_gradient_direction: direction }, drawn, (corners) => {
      const [tl = 0, tr = 0, bl = 0, br = 0] = corners.map(([, , blue]) => blue ?? 0)
      const sign = (difference: number) => (Math.abs(difference) < 20 ? 0 : Math.sign(difference))
      expect([sign(tr + br - tl - bl), sign(bl + br - tl - tr)]).toEqual([...where])
    })
  }
  // An image that failed to load would show the color below it with the veil.
  const veiled = sharp({ create: { width: 1, height: 1, channels: 3, background: RED } })
    .composite([{ input: { create: { width: 1, height: 1, channels: 4, background: '#0b171c7a' } } }])
    .removeAlpha()
    .raw()
  const missing = [...(await veiled.toBuffer())]
  for (const { url } of HEADER_PRESETS) {
    const looks = { header_bg_type: 'image', header_bg_color: RED, header_bg_image_url: url }
    await dress(looks, url, (corners) => {
      for (const corner of corners)
        expect(Math.max(...corner.map((part, index) => Math.abs(part - (missing[index] ?? 0))))).toBeGreaterThan(12)
    })
  }
})
