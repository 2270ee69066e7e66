// A website that hides its answers until a visitor opens them: each is read and answers, with the label of its tab, and
// nothing of menus and notices does.
import type { Source, Website } from '../../src/features/knowledge/contract.ts'
import type { SuggestedFaq } from '../../src/features/suggestions/contract.ts'
import { test as base, expect, PASSWORD } from '../support/content/shop.ts'
import { startWebSite, type WebSite } from '../support/websites/web-site.ts'

const MARKUP = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: [
    {
      '@type': 'Question',
      name: 'May I visit the dye garden?',
      acceptedAnswer: { '@type': 'Answer', text: 'The dye garden opens on the first Sunday of each month.' },
    },
  ],
}

const PAGE = `<!doctype html><html lang="en"><head><title>Help</title>
  <script type="application/ld+json">${JSON.stringify(MARKUP)}</script></head><body>
  <nav><button aria-expanded="false" aria-controls="menu">Products</button><ul id="menu" hidden><li>Hidden turbans</li></ul></nav>
  <main><h1>Help</h1>
  <h2>Orders</h2>
  <button aria-expanded="false" aria-controls="a1">Do you ship to Norway?</button>
  <div id="a1" hidden><p>Parcels to Norway travel by ferry in nine days.</p></div>
  <h3><button data-bs-target="#a2">Is wrapping free of charge?</button></h3>
  <div id="a2" class="collapse" style="display:none"><p>Wrapping is free from two cushions on.</p></div>
  <h3 role="button" aria-controls="a3">Can I collect my blanket?</h3>
  <div id="a3" aria-hidden="true"><p>Blankets are collected at the mill door.</p></div>
  <details><summary>Are moths a danger?</summary><p>Cedar keeps moths away from wool.</p></details>
  <dl><dt>Which loom is the oldest?</dt><dd>The oldest loom was built in Bergen.</dd></dl>
  <h2>Install the pattern editor</h2>
  <div role="tablist"><button role="tab" id="t1" aria-controls="p1">On Mac</button>
  <button role="tab" id="t2" aria-controls="p2">On Windows</button></div>
  <div role="tabpanel" id="p1">Drag the editor into the applications folder.</div>
  <div role="tabpanel" id="p2" aria-labelledby="t2" hidden>Run the installer with a double click.</div>
  <section itemscope itemtype="https://schema.org/FAQPage">
  <div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question">
  <h3 itemprop="name">Are torn fringes repaired?</h3>
  <div itemscope itemprop="acceptedAnswer" itemtype="https://schema.org/Answer" hidden>
  <p itemprop="text">Torn fringes are knotted again in our finishing room.</p></div></div></section>
  <div role="dialog" aria-hidden="true">We bake biscuits for consent.</div>
  </main></body></html>`

/** Each question with words of its answer, and the heading that the passage is below. */
const ANSWERS: readonly (readonly [string, string, string])[] = [
  ['Do you ship to Norway?', 'travel by ferry in nine days', 'Do you ship to Norway?'],
  ['Is wrapping free of charge?', 'free from two cushions on', 'Is wrapping free of charge?'],
  ['Can I collect my blanket?', 'collected at the mill door', 'Can I collect my blanket?'],
  ['Are moths a danger?', 'Cedar keeps moths away', 'Are moths a danger?'],
  ['Which loom is the oldest?', 'built in Bergen', 'Which loom is the oldest?'],
  ['May I visit the dye garden?', 'first Sunday of each month', 'May I visit the dye garden?'],
  ['Are torn fringes repaired?', 'knotted again in our finishing room', 'Are torn fringes repaired?'],
  ['How do I install the pattern editor on Windows?', 'Run the installer', 'On Windows'],
]

const test = base.extend<object, { help: WebSite }>({
  help: [
    async ({ database: _any }, use) => {
      const site = await startWebSite({ '/': PAGE })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ help }, use) => use({ OUTBOUND_ALLOW_HOSTS: help.host, RATE_LIMITS: 'off' }),
    { scope: 'worker' },
  ],
})

test('answers that a website hides until they are opened are read and cited, and its menus are not', async ({
  app,
  request,
  help,
  newShop,
}) => {
  test.setTimeout(120_000)
  const shop = await newShop([])
  await shop.call('POST', '/websites', { url: help.url })
  const sources = async () => ((await shop.call('GET', '/sources')) as { items: { id: string; state: string }[] }).items
  await expect.poll(async () => (await sources()).map(({ state }) => state), { timeout: 60_000 }).toEqual(['ready'])

  for (const [question, words, heading] of ANSWERS) {
    const response = await request.post(`${app.url}/api/public/ask`, {
      data: { subdomain: shop.subdomain, question },
    })
    const answer = (await response.json()) as { outcome: string; answer: string; sources: { url: string }[] }
    expect(answer, question).toMatchObject({ outcome: 'answered' })
    expect(answer.answer, question).toContain(words)
    expect(answer.sources[0]?.url, question).toContain(`${help.url}/`)
    const [source] = await sources()
    const { text } = (await shop.call('GET', `/sources/${source?.id}`)) as { text: string }
    const [, below = ''] = text.split(new RegExp(`^#+ ${heading.replace(/[?]/g, '\\?')}$`, 'm'))
    expect(below.split(/^#/m)[0], `${words} is below its heading`).toContain(words)
    expect(text).not.toMatch(/turbans|biscuits|Products/)
  }

  const questions = ANSWERS.map(([question]) => question).filter((question) => !question.endsWith('on Windows?'))
  await expect
    .poll(
      async () => {
        const { items } = (await shop.call('GET', '/suggestions')) as { items: SuggestedFaq[] }
        return items.map(({ question }) => question).sort()
      },
      { timeout: 60_000 },
    )
    .toEqual(questions.sort())
})

test('a page that loses much of its text says so, and is read as a whole at the request of its owner', async ({
  app,
  page,
  help,
  newShop,
}) => {
  test.setTimeout(180_000)
  const shop = await newShop([])
  await shop.call('POST', '/websites', { url: help.url })
  const sources = async () => ((await shop.call('GET', '/sources')) as { items: Source[] }).items
  await expect.poll(async () => (await sources()).map(({ state }) => state), { timeout: 60_000 }).toEqual(['ready'])
  const [website] = ((await shop.call('GET', '/websites')) as { items: Website[] }).items
  await page.request.post(`${app.url}/api/rpc/accounts/signIn`, {
    data: { json: { email: shop.email, password: PASSWORD } },
  })
  await page.goto(`${app.url}/knowledge`)
  const row = page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: help.url })
  await expect(row).toContainText('100% of its text')

  await page.getByRole('button', { name: `Actions for ${help.host}` }).click()
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Website settings' })
  await dialog.getByLabel('Content selector').fill('details')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Much of this page was left out.', { timeout: 60_000 })
  await expect.poll(async () => (await sources())[0]?.kept_share).toBeLessThan(80)
  const text = async () => {
    const [source] = await sources()
    return ((await shop.call('GET', `/sources/${source?.id}`)) as { text: string }).text
  }
  expect(await text()).toContain('Cedar keeps moths away')
  expect(await text()).not.toContain('Bergen')

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Read the whole page' }).click()
  await expect(row).toContainText('whole page', { timeout: 60_000 })
  await expect.poll(text, { timeout: 60_000 }).toContain('built in Bergen')
  await expect(row).not.toContainText('Much of this page was left out.')
  expect(website?.url).toBe(help.url)
})
