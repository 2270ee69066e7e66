// A workspace with a few published FAQs, and how end-to-end tests find their way on its public page.
import type { FrameLocator, Page } from '@playwright/test'
import { type CreatedWorkspace, createFreeWorkspace } from '../app/operator-command.ts'
import { test as base, expect } from '../browser/browser.ts'

export const FAQS = [
  {
    question: 'How long does delivery take?',
    answer:
      'Parcels arrive within **three days**.\n\n1. We weave\n2. We pack\n\nSee https://woven.example.test/delivery.',
    category: 'General',
  },
  { question: 'Which wool do you use?', answer: 'Merino from small farms.', category: 'Product' },
  { question: 'How do I wash a blanket?', answer: 'By hand, cold, with wool soap.', category: 'Product' },
  { question: 'Can I pay by invoice?', answer: 'Yes, within 14 days of delivery.', category: 'Billing' },
  { question: 'How do I return an order?', answer: 'Send it back within 30 days.', category: 'Support' },
]

/** A workspace as its owner's programs reach it. */
export interface Shop extends CreatedWorkspace {
  path: string
  /** Whom it belongs to; the password is `PASSWORD`. */
  email: string
  /** Calls the workspace API. @throws Error with the answer when it is refused */
  call(method: string, at: string, body?: object): Promise<unknown>
}

export const PASSWORD = 'woven-thread-7'

let shops = 0

/** Tests of visitors. `shop` is for reading and shared; what a test changes, it makes with `newShop`. */
export const test = base.extend<object, { newShop: (faqs?: object[]) => Promise<Shop>; shop: Shop; emptyShop: Shop }>({
  newShop: [
    async ({ app }, use) => {
      await use(async (faqs = FAQS) => {
        shops += 1
        const email = `weaver-${process.pid}-${shops}@example.test`
        const created = await createFreeWorkspace(app, { email, password: PASSWORD, name: 'Woven Goods' })
        const authorization = `Bearer ${created.api_key}`
        const call = async (method: string, at: string, body?: object) => {
          const isForm = body instanceof FormData
          const response = await fetch(`${app.url}/api/v1${at}`, {
            method,
            headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
            ...(body && { body: isForm ? body : JSON.stringify(body) }),
          })
          if (!response.ok) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
          return response.json()
        }
        const items = faqs.map((faq) => ({ status: 'published', ...faq }))
        if (items.length) await call('POST', '/faqs/import', { items })
        return { ...created, email, path: `/faq/${created.subdomain}`, call }
      })
    },
    { scope: 'worker' },
  ],
  shop: [async ({ newShop }, use) => use(await newShop()), { scope: 'worker', timeout: 60_000 }],
  emptyShop: [async ({ newShop }, use) => use(await newShop([])), { scope: 'worker', timeout: 60_000 }],
})

export { expect }

export const box = (page: Page | FrameLocator) => page.getByRole('searchbox', { name: 'Search or ask a question' })
export const send = (page: Page | FrameLocator) => page.getByRole('button', { name: 'Send' })
export const questions = (page: Page | FrameLocator) => page.locator('summary:not(.need > summary):visible')
export const answerCard = (page: Page | FrameLocator) => page.getByRole('region', { name: 'Answer' })

/** Lets the next matching requests through only when the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return letGo
}
