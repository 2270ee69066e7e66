// Actions of visitors on the help page: read, search, ask, vote, hand off to a person; by keyboard, on narrow screens,
// in light and dark.
import type { Page } from '@playwright/test'
import { problemsOf, sidewaysScroll } from '../support/browser/accessibility.ts'
import { WITH_MOTION } from '../support/browser/browser.ts'
import { answerCard, box, expect, FAQS, hold, questions, send, test } from '../support/content/shop.ts'

test.use(WITH_MOTION)

async function expectAccessible(page: Page): Promise<void> {
  // Elements that are still fading in would be measured at half their contrast.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  expect(await problemsOf(page)).toEqual([])
}

test('a visitor reads: categories, one open question, links', async ({ page, shop }) => {
  await page.goto(shop.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions')
  await expect(page.getByText('Find answers to common questions')).toBeVisible()
  await expect(page.getByText('Powered by Answerloom')).toBeVisible()
  await expect(questions(page)).toHaveText(FAQS.map((faq) => faq.question))

  await questions(page).nth(0).click()
  await expect(page.getByText('three days')).toBeVisible()
  const link = page.getByRole('link', { name: 'https://woven.example.test/delivery' })
  await expect(link).toHaveAttribute('target', '_blank')
  await questions(page).nth(1).click()
  await expect(page.getByText('Merino from small farms.')).toBeVisible()
  await expect(page.getByText('three days')).toBeHidden()

  await page.getByRole('button', { name: 'Product' }).click()
  await expect(questions(page)).toHaveText(['Which wool do you use?', 'How do I wash a blanket?'])
  await expect(page.getByRole('button', { name: 'Product' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'All' }).click()
  await expect(questions(page)).toHaveCount(FAQS.length)

  await questions(page).nth(3).click()
  await page.locator('details[open]').getByRole('link', { name: 'Link to this answer' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Can I pay by invoice?')
  await page.getByRole('link', { name: 'All questions' }).click()
  await expect(questions(page)).toHaveCount(FAQS.length)
  await page.goto(`${shop.path}?from=mail#how-do-i-wash-a-blanket`)
  await expect(page.getByText('By hand, cold')).toBeVisible()
})

test('a visitor searches while typing', async ({ page, shop }) => {
  await page.goto(shop.path)
  const chips = page.getByRole('group', { name: 'Categories' })
  await expect(chips).toBeVisible()
  await box(page).pressSequentially('blanket was')
  await expect(chips).toBeHidden()
  await expect(questions(page).first()).toHaveText('How do I wash a blanket?')
  await questions(page).first().click()
  await expect(page.getByText('By hand, cold, with wool soap.')).toBeVisible()

  await box(page).fill('zeppelin')
  await expect(page.getByText('No FAQs Found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ask this question' }), 'what was typed can be asked').toBeVisible()
  await page.getByRole('button', { name: 'zeppelin' }).click()
  await expect(answerCard(page)).toContainText("I couldn't find this in our help content.")
  await expect(page.getByText('No FAQs Found')).toHaveCount(0)
  await expect(questions(page)).toHaveCount(FAQS.length)

  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(questions(page)).toHaveCount(FAQS.length)
  await expect(chips).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
})

test('a visitor asks, continues with a related question, and votes', async ({ page, shop }) => {
  await page.goto(shop.path)
  await send(page).click()
  await expect(box(page), 'nothing is asked without a question').toBeFocused()
  await box(page).fill('   ')
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toHaveCount(0)

  const letGo = await hold(page, '**/api/public/ask')
  await box(page).fill('How long does delivery take?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Asking...' })).toBeVisible()
  await expect(answerCard(page)).toContainText('Thinking...')
  letGo()
  await expect(answerCard(page)).toContainText('Parcels arrive within three days.')
  await expect(send(page)).toBeVisible()
  const source = answerCard(page).getByRole('list', { name: 'Sources' }).getByRole('link').first()
  await expect(source, 'what stands below is led to').toHaveAttribute('href', '#how-long-does-delivery-take')
  await source.click()
  await expect(page.locator('details[open]').getByText('We pack')).toBeInViewport()

  const voted = page.waitForResponse('**/api/public/feedback')
  await page.getByRole('button', { name: 'Yes, this helped' }).click()
  expect((await voted).status()).toBe(204)
  await expect(answerCard(page)).toContainText('Thanks for your feedback.')
  await expect(page.getByRole('button', { name: 'Yes, this helped' })).toHaveAttribute('aria-pressed', 'true')

  await expect(page.getByRole('heading', { name: 'Related questions you might ask' })).toBeVisible()
  const related = answerCard(page).locator('form').getByRole('button')
  await expect(related).toHaveCount(3)
  const next = (await related.first().textContent())?.trim() ?? ''
  const asked = page.waitForRequest('**/api/public/ask')
  await related.first().click()
  expect((await asked).postDataJSON()).toMatchObject({ question: next, conversation_id: expect.any(String) })
  await expect(box(page)).toHaveValue(next)

  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(answerCard(page)).toHaveCount(0)
  await expect(questions(page)).toHaveCount(FAQS.length)
})

test('a refusal offers a person and leaves the list', async ({ page, shop }) => {
  await page.goto(shop.path)
  await box(page).fill('Who won the zeppelin race of 1932?')
  await send(page).click()
  await expect(answerCard(page)).toContainText("I couldn't find this in our help content.")
  await expect(questions(page)).toHaveCount(FAQS.length)
  await expectAccessible(page)

  await answerCard(page).getByRole('textbox').fill('visitor@example.test')
  const sent = page.waitForResponse('**/api/public/handoff')
  await page.getByRole('button', { name: 'Ask a person' }).click()
  expect((await sent).status()).toBe(202)
  await expect(answerCard(page).getByText('Thank you. A person will get back to you.')).toBeFocused()
})

test('an edit is shown immediately', async ({ page, newShop }) => {
  const shop = await newShop()
  await page.goto(shop.path)
  const { items } = (await shop.call('GET', '/faqs')) as { items: { id: string; question: string }[] }
  const faq = items.find((item) => item.question === 'Which wool do you use?')
  await shop.call('PATCH', `/faqs/${faq?.id}`, { answer: 'Alpaca, since this morning.' })
  await expect(async () => {
    await page.reload()
    await questions(page).nth(1).click()
    await expect(page.getByText('Alpaca, since this morning.')).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 5_000 })
  await shop.call('PATCH', `/faqs/${faq?.id}`, { status: 'draft' })
  await expect(async () => {
    await page.reload()
    await expect(questions(page)).toHaveCount(FAQS.length - 1, { timeout: 200 })
  }).toPass({ timeout: 5_000 })
})

test('signing in or out in another tab reloads the page', async ({ page, context, shop }) => {
  await page.goto(shop.path)
  await questions(page).nth(0).click()
  const other = await context.newPage()
  await other.goto(shop.path)
  const reloaded = page.waitForEvent('load')
  await other.evaluate(() => new BroadcastChannel('session').postMessage('ended'))
  await reloaded
})

test('the keyboard reaches everything', async ({ page, shop }) => {
  await page.goto(shop.path)
  // The key works once the script runs, a moment after the page has loaded.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.type('wool')
  await expect(questions(page).first()).toHaveText('Which wool do you use?')
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveValue('')
  await expect(questions(page)).toHaveCount(FAQS.length)
  await questions(page).nth(0).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('three days')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('How long does delivery take?')
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('Parcels arrive')
})

test('a shared link has an image and a description, and a FAQ has a page, Markdown and structured data', async ({
  page,
  shop,
}) => {
  await page.goto(shop.path)
  const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  expect(await meta('og:title')).toBe('Frequently Asked Questions · Woven Goods')
  expect(await meta('description')).toContain('Find answers to common questions')
  expect(await meta('twitter:card')).toBe('summary_large_image')
  const picture = await page.request.get((await meta('og:image')) ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  const png = await picture.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)], 'its size').toEqual([1200, 630])

  await page.goto(`${shop.path}/which-wool-do-you-use`)
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text))).toMatchObject([
    {
      '@type': 'QAPage',
      mainEntity: { name: 'Which wool do you use?', acceptedAnswer: { text: 'Merino from small farms.' } },
    },
    { '@type': 'BreadcrumbList', itemListElement: [{ name: 'All questions' }, { name: 'Which wool do you use?' }] },
  ])
  const markdown = await page.locator('link[type="text/markdown"]').getAttribute('href')
  expect(await (await page.request.get(markdown ?? '')).text()).toBe(
    '# Which wool do you use?\n\nMerino from small farms.\n',
  )
})

