// The examples of the embedding guide that a browser can run, taken from the guide itself.
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app/app-server.ts'
import { answerCard, box, questions, type Shop } from '../support/content/shop.ts'
import { expect, frameOn, inPanel, test, untilFrameAlive } from '../support/content/widget-shop.ts'
import { codeBelow, filledIn } from '../support/websites/embedding-guide.ts'

const QUESTION = 'Which wool do you use?'
const ANSWER = 'Merino from small farms.'
const NONCE = 'bm9uY2U'

const fillFor = (app: AppServer, shop: Shop) => (example: string | undefined) => {
  if (!example) throw new Error('the guide has no such example')
  return filledIn(example, {
    app: app.url,
    workspaceId: shop.workspace_id,
    subdomain: shop.subdomain,
    nonce: NONCE,
  })
}

async function askInPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await expect(questions(inPanel(page))).toHaveCount(6)
  await untilFrameAlive(page)
  await box(inPanel(page)).fill(QUESTION)
  await page.keyboard.press('Enter')
  await expect(answerCard(inPanel(page))).toContainText(ANSWER)
}

test('the button and the frame work in plain HTML', async ({ page, app, site, wide }) => {
  const [button, frame] = codeBelow('Plain HTML', 'html').map(fillFor(app, wide))
  site.put('/button', { body: `<h1>A shop</h1>${button}` })
  await page.goto(`${site.origin}/button`)
  await askInPanel(page, 'Questions?')
  site.put('/frame', { body: `<h1>A shop</h1>${frame}` })
  await page.goto(`${site.origin}/frame`)
  await expect(questions(frameOn(page))).toHaveCount(6)
})

test.describe('a page with a strict policy', () => {
  const [byHost, byNonce] = codeBelow('Strict content security policy', 'text')

  test('runs the plain HTML tag if it lists hosts', async ({ page, app, site, wide }) => {
    const fill = fillFor(app, wide)
    const body = `<h1>A shop</h1>${fill(codeBelow('Plain HTML', 'html')[0])}`
    site.put('/', { body, policy: `${fill(byHost)}; img-src data:` })
    await page.goto(`${site.origin}/`)
    await askInPanel(page, 'Questions?')
  })

  test('runs the tag with the nonce if it uses nonces', async ({ page, app, site, wide }) => {
    const fill = fillFor(app, wide)
    const body = `<h1>A shop</h1>${fill(codeBelow('Strict content security policy', 'html')[0])}`
    site.put('/', { body, policy: `${fill(byNonce)}; img-src data:` })
    await page.goto(`${site.origin}/`)
    await askInPanel(page, 'Help')
  })

  test.describe('a page without the required frame-src', () => {
    test.use({ expectedErrors: [[/frame-src|default-src|Content.Security.Policy/i], { scope: 'test' }] })

    test('shows an empty panel', async ({ page, app, site, wide }) => {
      const fill = fillFor(app, wide)
      const policy = fill(byHost).replace(/; frame-src .*$/, '; img-src data:')
      site.put('/', { body: `<h1>A shop</h1>${fill(codeBelow('Plain HTML', 'html')[0])}`, policy })
      await page.goto(`${site.origin}/`)
      const blocked = page.evaluate<string>(
        "new Promise((done) => addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective)))",
      )
      await page.getByRole('button', { name: 'Questions?', exact: true }).click()
      expect(await blocked).toBe('frame-src')
    })
  })
})

test.describe('a web view', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('shows the page at its width, with answers', async ({ page, app, wide }) => {
    const fill = fillFor(app, wide)
    const address = fill(codeBelow('Apps', 'text')[0])
    for (const language of ['swift', 'kotlin']) expect(fill(codeBelow('Apps', language)[0])).toContain(`"${address}"`)
    await page.goto(address)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await box(page).fill(QUESTION)
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText(ANSWER)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})
