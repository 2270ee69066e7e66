// One search on the public page, however a visitor comes to it: typed, by address, loaded again, gone back to, without
// the script, and in the widget frame.
import type { Page } from '@playwright/test'
import { changesOf, untilAlive, untilPainted, watchLoading } from '../support/browser/page-changes.ts'
import { box, expect, FAQS, questions, type Shop, test } from '../support/content/shop.ts'

const COUNT = 450
const CATEGORIES = ['Looms', 'Yarn', 'Shuttles']
const MANY = Array.from({ length: COUNT }, (_, index) => ({
  question: `How is cloth number ${index + 1} woven?`,
  answer: index % 10 === 0 ? `Lot ${index + 1} is made of velvet.` : `Lot ${index + 1} is made of linen.`,
  category: CATEGORIES[index % CATEGORIES.length],
}))

const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const status = (page: Page) => page.getByRole('status')
/** The results in their order: FAQs that open on the spot, and links to the others. */
const results = async (page: Page) => {
  await expect(status(page)).toHaveText(/\d results?/)
  return page.locator('.panel summary, .panel a.result .strong').allTextContents()
}

/** Types, and waits for what the server found: until then the page shows what it holds itself. */
async function search(page: Page, text: string): Promise<string[]> {
  const answered = page.waitForResponse((response) => {
    const url = new URL(response.url())
    return url.pathname === '/api/public/search' && url.searchParams.get('q') === text
  })
  await box(page).fill(text)
  await answered
  await untilPainted(page)
  return results(page)
}

/** Search results by URL on a page without scripts. */
async function resultsAt(plain: Page, address: string): Promise<string[]> {
  await plain.goto(address)
  return results(plain)
}

let wide: Shop
test.beforeAll(async ({ newShop }) => {
  wide = await newShop(MANY)
})

test('typing, the address, a reload and a page without JavaScript give the same results', async ({
  page,
  shop,
  newPerson,
}) => {
  const plain = await newPerson({ javaScriptEnabled: false })
  for (const typed of ['blanket was', 'deliv', 'how do i']) {
    await page.goto(shop.path)
    const found = await search(page, typed)
    expect(found.length).toBeGreaterThan(0)
    await expect(page).toHaveURL(new RegExp(`\\?q=${typed.replaceAll(' ', '\\+')}$`))
    await page.reload()
    await expect(box(page)).toHaveValue(typed)
    expect(await results(page), `loaded again: ${typed}`).toEqual(found)
    expect(await resultsAt(plain, page.url()), `without the script: ${typed}`).toEqual(found)
  }
})

test('the searched words are marked', async ({ page, shop, newPerson }) => {
  const marks = (of: Page) => of.locator('.panel mark').allTextContents()
  await page.goto(shop.path)
  await search(page, 'wash blankets')
  expect((await marks(page)).slice(0, 2)).toEqual(['wash', 'blanket'])
  const plain = await newPerson({ javaScriptEnabled: false })
  await plain.goto(page.url())
  expect((await marks(plain)).slice(0, 2), 'without the script').toEqual(['wash', 'blanket'])
})

test('the pages of results follow the search', async ({ page, newPerson }) => {
  const plain = await newPerson({ javaScriptEnabled: false })
  await page.goto(wide.path)
  await expect(pager(page)).toContainText('Page 1 of 3')
  await box(page).fill('cloth number 44')
  await expect(pager(page)).toHaveCount(0)
  await expect(status(page)).toHaveText(/^\d results?$/)

  await box(page).fill('velvet')
  await expect(status(page)).toHaveText('45 results')
  await expect(pager(page)).toContainText('Page 1 of 5')
  const first = await results(page)
  expect(first).toHaveLength(10)
  await pager(page).getByRole('link', { name: 'Next' }).click()
  await expect(pager(page)).toContainText('Page 2 of 5')
  await expect(page).toHaveURL(/\?q=velvet&page=2$/)
  const second = await results(page)
  expect(second.filter((question) => first.includes(question))).toEqual([])

  await page.reload()
  expect(await results(page)).toEqual(second)
  await expect(pager(page)).toContainText('Page 2 of 5')
  expect(await resultsAt(plain, page.url())).toEqual(second)

  await page.goBack()
  await expect(pager(page)).toContainText('Page 1 of 5')
  expect(await results(page)).toEqual(first)
  await page.goBack()
  await expect(pager(page)).toContainText('Page 1 of 3')
  await expect(box(page)).toHaveValue('')
  await expect(questions(page)).toHaveCount(200)
})

