// A model's answer on the public page, while it is still being written.

import { answerCard, box, expect } from '../support/content/shop.ts'
import { test } from '../support/models/model-shop.ts'

const WEAVING = {
  question: 'When will my blanket leave the loom?',
  answer: 'Blankets are woven to order in our workshop. They leave the loom on Friday and are posted on Monday.',
}

test('the first sentence is shown, with its source, while the second is still being written', async ({
  page,
  model,
  newShop,
}) => {
  const shop = await newShop([WEAVING])
  model.use('in_two')
  await page.goto(shop.path)
  await box(page).fill('When does my blanket leave the loom?')
  await page.keyboard.press('Enter')
  const card = answerCard(page)
  await expect(card.getByText('Blankets are woven to order in our workshop.')).toBeVisible()
  await expect(card).not.toContainText('posted on Monday')
  await expect(card.locator('[aria-busy="true"]')).toBeVisible()
  await expect(card.getByRole('list', { name: 'Sources' })).toContainText(WEAVING.question)
  await expect(page.getByRole('button', { name: 'Asking...' })).toBeVisible()

  model.goOn()
  await expect(card).toContainText('They leave the loom on Friday and are posted on Monday.')
  await expect(card.locator('[aria-busy="false"]')).toBeVisible()
  await expect(card, 'marks of citations are for the server').not.toContainText('[1]')
  await expect(card.getByRole('button', { name: 'Yes, this helped' })).toBeVisible()
})

test('the answer of a model that invents and cites unknown sources is replaced by the built-in answer', async ({
  page,
  model,
  newShop,
}) => {
  const shop = await newShop([WEAVING])
  model.use('false_citations')
  await page.goto(shop.path)
  await box(page).fill('When will my blanket leave the loom?')
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('They leave the loom on Friday')
  await expect(answerCard(page)).not.toContainText('400 days')
  await expect(answerCard(page)).not.toContainText('bicycle')
  await expect(answerCard(page).getByRole('list', { name: 'Sources' })).toContainText(WEAVING.question)
})
