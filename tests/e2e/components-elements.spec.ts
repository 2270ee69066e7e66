// The custom elements on a customer's page: strict policies, hostile style sheets, pages that change.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app/app-server.ts'
import { problemsOf, WCAG_TAGS } from '../support/browser/accessibility.ts'
import type { Shop } from '../support/content/shop.ts'
import { expect, test } from '../support/content/widget-shop.ts'
import { HOSTILE_STYLE } from '../support/websites/host-site.ts'

const EXAMPLE = readFileSync(path.join(import.meta.dirname, '../../packages/elements/examples/page.html'), 'utf8')
/** The guide's example for another server and workspace. */
const exampleOf = (app: AppServer, shop: Shop) =>
  EXAMPLE.replaceAll('https://help.example.com', app.url).replaceAll('demo', shop.subdomain)
const body = (app: AppServer, shop: Shop) => `<main><h1>A shop</h1>${exampleOf(app, shop)}</main>`

const combobox = (page: Page) => page.getByRole('combobox', { name: 'How can we help?' })
const answer = (page: Page) => page.getByRole('region', { name: /^Answer: / })

/** Nothing but the server, no inline styles, and Trusted Types without a single policy. */
const strictPolicy = (app: string) =>
  `default-src 'none'; img-src data:; script-src ${app}; connect-src ${app}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

for (const { name, head, policy } of [
  { name: 'hostile style sheets', head: HOSTILE_STYLE.replace('* { all: unset !important }', '') },
  { name: 'a strict policy with Trusted Types', policy: strictPolicy },
])
  test(`the guide's example works on a page with ${name}`, async ({ page, app, site, wide }) => {
    site.put('/shop', { head, policy: policy?.(app.url), body: body(app, wide) })
    await page.goto(`${site.origin}/shop`)
    await combobox(page).pressSequentially('wool')
    await expect(page.getByRole('option', { name: /^Which wool do you use\?/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(answer(page)).toContainText('Merino from small farms.')
    await answer(page).getByRole('button', { name: 'Yes', exact: true }).click()
    await expect(answer(page).getByRole('button', { name: 'Yes', exact: true })).toHaveAttribute('aria-pressed', 'true')

    const faq = page.locator('answerloom-faq')
    await expect(faq.getByRole('heading', { name: 'Product questions' })).toBeVisible()
    await faq.getByText('Do you mend old blankets?').click()
    await expect(faq.getByText('Yes, in winter.')).toBeVisible()
    expect(await faq.locator('summary').count()).toBe(12)

    await page.getByRole('button', { name: 'Ask us' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask a question' })
    await dialog.getByRole('textbox').fill('How do I wash a blanket?')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('By hand, cold, with wool soap.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

test('the script of the elements is loaded only for pages with an element, once, also for later elements', async ({
  page,
  app,
  site,
  wide,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${app.url}/widget`)) loaded.push(new URL(request.url()).pathname)
  })
  site.put('/bare', { body: `<h1>A shop</h1><script src="${app.url}/widget.js"></script>` })
  await page.goto(`${site.origin}/bare`)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(loaded).toEqual(['/widget.js'])
  const add = (subdomain: string) =>
    page.evaluate((subdomain) => {
      const element = document.createElement('answerloom-faq')
      element.setAttribute('subdomain', subdomain)
      element.append(document.createElement('span'))
      for (const span of element.children) span.textContent = 'Questions and answers'
      document.body.append(element)
    }, subdomain)
  await add(wide.subdomain)
  const faq = page.locator('answerloom-faq')
  await expect(faq.locator('summary')).toHaveCount(16)
  await expect(page.getByText('Questions and answers')).toBeHidden()
  await add('no-such-shop')
  await expect(page.getByText('Questions and answers').last()).toBeVisible()
  expect(loaded).toEqual(['/widget.js', '/widget/elements.js'])

  // Attributes count at any time, and an element that is moved keeps its state.
  await faq.first().evaluate((element) => element.setAttribute('limit', '2'))
  await expect(faq.first().locator('summary')).toHaveCount(2)
  await faq.first().locator('summary').first().click()
  await faq.first().evaluate((element) => document.body.prepend(element))
  await expect(faq.first().locator('details[open]')).toHaveCount(1)
})

test('the elements have the words of the language around them', async ({ page, app, site, wide }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${app.url}/widget/`)) loaded.push(new URL(request.url()).pathname)
  })
  const attributes = `subdomain="${wide.subdomain}"`
  site.put('/shop', {
    policy: strictPolicy(app.url),
    body: `<h1>A shop</h1>
      <div lang="de-AT">
        <answerloom-search ${attributes}></answerloom-search>
        <answerloom-ask ${attributes}></answerloom-ask>
      </div>
      <script async src="${app.url}/widget.js"></script>`,
  })
  await page.goto(`${site.origin}/shop`)
  await expect(page.getByRole('combobox', { name: 'Suchen oder eine Frage stellen' })).toBeVisible()
  await page.getByRole('button', { name: 'Eine Frage stellen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Eine Frage stellen' })
  await dialog.getByRole('textbox').fill('How do I wash a blanket?')
  await dialog.getByRole('button', { name: 'Fragen', exact: true }).click()
  await expect(dialog).toContainText('War das hilfreich?')
  expect(loaded).toEqual(['/widget/elements.js', '/widget/elements/de.js'])

  // The element's own language counts more than that of the page, and English needs no file.
  await page.keyboard.press('Escape')
  await page.locator('answerloom-search').evaluate((element) => element.setAttribute('lang', 'en'))
  await expect(page.getByRole('combobox', { name: 'Search or ask a question' })).toBeVisible()
  expect(loaded).toHaveLength(2)
})

test('style sheets apply to the parts and variables only', async ({ page, app, site, wide }) => {
  const head = `<style>
    answerloom-ask { --answerloom-accent: rgb(120, 0, 90); --answerloom-radius: 3px; }
    answerloom-ask::part(ask-button) { letter-spacing: 2px; }
    button { background: lime; }
  </style>`
  site.put('/shop', { head, body: body(app, wide) })
  await page.goto(`${site.origin}/shop`)
  const button = page.getByRole('button', { name: 'Ask us' })
  await expect(button).toHaveCSS('background-color', 'rgb(120, 0, 90)')
  await expect(button).toHaveCSS('border-radius', '3px')
  await expect(button).toHaveCSS('letter-spacing', '2px')
})

test('other sites may load the script, which is cached for a limited time', async ({ app }) => {
  const response = await fetch(`${app.url}/widget/elements.js`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('public, max-age=600, stale-while-revalidate=86400')
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
})

for (const scheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test(`the elements have no accessibility violations: ${scheme}, ${width} pixels`, async ({
      page,
      app,
      site,
      wide,
    }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 800 })
      site.put('/shop', {
        head: '<style>html{color-scheme:light dark}body{background:Canvas;color:CanvasText}</style>',
        body: body(app, wide),
      })
      await page.goto(`${site.origin}/shop`)
      await expect(page.getByRole('heading', { name: 'Product questions' })).toBeVisible()
      const accent = scheme === 'light' ? 'rgb(11, 102, 117)' : 'rgb(102, 217, 232)'
      await expect(page.getByRole('button', { name: 'Ask us' })).toHaveCSS('background-color', accent)
      const violations = () => problemsOf(page, WCAG_TAGS)
      await combobox(page).fill('deliv')
      await expect(page.getByRole('listbox')).toBeVisible()
      expect(await violations()).toEqual([])
      await page.keyboard.press('Enter')
      await expect(answer(page)).toBeVisible()
      await expect(answer(page).locator('[aria-busy=false]')).toBeAttached()
      expect(await violations()).toEqual([])
      await page.screenshot({ path: test.info().outputPath(`elements-${scheme}-${width}.png`) })
    })
