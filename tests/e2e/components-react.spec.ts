// The React components in an application of its own, on another origin than the server.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { problemsOf, WCAG_TAGS } from '../support/browser/accessibility.ts'
import { test as base, expect, type Shop } from '../support/content/shop.ts'
import { ownerCalls } from '../support/content/widget-shop.ts'
import { type ReactSite, startReactSite } from '../support/websites/react-site.ts'

const test = base.extend<object, { site: ReactSite }>({
  site: [
    async ({ database: _ }, use) => {
      const site = await startReactSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const combobox = (page: Page) => page.getByRole('combobox', { name: 'Search or ask a question' })
const answer = (page: Page) => page.getByRole('region', { name: /^Answer: / })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

interface StoredQuestion {
  question: string
  vote: string | null
  visitor_email: string | null
  page_url: string | null
}
const storedBy = async (shop: Shop) => ((await shop.call('GET', '/questions')) as { items: StoredQuestion[] }).items

test('a visitor searches, reads the answer in the page, votes, and asks for a person', async ({
  page,
  app,
  site,
  newShop,
}) => {
  const shop = await newShop()
  await open(page, site.pageFor({ server: app.url, subdomain: shop.subdomain }))
  await combobox(page).pressSequentially('blank')
  await expect(option(page, /^How do I wash a blanket\?/)).toBeVisible()
  await expect(combobox(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, /^How do I wash a blanket\?/)).toHaveAttribute('aria-selected', 'true')
  const described = await combobox(page).getAttribute('aria-activedescendant')
  expect(await option(page, /^How do I wash a blanket\?/).getAttribute('id')).toBe(described)
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('By hand, cold, with wool soap.')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(answer(page).getByRole('link', { name: 'How do I wash a blanket?' })).toHaveAttribute(
    'href',
    `${app.url}/faq/${shop.subdomain}/how-do-i-wash-a-blanket`,
  )
  await answer(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(answer(page).getByRole('button', { name: 'Yes', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await storedBy(shop))[0]?.vote).toBe('up')

  await combobox(page).fill('Who won the chess championship in 1972?')
  await page.keyboard.press('Enter')
  const asked = answer(page).filter({ hasText: 'chess' })
  await expect(asked).toContainText("I couldn't find this in our help content.")
  await asked.getByPlaceholder('Email address').fill('visitor@example.test')
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('status')).toHaveText('Thank you. A person will answer by email.')
  expect((await storedBy(shop))[0]).toMatchObject({
    question: 'Who won the chess championship in 1972?',
    visitor_email: 'visitor@example.test',
    page_url: `${site.origin}/`,
  })
})

test('lists and links of an answer are elements, and other text is escaped', async ({ page, app, site, newShop }) => {
  const hostile = '<img src=x onerror="document.title=\'taken\'"> **bold** [a link](javascript:alert(1))'
  const shop = await newShop([
    {
      question: 'How long does delivery take?',
      answer: 'Within **three days**.\n\n1. We weave\n2. We pack',
      category: 'Product',
    },
    { question: 'Is this hostile markup?', answer: hostile, category: 'Product' },
  ])
  await open(page, site.pageFor({ server: app.url, subdomain: shop.subdomain }))
  await combobox(page).fill('How long does delivery take?')
  await page.keyboard.press('Enter')
  await expect(answer(page).locator('ol > li')).toHaveText(['We weave', 'We pack'])
  await expect(answer(page).locator('strong')).toHaveText('three days')
  await combobox(page).fill('Is this hostile markup?')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('onerror')
  await page.getByText('Is this hostile markup?', { exact: true }).last().click()
  expect(await page.locator('[data-answerloom] :is(img, a[href^="javascript"])').count()).toBe(0)
  expect(await page.title()).toBe('A shop')
})

test('callouts have their sign, and images are not wider than the component', async ({ page, app, site, newShop }) => {
  const shop = await newShop([])
  const form = new FormData()
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#b4531a' } })
  form.set('file', new File([new Uint8Array(await picture.png().toBuffer())], 'loom.png', { type: 'image/png' }))
  const { url: image } = (await shop.call('POST', '/faqs/images', form)) as { url: string }
  const question = 'How is the loom set up?'
  await shop.call('POST', '/faqs', {
    question,
    answer: `> [!WARNING]\n> Wear gloves.\n\n![The loom](${image})`,
    status: 'published',
  })
  await open(page, site.pageFor({ server: app.url, subdomain: shop.subdomain }))
  await combobox(page).fill(question)
  await page.keyboard.press('Enter')
  const callout = answer(page).getByRole('note')
  await expect(callout).toHaveText('Wear gloves.')
  expect(await callout.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"⚠️"')
  const shown = answer(page).getByRole('img', { name: 'The loom' })
  await expect(shown).toHaveJSProperty('naturalWidth', 1600)
  const [width, available] = [await shown.boundingBox(), await answer(page).boundingBox()].map((box) => box?.width ?? 0)
  expect(width).toBeLessThanOrEqual(available ?? 0)
})

test('the dialog keeps the conversation and restores the focus', async ({ page, app, site, shop }) => {
  await open(page, site.pageFor({ server: app.url, subdomain: shop.subdomain }))
  const launch = page.getByRole('button', { name: 'Ask us' })
  await launch.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask a question' })
  await expect(dialog.getByRole('textbox', { name: 'Ask a question' })).toBeFocused()
  const [first, second] = [
    page.waitForRequest('**/api/v1/public/ask'),
    () => page.waitForRequest('**/api/v1/public/ask'),
  ]
  await page.keyboard.type('Which wool do you use?')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Merino from small farms.')
  const next = second()
  await page.keyboard.type('How do I wash a blanket?')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('By hand, cold, with wool soap.')
  await expect(dialog).toContainText('Merino from small farms.')
  const conversations = [await first, await next].map((request) => request.postDataJSON().conversation_id)
  expect(conversations[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(conversations[1]).toBe(conversations[0])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(launch).toBeFocused()
})

test('FAQs are part of the page, for readers without scripts and for search engines', async ({
  newPerson,
  app,
  site,
  shop,
}) => {
  const page = await newPerson({ javaScriptEnabled: false })
  await page.goto(site.pageFor({ server: app.url, subdomain: shop.subdomain }))
  await expect(page.getByRole('heading', { name: 'Product questions' })).toBeVisible()
  await expect(page.locator('[data-part~="faq"] summary')).toHaveText([
    'Which wool do you use?',
    'How do I wash a blanket?',
  ])
  await page.getByText('Which wool do you use?').click()
  await expect(page.getByText('Merino from small farms.')).toBeVisible()
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Which wool do you use?',
        acceptedAnswer: { '@type': 'Answer', text: 'Merino from small farms.' },
      },
      {
        '@type': 'Question',
        name: 'How do I wash a blanket?',
        acceptedAnswer: { '@type': 'Answer', text: 'By hand, cold, with wool soap.' },
      },
    ],
  })
  await combobox(page).fill('wool')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.url}/faq/${shop.subdomain}?q=wool`)
})

test('a late answer never replaces a newer one, and a lost one is reported', async ({ page, app, site, newShop }) => {
  const shop = await newShop()
  await open(page, site.pageFor({ server: app.url, subdomain: shop.subdomain }))
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/v1/public/ask', async (route) => {
    if (route.request().postDataJSON().question === 'Which wool do you use?') await released
    await route.continue().catch(() => {})
  })
  await combobox(page).fill('Which wool do you use?')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Looking for an answer…')
  await combobox(page).fill('How do I wash a blanket?')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('By hand')
  letGo()
  // The hook of another component on the page has a conversation of its own.
  await page.getByLabel('Quick question').fill('Can I pay by invoice?')
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page.locator('output')).toHaveText('Yes, within 14 days of delivery.')
  await expect(answer(page)).toContainText('By hand')

  await page.unroute('**/api/v1/public/ask')
  await page.route('**/api/v1/public/ask', (route) => route.fulfill({ status: 429, body: '' }))
  await combobox(page).fill('How do I return an order?')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('The answer could not be loaded. Please try again.')
  await answer(page).getByPlaceholder('Email address').fill('visitor@example.test')
  await answer(page).getByRole('button', { name: 'Ask a person' }).click()
  await expect(answer(page).getByRole('status')).toHaveText('Thank you. A person will answer by email.')
  expect((await storedBy(shop))[0]).toMatchObject({
    question: 'How do I return an order?',
    visitor_email: 'visitor@example.test',
  })
})

test('a listed site asks with a token, and other sites are refused', async ({ page, app, site, newShop }) => {
  const shop = await newShop()
  const call = await ownerCalls(app, shop)
  await call('workspaces/allowedOrigins/replace', { origins: [site.origin] })
  const url = site.pageFor({ server: app.url, subdomain: shop.subdomain })
  await open(page, url)
  await combobox(page).fill('Which wool do you use?')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Merino')
})

for (const scheme of ['light', 'dark'] as const)
  for (const [width, dir] of [
    [390, undefined],
    [1280, 'rtl'],
  ] as const)
    test(`the components have no accessibility violations: ${scheme}, ${width} pixels${dir ? `, ${dir}` : ''}`, async ({
      page,
      app,
      site,
      shop,
    }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 800 })
      const head =
        '<style>html{color-scheme:light dark}body{margin:16px;font-family:sans-serif;background:Canvas;color:CanvasText}</style>'
      await open(page, site.pageFor({ server: app.url, subdomain: shop.subdomain }, { head, dir }))
      const violations = () => problemsOf(page, WCAG_TAGS)
      await combobox(page).fill('deliv')
      await expect(page.getByRole('listbox')).toBeVisible()
      await page.keyboard.press('ArrowDown')
      expect(await violations()).toEqual([])
      await page.screenshot({ path: test.info().outputPath(`results-${scheme}-${width}.png`) })
      await page.keyboard.press('Enter')
      await expect(answer(page)).toContainText('three days')
      await page.getByText('Which wool do you use?', { exact: true }).first().click()
      expect(await violations()).toEqual([])
      await page.screenshot({ path: test.info().outputPath(`answer-${scheme}-${width}.png`), fullPage: true })
      await page.getByRole('button', { name: 'Ask us' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Who won the chess championship in 1972?')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByPlaceholder('Email address')).toBeVisible()
      expect(await violations()).toEqual([])
      await page.screenshot({ path: test.info().outputPath(`dialog-${scheme}-${width}.png`) })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
