// Pages of sources: a visitor who follows a citation sees the quoted words, and every citation of the demo leads to its own.
import sharp from 'sharp'
import type { Source } from '../../src/features/knowledge/contract.ts'
import { loadDemoContent } from '../../src/features/operations/server/demo-content.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { WITH_DEMO } from '../support/browser/browser.ts'
import { type CitedText, citationChecker } from '../support/content/check-citation.ts'
import { answerCard, box, expect, test } from '../support/content/shop.ts'
import { zip } from '../support/files/office-files.ts'

test.use({ serverEnv: WITH_DEMO })

const QUESTION = 'How often is the beam of the great loom oiled?'
const QUOTED = 'The beam is oiled twice a year, in self-service, with linseed oil & a soft cloth.'
const MANUAL = [
  '# The great loom',
  ...Array.from(
    { length: 40 },
    (_, index) => `## Part ${index + 1}\n\nLot ${index + 1} is woven of undyed wool that was combed by hand.`,
  ),
  `## ${QUESTION}\n\n${QUOTED}`,
  '## Tools\n\n| Tool | Use |\n|---|---|\n| Shuttle | Carries the weft |\n| Reed | Beats it |\n\n```\nweave --all\n```',
].join('\n\n')

test('a citation opens the document at the quoted words', async ({ page, newShop, newPerson }) => {
  const shop = await newShop([])
  const { ids } = (await shop.call('POST', '/texts', { items: [{ title: 'Loom manual', content: MANUAL }] })) as {
    ids: string[]
  }
  await page.goto(shop.path)
  await box(page).fill(QUESTION)
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('linseed oil')
  const opening = page.waitForEvent('popup')
  await answerCard(page).getByRole('link', { name: 'Loom manual' }).first().click()
  const document = await opening
  const quote = document.getByText(QUOTED)
  await expect(quote).toBeInViewport()
  expect(await document.evaluate('scrollY'), 'the words are far below').toBeGreaterThan(1_000)

  await test.step('marks its passage without a text directive', async () => {
    const [address = ''] = document.url().split(':~:')
    const plain = await newPerson({ javaScriptEnabled: false })
    await plain.goto(address)
    await expect(plain.getByText(QUOTED)).toBeInViewport()
    await expect(plain.locator('section:target')).toContainText('linseed oil')
  })

  await test.step('is accessible in light and dark mode', async () => {
    const [address = ''] = document.url().split('#')
    await page.goto(address)
    await checkScreen(page, 'a document', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The great loom')
    })
    await page.getByText('On this page').click()
    await page.getByRole('link', { name: 'Tools' }).click()
    await expect(page.getByRole('heading', { name: 'Tools' })).toBeInViewport()
    const markdown = await page.request.get(`${address}.md`)
    expect(await markdown.text()).toBe(`${MANUAL}\n`)
  })

  await test.step('is closed by its owner', async () => {
    const [address = ''] = document.url().split('#')
    await shop.call('PATCH', `/sources/${ids[0]}`, { visibility: 'quoted' })
    await expect(async () => expect((await page.request.get(address)).status()).toBe(404)).toPass()
    expect((await page.request.get(`${address}.md`)).status()).toBe(404)
    await page.goto(shop.path)
    await box(page).fill(QUESTION)
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText('Loom manual')
    await expect(answerCard(page).getByRole('link', { name: 'Loom manual' })).toHaveCount(0)
  })
})

test('the page of a document shows its images from our own storage', async ({ app, page, newShop }) => {
  test.setTimeout(180_000)
  const shop = await newShop([])
  const headers = { authorization: `Bearer ${shop.api_key}` }
  const image = await sharp({ create: { width: 320, height: 160, channels: 3, background: '#2244aa' } })
    .png()
    .toBuffer()
  const archive = zip({
    'loom.md': '# The loom\n\nPress the button.\n\n![The blue button](button.png)\n\nThen wait for the lamp.',
    'button.png': image,
  })
  const body = new FormData()
  body.set('file', new File([archive as never], 'loom.zip'))
  const sent = await fetch(`${app.url}/api/v1/documents`, { method: 'POST', headers, body })
  const { id, slug } = (await sent.json()) as Source
  const address = `${shop.path}/sources/${slug}`
  await expect(async () => expect((await page.request.get(address)).status()).toBe(200)).toPass({ timeout: 120_000 })
  await page.goto(address)
  const shown = page.getByRole('img', { name: 'The blue button' })
  await expect(shown).toBeVisible()
  await expect(shown).toHaveJSProperty('naturalWidth', 320)
  const path = (await shown.getAttribute('src')) ?? ''
  expect(path).toMatch(/^\/files\/workspaces\/[0-9a-f-]{36}\/sources\/loom-[0-9a-f]{8}\/images\/1\.webp$/)
  expect(await (await page.request.get(`${address}.md`)).text()).toContain(`![The blue button](${path})`)
  await checkScreen(page, 'a document with an image', () => expect(shown).toBeVisible())
  await shop.call('PATCH', `/sources/${id}`, { visibility: 'internal' })
  await expect(async () => expect((await page.request.get(path)).status()).toBe(404)).toPass()
})

test('every citation of the demo opens and has its quote', async ({ app, request }) => {
  const { workspace, faqs, texts } = loadDemoContent()
  const headings = texts.flatMap(({ content }) => [...content.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? ''))
  const asked = [...faqs.map(({ question }) => question), ...headings]
  const cited = new Map<string, CitedText>()
  for (const question of asked) {
    const query = new URLSearchParams({ subdomain: workspace.subdomain, q: question })
    const found = await request.get(`/api/public/search?${query}`)
    const reply = await request.post('/api/public/ask', { data: { subdomain: workspace.subdomain, question } })
    const { results } = (await found.json()) as { results: CitedText[] }
    const { sources } = (await reply.json()) as { sources: CitedText[] }
    for (const one of [...results, ...sources]) cited.set(`${one.url} ${one.excerpt}`, one)
  }
  expect(cited.size).toBeGreaterThan(asked.length / 2)
  const check = citationChecker(async (url) => {
    expect(url.startsWith(app.url), 'the demo cites itself').toBe(true)
    return fetch(url)
  })
  const faults: string[] = []
  for (const one of cited.values()) {
    const fault = await check(one)
    if (fault) faults.push(`${fault}: ${one.url} ${one.excerpt}`)
  }
  expect(faults).toEqual([])
})
