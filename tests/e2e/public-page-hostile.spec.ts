// Text from users and models is shown to visitors as typed: on the help page, on the page of a FAQ, and in the widget.
import type { Page } from '@playwright/test'
import { answerCard, box, questions } from '../support/content/shop.ts'
import { expect, frameOn, ownerCalls, test, untilFrameAlive } from '../support/content/widget-shop.ts'
import { widgetTag } from '../support/websites/host-site.ts'
import { expectHarmless, HOSTILE } from '../support/websites/hostile-texts.ts'

const FAQS = HOSTILE.map((text, index) => ({
  question: `${index} ${text}`,
  answer: `${text}\n\n1. ${text}\n2. **${text}**`,
  category: `${index}${text}`.slice(0, 60),
}))

test('visitors see text that looks like markup literally', async ({ page, app, site, newShop }) => {
  const shop = await newShop(FAQS)
  const owner = await ownerCalls(app, shop)
  const [script = '', image = ''] = HOSTILE
  const words = { name: `W ${image}`, widget_heading: script, widget_call_to_action: image }
  await owner('appearance/update', words)

  await page.goto(shop.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script)
  await expect(questions(page)).toHaveCount(FAQS.length)
  for (const [i, { question }] of FAQS.entries()) {
    await expect(questions(page).nth(i)).toHaveText(question)
    await questions(page).nth(i).click()
    await expect(page.locator('details[open]')).toContainText(HOSTILE[i]?.replaceAll('**', '') ?? '')
  }
  await expectHarmless(page, 'the list')
  for (const { category } of FAQS) {
    await page.getByRole('button', { name: category, exact: true }).click()
    await expect(questions(page)).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'All', exact: true }).click()

  await page.locator('details').nth(1).locator('summary').click()
  await page.locator('details[open]').getByRole('link', { name: 'Link to this answer' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`1 ${image}`)
  await expectHarmless(page, 'a page of its own')
  expect(await page.title()).toContain(image)

  // A model may write anything.
  const id = '01900000-0000-7000-8000-000000000000'
  const answer = {
    answer: HOSTILE.join('\n\n'),
    sources: [{ kind: 'chunk', id, title: image, url: 'javascript:alert(1)', excerpt: script }],
    related_questions: HOSTILE,
    outcome: 'answered',
    message_id: id,
    conversation_id: id,
  }
  const events: [string, unknown][] = [
    ['sources', answer.sources],
    ['delta', { text: answer.answer }],
    ['done', answer],
  ]
  const body = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  const answerBadly = (where: Page) =>
    where.route('**/api/public/ask', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.goto(shop.path)
  await answerBadly(page)
  await box(page).fill(image)
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText(image)
  await expectHarmless(page, 'an answer')
  expect(await page.title()).not.toMatch(/^broken/)

  site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': shop.workspace_id, 'data-limit': '12' }) })
  await page.goto(`${site.origin}/shop`)
  const frame = frameOn(page)
  await expect(questions(frame)).toHaveCount(FAQS.length)
  for (const index of FAQS.keys()) await questions(frame).nth(index).click()
  await untilFrameAlive(page)
  await box(frame).fill(image)
  await page.keyboard.press('Enter')
  await expect(answerCard(frame)).toBeVisible()
  await expectHarmless(frame, 'the widget')
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(await page.title()).toBe('A shop')
})
