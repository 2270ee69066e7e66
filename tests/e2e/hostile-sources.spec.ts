// Hostile text from sources: file names, website pages, and output of a model that repeats them. It is shown as plain
// text to visitors, in the widget and to the team.

import { answerCard, box, PASSWORD } from '../support/content/shop.ts'
import { test as base, expect, frameOn, untilFrameAlive } from '../support/content/widget-shop.ts'
import { widgetTag } from '../support/websites/host-site.ts'
import { expectHarmless, HOSTILE } from '../support/websites/hostile-texts.ts'
import { startWebSite, type WebSite } from '../support/websites/web-site.ts'

const FILE = `selvedge <img src=x onerror=document.title='broken-in'>.md`
/** A Markdown file is named by its first heading. */
const HEADING = '<svg/onload=document.title="broken-in">'
const TITLE = '<script>document.title = "broken in"</script>'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const test = base.extend<object, { crawled: WebSite }>({
  crawled: [
    async ({ database: _any }, use) => {
      const site = await startWebSite({
        '/': `<!doctype html><html lang="en"><head><title>${escaped(TITLE)}</title>
          <script type="application/ld+json">${JSON.stringify({
            '@type': 'FAQPage',
            mainEntity: [
              {
                '@type': 'Question',
                name: `Is ${TITLE.replaceAll('</', '<\\/')} a question?`,
                acceptedAnswer: { '@type': 'Answer', text: `<img src=x onerror=alert(1)>${escaped(HOSTILE[3] ?? '')}` },
              },
            ],
          }).replaceAll('</', '<\\/')}</script></head>
          <body><main><h1>${escaped(TITLE)}</h1>
          <p>The warp ${escaped(HOSTILE[1] ?? '')} is dressed on Mondays, with beeswax and a steady hand.</p>
          <p><a href="javascript:alert(1)">javascript:alert(1)</a> <a href="data:text/html,x">data</a></p>
          ${HOSTILE.map((text) => `<p>${escaped(text)}</p>`).join('')}</main></body></html>`,
      })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ model, crawled }, use) =>
      use({
        OUTBOUND_ALLOW_HOSTS: crawled.host,
        ...model.env,
      }),
    { scope: 'worker' },
  ],
})

test("names, pages and a model's repetitions of them stay text", async ({ page, app, site, crawled, newShop }) => {
  const shop = await newShop([])
  const body = new FormData()
  const text = `# ${HEADING}\n\nThe selvedge ${HOSTILE[1]} is kept straight by a temple.\n\n${HOSTILE.join('\n\n')}`
  body.set('file', new File([text], FILE))
  const sent = await fetch(`${app.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.api_key}` },
    body,
  })
  expect(sent.status).toBe(200)
  await shop.call('POST', '/websites', { url: crawled.url })
  await expect
    .poll(
      async () => {
        const { items } = (await shop.call('GET', '/sources')) as { items: { title: string; state: string }[] }
        return items.filter(({ state }) => state === 'ready').map(({ title }) => title)
      },
      { timeout: 60_000 },
    )
    .toEqual(expect.arrayContaining([expect.stringContaining(HEADING), expect.stringContaining(TITLE)]))

  const asks = ['What keeps the selvedge straight?', 'When is the warp dressed with beeswax?']
  for (const [index, question] of asks.entries()) {
    await page.goto(shop.path)
    await box(page).fill(question)
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText(index === 0 ? HEADING : TITLE)
    await expectHarmless(page, question)
  }
  expect(await page.title()).not.toMatch(/^broken/)

  site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': shop.workspace_id }) })
  await page.goto(`${site.origin}/shop`)
  const frame = frameOn(page)
  await untilFrameAlive(page)
  await box(frame).fill(asks[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(answerCard(frame)).toContainText(HEADING)
  await expectHarmless(frame, 'the widget')
  expect(await page.title()).toBe('A shop')

  await page.request.post(`${app.url}/api/rpc/accounts/signIn`, {
    data: { json: { email: shop.email, password: PASSWORD } },
  })
  await page.goto(`${app.url}/knowledge`)
  const sources = page.getByRole('table', { name: 'Sources' })
  await expect(sources).toContainText(HEADING)
  await expect(sources).toContainText(TITLE)
  await expectHarmless(page, 'the sources')
  await page.getByRole('button', { name: `Actions for ${HEADING}` }).click()
  await page.getByRole('menuitem', { name: 'See what was read' }).click()
  await expect(page.getByRole('dialog')).toContainText('is kept straight by a temple')
  await expectHarmless(page, 'what was read')
  await page.keyboard.press('Escape')
  await page.goto(`${app.url}/messages`)
  await page.getByRole('button', { name: asks[1] ?? '', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Message Details' })).toContainText(TITLE)
  await expectHarmless(page, 'the question')
  expect(await page.title()).not.toMatch(/^broken/)
})