test('a search covers all categories, and going back returns to the previous category', async ({ page, shop }) => {
  await page.goto(shop.path)
  await page.getByRole('button', { name: 'Product' }).click()
  await expect(page).toHaveURL(/\?category=Product$/)
  await expect(questions(page)).toHaveCount(2)
  await search(page, 'invoice')
  await expect(questions(page)).toHaveText(['Can I pay by invoice?'])
  await expect(page).toHaveURL(/\?q=invoice$/)
  await page.reload()
  await expect(questions(page)).toHaveText(['Can I pay by invoice?'])
  await page.goBack()
  await expect(questions(page)).toHaveText(['Which wool do you use?', 'How do I wash a blanket?'])
  await expect(page.getByRole('button', { name: 'Product' })).toHaveAttribute('aria-pressed', 'true')

  await search(page, 'invoice')
  await expect(page).toHaveURL(/\?q=invoice$/)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(questions(page)).toHaveCount(FAQS.length)
  await expect(page.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(new RegExp(`${shop.path}$`))
  await page.goBack()
  await expect(questions(page)).toHaveText(['Can I pay by invoice?'])
})

test('the search is restored when the visitor returns from a FAQ', async ({ page, shop }) => {
  await page.goto(shop.path)
  const found = await search(page, 'wool')
  await questions(page).first().click()
  await page.locator('details[open]').getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page.getByRole('link', { name: 'All questions' })).toBeVisible()
  await page.goBack()
  await expect(box(page)).toHaveValue('wool')
  expect(await results(page)).toEqual(found)
})

test('pages of results are unchanged by hydration', async ({ page }) => {
  await watchLoading(page)
  for (const address of ['?q=velvet&page=2', '?q=velvet&page=99', '?category=Yarn', '?page=2']) {
    await page.goto(`${wide.path}${address}`)
    const url = page.url()
    await untilAlive(page)
    expect(await changesOf(page), `mutations of ${address}`).toEqual([])
    expect(page.url(), 'its address stays').toBe(url)
  }
})

test.describe('a search without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('is paginated', async ({ page }) => {
    await page.goto(`${wide.path}?q=velvet`)
    await expect(pager(page)).toContainText('Page 1 of 5')
    await pager(page).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\?q=velvet&page=2$/)
    await expect(pager(page)).toContainText('Page 2 of 5')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(pager(page)).toContainText('Page 1 of 3')
    await page.goto(`${wide.path}?q=velvet&page=99`)
    await expect(pager(page)).toContainText('Page 5 of 5')
  })
})

test('the frame searches like the page, and stays on its page', async ({ page }) => {
  await page.goto(`${wide.path}?q=velv`)
  const found = await results(page)
  await page.goto(`/widget/frame?workspace_id=${wide.workspace_id}`)
  const url = page.url()
  expect(await search(page, 'velv')).toEqual(found)
  await expect(pager(page)).toContainText('Page 1 of 5')
  await pager(page).getByRole('link', { name: 'Next' }).click()
  await expect(pager(page)).toContainText('Page 2 of 5')
  expect(page.url()).toBe(url)
  expect(page.context().pages()).toHaveLength(1)
  await box(page).fill('')
  await expect(pager(page)).toHaveCount(0)
  await expect(questions(page)).toHaveCount(6)
})
