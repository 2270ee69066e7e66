// The public page when something is missing: the service, the script, or the visitor's patience.
import { problemsOf } from '../support/browser/accessibility.ts'
import { changesOf, shiftsOf, untilAlive, watchLoading } from '../support/browser/page-changes.ts'
import { answerCard, box, expect, FAQS, hold, questions, send, test } from '../support/content/shop.ts'
import { openSlowly } from '../support/network/slow-page.ts'

test('clearing and typing end a running question', async ({ page, shop }) => {
  await page.goto(shop.path)
  for (const end of ['clear', 'type'] as const) {
    await hold(page, '**/api/public/ask')
    await box(page).fill('Which wool do you use?')
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText('Thinking...')
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/public/ask'))
    if (end === 'clear') await page.getByRole('button', { name: 'Clear search' }).click()
    else await box(page).press('x')
    await aborted
    await expect(answerCard(page)).toHaveCount(0)
    await expect(send(page)).toBeVisible()
    await page.unroute('**/api/public/ask')
  }
})

test.describe('a failing service', () => {
  // Playwright takes a list as a value with its options, so the brackets are doubled.
  test.use({ expectedErrors: [[/status of 503/, /net::ERR_FAILED/], { scope: 'test' }] })

  const related = ['How long does delivery take?', 'How do I get started with Woven Goods?']

  test('shows the specified sentences and suggestions', async ({ page, shop }) => {
    await page.goto(shop.path)
    await page.route('**/api/public/ask', (route) => route.fulfill({ status: 503, json: {} }))
    await box(page).fill('delivery')
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText(
      "I'm temporarily unable to provide AI assistance. Please browse our FAQs below or contact support.",
    )
    for (const question of related) await expect(answerCard(page).getByRole('button', { name: question })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Yes, this helped' })).toHaveCount(0)

    await page.route('**/api/public/ask', (route) => route.abort())
    await send(page).click()
    await expect(answerCard(page)).toContainText(
      "I'm temporarily unable to provide assistance. Please browse our FAQs below or contact support.",
    )
  })

  for (const fails of ['with 503', 'on the way'] as const) {
    test(`forwards the question to a person when asking fails ${fails}, once`, async ({ page, newShop }) => {
      const shop = await newShop()
      await page.goto(shop.path)
      await page.route('**/api/public/ask', (route) =>
        fails === 'with 503' ? route.fulfill({ status: 503, json: {} }) : route.abort(),
      )
      await box(page).fill('Where is parcel 17?')
      await page.keyboard.press('Enter')
      const email = answerCard(page).getByRole('textbox')
      await email.fill('visitor@example.test')
      // The first attempt arrives, but its answer is lost: what is sent again is the same question.
      let lost = 0
      await page.route('**/api/public/handoff', async (route) => {
        await route.fetch()
        lost += 1
        await route.abort()
      })
      await page.getByRole('button', { name: 'Ask a person' }).click()
      await expect(answerCard(page).getByRole('alert')).toHaveText('This could not be sent. Please try again.')
      await expect(email).toHaveValue('visitor@example.test')
      expect(lost).toBe(1)
      await page.unroute('**/api/public/handoff')
      await page.getByRole('button', { name: 'Ask a person' }).click()
      await expect(answerCard(page)).toContainText('Thank you. A person will get back to you.')
      const waiting = (await shop.call('GET', '/questions?view=waiting')) as { items: object[]; total: number }
      expect(waiting).toMatchObject({
        total: 1,
        items: [{ question: 'Where is parcel 17?', outcome: 'unavailable', visitor_email: 'visitor@example.test' }],
      })
      expect(await shop.call('GET', '/questions')).toMatchObject({ total: 1 })
    })
  }

  test('does not make an interrupted answer look complete', async ({ page, shop }) => {
    await page.goto(shop.path)
    const body = 'event: sources\ndata: []\n\nevent: delta\ndata: {"text":"Half an ans"}\n\n'
    await page.route('**/api/public/ask', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    await box(page).fill('delivery')
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText("I'm temporarily unable to provide assistance.")
    await expect(answerCard(page)).not.toContainText('Half an ans')
  })

  test("leaves the search of the page's own content", async ({ page, shop }) => {
    await page.goto(shop.path)
    await page.route('**/api/public/search?*', (route) => route.abort())
    await box(page).fill('merino')
    await expect(questions(page)).toHaveText(['Which wool do you use?'])
  })
})

test('hydration changes nothing, and keeps text typed before', async ({ page, shop }) => {
  await watchLoading(page)
  for (const address of ['', '?q=wool', '?q=wool&ask=1', '?q=zeppelin', '?category=Product']) {
    await page.goto(`${shop.path}${address}`)
    await untilAlive(page)
    expect(await changesOf(page), `mutations of ${address}`).toEqual([])
    expect(await shiftsOf(page), `shifts of ${address}`).toEqual([])
  }

  const letGo = await hold(page, '**/visitor-assets/*.js')
  await page.goto(shop.path, { waitUntil: 'commit' })
  await box(page).fill('merino')
  letGo()
  await expect(questions(page)).toHaveText(['Which wool do you use?'])
  await expect(box(page)).toHaveValue('merino')
})

test('nothing moves while the page arrives in pieces', async ({ page, shop, app }) => {
  test.setTimeout(90_000)
  await watchLoading(page)
  for (const address of ['', '?q=wool&ask=1', '?category=Product']) {
    await openSlowly(page, `${app.url}${shop.path}${address}`)
    expect(await shiftsOf(page), `shifts of ${address}`).toEqual([])
  }
})

test.describe('a page without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('can be read, filtered, searched and asked', async ({ page, shop }) => {
    await page.goto(shop.path)
    await questions(page).nth(0).click()
    await expect(page.getByText('three days')).toBeVisible()
    await questions(page).nth(1).click()
    await expect(page.getByText('three days')).toBeHidden()

    await page.getByRole('button', { name: 'Product' }).click()
    await expect(questions(page)).toHaveText(['Which wool do you use?', 'How do I wash a blanket?'])

    await box(page).fill('How long does delivery take?')
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText('Parcels arrive within three days.')
    await expect(questions(page)).toHaveText(['How long does delivery take?'])
    await answerCard(page).locator('form').getByRole('button').first().click()
    await expect(answerCard(page)).not.toContainText('Parcels arrive within three days.')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(questions(page)).toHaveCount(FAQS.length)
  })

  test('forwards a refused question to a person, once', async ({ page, newShop }) => {
    const shop = await newShop()
    const question = 'Who won the zeppelin race of 1932?'
    await page.goto(shop.path)
    await box(page).fill(question)
    await page.keyboard.press('Enter')
    await expect(answerCard(page)).toContainText("I couldn't find this in our help content.")

    // The browser accepts it, the server does not.
    const email = page.getByRole('textbox', { name: 'Leave your email address' })
    await email.fill('visitor@nowhere')
    await page.getByRole('button', { name: 'Ask a person' }).click()
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address.')
    await expect(email).toHaveValue('visitor@nowhere')
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address.')
    await expect(box(page)).toHaveValue(question)

    await email.fill('visitor@example.test')
    await email.press('Enter')
    await expect(page.getByText('Thank you. A person will get back to you.')).toBeVisible()
    await expect(box(page)).toHaveValue(question)
    await page.reload()
    await expect(page.getByText('Thank you. A person will get back to you.')).toBeVisible()
    expect(await shop.call('GET', '/questions')).toMatchObject({
      total: 1,
      items: [{ question, outcome: 'refused', visitor_email: 'visitor@example.test' }],
    })
  })
})

test('the page of a sent form is hydrated unchanged, and further questions work', async ({ page, shop }) => {
  await watchLoading(page)
  await page.goto(`${shop.path}?q=Who+won+the+zeppelin+race%3F&ask=1`)
  await page.locator('#_email').evaluate((field) => {
    const email = field as HTMLInputElement
    email.value = 'visitor@nowhere'
    email.form?.submit()
  })
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address.')
  await untilAlive(page)
  expect(await changesOf(page), 'refused').toEqual([])
  expect(await problemsOf(page)).toEqual([])
  await page.goto(`${shop.path}?q=zeppelin&sent=1`)
  await untilAlive(page)
  expect(await changesOf(page), 'sent').toEqual([])
  expect(await problemsOf(page)).toEqual([])
  await expect(page.getByText('Thank you. A person will get back to you.')).toBeVisible()
  await box(page).fill('Which wool do you use?')
  await expect(page.getByText('Thank you. A person will get back to you.')).toHaveCount(0)
})