test('a FAQ that is alone in its category leads to related questions', async ({ page, newShop }) => {
  const shop = await newShop([
    { question: 'How do I wash a blanket?', answer: 'By hand.', category: 'Care' },
    { question: 'Do you mend an old blanket?', answer: 'Yes, for free.', category: 'Repairs' },
    { question: 'Can I pay by invoice?', answer: 'Yes.', category: 'Billing' },
  ])
  await page.goto(`${shop.path}/how-do-i-wash-a-blanket`)
  const related = page.getByRole('navigation', { name: 'Related questions you might ask' }).getByRole('link')
  await expect(related).toHaveText(['Do you mend an old blanket?'])
  await related.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Do you mend an old blanket?')
})

test('unknown addresses have a not-found page', async ({ page, emptyShop }) => {
  const response = await page.goto('/faq/nobody-at-all')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading')).toHaveText('FAQ Page Not Found')
  await expect(page.getByText('The requested FAQ page could not be found.')).toBeVisible()
  await page.goto(emptyShop.path)
  await expect(page.getByText('No FAQs Found')).toBeVisible()
  await expect(page.getByText('No FAQs have been published yet.')).toBeVisible()
  await page.goto(`${emptyShop.path}?category=Billing`)
  await expect(page.getByText('No FAQs found in Billing category.')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the public page in ${colorScheme} mode`, () => {
    test.use({ colorScheme })

    test('is perceivable in every state and fits the screen', async ({ page, shop, emptyShop }) => {
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const check = async () => {
          expect(await sidewaysScroll(page)).toBe(0)
          if (width === 320) await expectAccessible(page)
        }
        for (const path of [emptyShop.path, '/faq/nobody-at-all', `${shop.path}/which-wool-do-you-use`, shop.path]) {
          await page.goto(path)
          await check()
        }
        await questions(page).nth(0).click()
        await expect(page.getByText('three days')).toBeVisible()
        await check()
        await box(page).fill('delivery')
        await expect(page.getByText(/\d results?/)).toBeVisible()
        await check()
        await page.keyboard.press('Enter')
        await expect(page.getByText('Was this helpful?')).toBeVisible()
        await check()
      }
    })
  })
}
