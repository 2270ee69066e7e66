// The pictures of the product on the landing page: parts of real screens of one small help content, sharp on dense
// displays, light and dark, for wide pages and for phones.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { AppServer } from '../../tests/support/app/app-server.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../../tests/support/browser/browser-people.ts'
import { addFaq, ask, callInWorkspace } from '../../tests/support/content/workspace-content.ts'
import { inRoot, root } from '../repository.ts'
import { WOOL_CARE } from './dashboard-in-use.ts'
import { schemes } from './routes.ts'

export const FOLDER = inRoot('src', 'features', 'marketing', 'web', 'pictures')
/** Pixels of the display for each pixel of the page. */
export const DENSITY = 2
const QUALITY = 48
/** Pixels of the page at the edge of a part that its picture does not show. */
const EDGE = 2

const LOOK = {
  header_bg_type: 'color',
  header_bg_color: '#1d4452',
  widget_heading: 'How can we help?',
  widget_call_to_action: 'Ask in your own words, or browse by topic',
  font: 'instrument-sans',
}
const FAQS = [
  {
    question: 'How long does delivery take?',
    answer: 'Parcels arrive within **three days**. You get a link to follow yours when it leaves us.',
    category: 'Orders',
  },
  {
    question: 'How do I return an order?',
    answer: 'Send it back within **30 days**. The label for the parcel is in your order confirmation.',
    category: 'Orders',
  },
  {
    question: 'Can I change my order?',
    answer: 'Yes, until it is packed. Reply to the order confirmation and say what to change.',
    category: 'Orders',
  },
  { question: 'Which wool do you use?', answer: 'Merino from small farms.', category: 'Product' },
  {
    question: 'Which size fits me?',
    answer: 'Measure your chest and compare it with the table below each sweater. Between two sizes, take the larger.',
    category: 'Product',
  },
]
/** Ways to ask what the content does not answer yet. */
const GAP = [
  'Do you wrap gifts?',
  'can you gift wrap it',
  'is gift wrapping possible?',
  'gift wrapping',
  'Can you wrap it as a gift?',
]
const QUESTIONS = [
  'how long does delivery take',
  'wich wool is it',
  'Where is your shop?',
  'can i still change my order',
  'how do i send an order back',
]
const GAP_ANSWER = 'Yes. Choose **Gift wrapping** in the basket; a card with your words costs nothing.'

/** Creates the shop of all pictures: content, look, questions and a gap that a FAQ has closed. */
async function createShop(page: Page): Promise<OwnWorkspace> {
  const { workspace } = await signUpWithWorkspace(page, 'Woven Goods')
  await callInWorkspace(page, workspace, 'appearance/update', LOOK)
  for (const faq of FAQS) await addFaq(page, workspace, faq)
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Caring for wool', content: WOOL_CARE }],
  })
  for (const question of GAP) await ask(page, workspace, question)
  await closeGap(page)
  for (const question of QUESTIONS) await ask(page, workspace, question)
  return workspace
}

async function closeGap(page: Page): Promise<void> {
  await page.goto('/messages/gaps')
  await page.getByRole('list', { name: 'Gaps' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Draft FAQ' }).click()
  const draft = page.getByRole('dialog', { name: 'Draft FAQ' })
  await draft.getByLabel('Answer').fill(GAP_ANSWER)
  await draft.getByRole('button', { name: 'Create FAQ' }).click()
  await page.getByText(`${GAP.length} of ${GAP.length} phrasings answered by it`).waitFor()
}

type Format = 'wide' | 'phone'

interface Picture {
  name: string
  path: (workspace: OwnWorkspace) => string
  /** Width of the browser's window, and the greatest height of the picture, in pixels of the page. */
  wide: { window: number; height: number }
  phone: { height: number }
  /** Brings the page into the state to show. @returns the part to show */
  act: (page: Page, format: Format, scheme: 'light' | 'dark') => Promise<Locator>
}

const PHONE_WINDOW = 390
/** Age that the questions appear to have. */
const AGE_MS = 2 * 3_600_000
const WINDOW_HEIGHT = 1_400

export const PICTURES: Picture[] = [
  {
    name: 'inbox',
    path: () => '/messages',
    wide: { window: 1280, height: 740 },
    phone: { height: 503 },
    act: async (page, format) => {
      const list = page.getByRole('list', { name: 'Questions' })
      await list.waitFor()
      if (format === 'phone') return list
      await list.getByRole('button').first().click()
      await page.getByRole('heading', { name: 'Message Details' }).waitFor()
      return page.getByRole('main')
    },
  },
  {
    name: 'gap',
    path: () => '/messages/gaps?state=resolved',
    wide: { window: 960, height: 752 },
    phone: { height: 597 },
    act: async (page) => {
      await page.getByRole('list', { name: 'Gaps' }).getByRole('link').first().click()
      await page.getByRole('list', { name: 'Phrasings' }).waitFor()
      return page.getByRole('main')
    },
  },
  {
    name: 'editor',
    path: () => '/pages?q=return',
    wide: { window: 1440, height: 606 },
    phone: { height: 636 },
    act: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).first().click()
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
      await dialog.getByRole('textbox', { name: 'Answer' }).locator('p').first().waitFor()
      return dialog
    },
  },
  {
    name: 'appearance',
    path: () => '/widgets?section=header',
    wide: { window: 1280, height: 574 },
    phone: { height: 540 },
    act: async (page, format, scheme) => {
      const preview = page.getByRole('region', { name: 'Live preview' })
      await preview.getByRole('radio', { name: scheme === 'dark' ? 'Dark' : 'Light', exact: true }).check()
      await preview.frameLocator('iframe').locator('summary').first().waitFor()
      return format === 'phone' ? preview : page.getByRole('main')
    },
  },
  {
    name: 'answer',
    path: ({ subdomain }) => `/faq/${subdomain}?q=can+i+wash+my+sweter&ask=1`,
    wide: { window: 640, height: 590 },
    phone: { height: 590 },
    act: async (page) => page.locator('body'),
  },
]

