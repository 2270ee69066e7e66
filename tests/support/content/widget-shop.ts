// A workspace with more FAQs than a widget lists, a customer's website, and the owner who settles what may embed it.
import type { Frame, FrameLocator, Page } from '@playwright/test'
import type { AppServer } from '../app/app-server.ts'
import { test as modelTest } from '../models/model-shop.ts'
import { type HostSite, startHostSite } from '../websites/host-site.ts'
import { expect, FAQS, PASSWORD, type Shop } from './shop.ts'

export const MANY = [
  ...FAQS,
  { question: 'Do you mend old blankets?', answer: 'Yes, in winter.', category: 'Product' },
  { question: 'Do you have a shop to visit?', answer: 'In the old mill, on Saturdays.', category: 'General' },
  ...Array.from({ length: 9 }, (_, index) => ({
    question: `Which colors does cloth ${index} come in?`,
    answer: `In ${index + 2} colors.`,
    category: 'Product',
  })),
]

/** Procedures as the shop's owner calls them. */
export async function ownerCalls(
  app: AppServer,
  shop: Shop,
): Promise<(procedure: string, input: object) => Promise<unknown>> {
  const post = (name: string, json: object, cookie = '') =>
    fetch(`${app.url}/api/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-workspace-id': shop.workspace_id },
      body: JSON.stringify({ json }),
    })
  const signedIn = await post('accounts/signIn', { email: shop.email, password: PASSWORD })
  const cookies = signedIn.headers.getSetCookie().map((one) => one.split(';')[0])
  return async (procedure, input) => {
    const response = await post(procedure, input, cookies.join('; '))
    if (!response.ok) throw new Error(`${procedure} answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { json: unknown }).json
  }
}

export interface WidgetFixtures {
  site: HostSite
  /** With `MANY` FAQs; for reading. */
  wide: Shop
}

export const test = modelTest.extend<object, WidgetFixtures>({
  site: [
    async ({ database: _ }, use) => {
      const site = await startHostSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  wide: [async ({ newShop }, use) => use(await newShop(MANY)), { scope: 'worker', timeout: 60_000 }],
})

export { expect }

/** The widget's frame on a host page. */
export const frameOn = (page: Page): FrameLocator => page.frameLocator('iframe')

const frameOf = (page: Page): Frame | undefined => page.frames().find((one) => one.url().includes('/widget/frame'))

export const theFrame = (page: Page): Frame => {
  const frame = frameOf(page)
  if (!frame) throw new Error('there is no frame')
  return frame
}
/** Resolves when there is a frame and its script has taken over. */
export async function untilFrameAlive(page: Page): Promise<void> {
  await expect.poll(() => frameOf(page), 'a frame on the page').toBeDefined()
  const alive = "'__k' in (document.getElementById('_help') ?? {})"
  await expect(async () => {
    expect(await theFrame(page).evaluate(alive), 'the script of the frame').toBe(true)
  }).toPass({ timeout: 10_000 })
}

/** Returns the heights of the frames on a page, in pixels. */
export const heights = (page: Page) =>
  page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.getBoundingClientRect().height))
const contentHeight = (page: Page) =>
  theFrame(page).evaluate<number>('Math.ceil(document.body.getBoundingClientRect().height)')

/** Waits until the frame on the page is as tall as its content, with this border around it. */
export async function expectFit(page: Page, border = 0): Promise<void> {
  await expect(async () => {
    expect(await heights(page)).toEqual([(await contentHeight(page)) + 2 * border])
  }).toPass({ timeout: 5_000 })
}

/** The button of the launcher, and the frame in the panel that it opens. */
export const launch = (page: Page, name = 'Help') => page.getByRole('button', { name, exact: true })
export const inPanel = (page: Page) => page.frameLocator('dialog iframe')
