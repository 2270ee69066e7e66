// The public page as a help center: cards of categories, their pages, and the pages of single questions.
import type { Page } from '@playwright/test'
import { problemsOf, sidewaysScroll } from '../support/browser/accessibility.ts'
import { changesOf, untilAlive, watchLoading } from '../support/browser/page-changes.ts'
import { answerCard, box, expect, type Shop, test } from '../support/content/shop.ts'

let shop: Shop
test.beforeAll(async ({ newShop }) => {
  shop = await newShop()
  await shop.call('PATCH', '/appearance', { page_layout: 'collections' })
})

const card = (page: Page, name: string) => page.getByRole('region', { name: 'Categories' }).getByRole('link', { name })
const popular = (page: Page) => page.getByRole('region', { name: 'Popular questions' }).getByRole('link')
const trail = (page: Page) => page.getByRole('navigation', { name: 'You are here' })

/** From the cards to a question and back, by links alone. */
async function browse(page: Page): Promise<void> {
  await page.goto(shop.path)
  await expect(card(page, 'Product')).toContainText('2 questions')
  await expect(card(page, 'Billing')).toContainText('1 question')
  await expect(popular(page)).toHaveCount(5)
  await card(page, 'Product').click()
  await expect(page).toHaveURL(new RegExp(`${shop.path}/categories/product$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product')
  await expect(trail(page)).toHaveText('All questionsProduct')
  await page.getByRole('link', { name: 'How do I wash a blanket?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do I wash a blanket?')
  await expect(page.getByText('By hand, cold, with wool soap.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'More in Product' }).getByRole('link')).toHaveText([
    'Which wool do you use?',
  ])
  await trail(page).getByRole('link', { name: 'Product' }).click()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing')
  await trail(page).getByRole('link', { name: 'All questions' }).click()
  await expect(card(page, 'Product')).toBeVisible()
}

test('a visitor browses by category', async ({ page }) => browse(page))

test('search results replace the cards, and an answer is shown above them', async ({ page }) => {
  await page.goto(shop.path)
  await box(page).fill('blanket')
  await expect(page.getByRole('link', { name: 'How do I wash a blanket?' })).toBeVisible()
  await expect(card(page, 'Product')).toBeHidden()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(card(page, 'Product')).toBeVisible()

  await box(page).fill('Who won the zeppelin race of 1932?')
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask a person' })).toBeVisible()
  await expect(card(page, 'Product'), 'there is something to browse below').toBeVisible()
})

test('hydration changes nothing on the page', async ({ page }) => {
  await watchLoading(page)
  for (const address of ['', '?q=blanket']) {
    await page.goto(`${shop.path}${address}`)
    await untilAlive(page)
    expect(await changesOf(page), `mutations of ${address}`).toEqual([])
  }
})

test('the most answered questions are first', async ({ page, newShop }) => {
  const asked = await newShop()
  await asked.call('PATCH', '/appearance', { page_layout: 'collections' })
  await page.goto(asked.path)
  await expect(popular(page).first()).toHaveText('How long does delivery take?')
  await box(page).fill('Can I pay by invoice?')
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('within 14 days')
  // The page is rendered again when its content changes.
  await asked.call('PATCH', '/appearance', { widget_heading: 'Ask us' })
  await page.goto(asked.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask us')
  await expect(popular(page).first()).toHaveText('Can I pay by invoice?')
})

test('the keyboard reaches everything in order', async ({ page }) => {
  await page.goto(shop.path)
  await box(page).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(card(page, 'General')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('General')
})

test.describe('collections without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('are browsed and searched by a visitor, who asks a person', async ({ page }) => {
    await browse(page)
    await box(page).fill('blanket')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'How do I wash a blanket? By hand' }).click()
    await page.getByText('Still need help?').click()
    await page.getByLabel('Your question').fill('May I wash it in the sea?')
    await page.getByLabel('Leave your email address').fill('sailor@example.test')
    await page.getByRole('button', { name: 'Ask a person' }).click()
    await expect(page.getByText('Thank you. A person will get back to you.')).toBeVisible()
    const { items } = (await shop.call('GET', '/questions')) as { items: { question: string }[] }
    expect(items.map(({ question }) => question)).toContain('May I wash it in the sea?')
  })
})

test.describe('votes without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('on the page of a FAQ put it on the list of FAQs to review', async ({ page, newShop }) => {
    const own = await newShop()
    const toReview = async () => {
      const list = await own.call('GET', '/help-health/stale-faqs?reason=down_voted')
      return (list as { items: { question: string; down_votes: number }[] }).items
    }
    for (let vote = 0; vote < 2; vote += 1) {
      expect(await toReview()).toEqual([])
      await page.goto(`${own.path}/how-do-i-wash-a-blanket`)
      await expect(page.getByText('Was this helpful?')).toBeVisible()
      await page.getByRole('button', { name: 'No, this did not help' }).click()
      await expect(page.getByRole('status')).toHaveText('Thanks for your feedback.')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do I wash a blanket?')
    }
    expect(await toReview()).toMatchObject([{ question: 'How do I wash a blanket?', down_votes: 2 }])
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`collections in ${colorScheme} mode`, () => {
    test.use({ colorScheme })

    test('are perceivable at every width', async ({ page }) => {
      for (const path of ['', '/categories/product', '/how-do-i-wash-a-blanket', '?q=blanket', '?lang=ar'])
        for (const width of [320, 390, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(shop.path + path)
          expect(await sidewaysScroll(page), `${path} at ${width}`).toBe(0)
          expect(await problemsOf(page), `${path} at ${width}`).toEqual([])
        }
    })
  })
}