/** Makes the corners of a part square: behind round ones, the rest of the page shows. As text: this file has no document. */
const SQUARE_CORNERS = '(part) => { part.style.borderRadius = 0 }'

/** @returns the greatest height up to `maxHeight` that cuts no row of a list */
async function wholeRows(part: Locator, top: number, maxHeight: number): Promise<number> {
  const rows = await part.locator(':scope > li').all()
  const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
  const ends = boxes.map((box) => (box ? Math.floor(box.y + box.height) - top : 0)).filter((end) => end <= maxHeight)
  return Math.max(...ends, 0) || maxHeight
}

/** Takes a picture. @returns its size in pixels of the page */
async function take(page: Page, part: Locator, maxHeight: number, file: string) {
  await page.evaluate('document.fonts.ready')
  await part.evaluate(SQUARE_CORNERS)
  const box = await part.boundingBox()
  if (!box) throw new Error(`Nothing to show in ${file}`)
  // Without its edge: the picture has a border of its own, and pixels at the edge are mixed with what is behind them.
  const x = Math.floor(box.x) + EDGE
  const y = Math.floor(box.y) + EDGE
  const width = Math.floor(box.x + box.width) - EDGE - x
  const height = await wholeRows(part, y, Math.min(Math.floor(box.y + box.height) - EDGE - y, maxHeight))
  const png = await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' })
  const { size } = await sharp(png).avif({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toFile(file)
  console.log(`${path.relative(root, file)}: ${width} × ${height}, ${size} bytes`)
  return { width, height }
}

/** Takes all pictures, and writes their sizes beside them. */
export async function takeProductPictures(browser: Browser, app: AppServer): Promise<void> {
  const settings = { baseURL: app.url, reducedMotion: 'reduce', timezoneId: 'UTC', deviceScaleFactor: DENSITY } as const
  const owner = await browser.newContext(settings)
  const workspace = await createShop(await owner.newPage())
  const storageState = await owner.storageState()
  const sizes: Record<string, Partial<Record<Format, { width: number; height: number }>>> = {}
  for (const { name, path: address, wide, phone, act } of PICTURES) {
    for (const colorScheme of schemes) {
      for (const format of ['wide', 'phone'] as const) {
        const viewport = { width: format === 'wide' ? wide.window : PHONE_WINDOW, height: WINDOW_HEIGHT }
        const context = await browser.newContext({ ...settings, storageState, colorScheme, viewport })
        const page = await context.newPage()
        // Times such as “2 hours ago” are then the same in each picture, however long it takes.
        await page.clock.setFixedTime(Date.now() + AGE_MS)
        await page.goto(address(workspace))
        const part = await act(page, format, colorScheme)
        const { height } = format === 'wide' ? wide : phone
        const size = await take(page, part, height, path.join(FOLDER, `${name}-${format}-${colorScheme}.avif`))
        sizes[name] = { ...sizes[name], [format]: size }
        await context.close()
      }
    }
  }
  await writeFile(path.join(FOLDER, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}
