// Sections that are shown without a claim, and what a long section leaves out, on the page and in the widget.
import { answerCard, box, expect, FAQS, test } from '../support/content/shop.ts'

const RIVALS = ['food', 'water'].map((way) => ({
  question: `Can it be spread through ${way}?`,
  answer: `Not through ${way}, as far as is known.`,
  category: 'General',
}))
const CARE = Array.from(
  { length: 14 },
  (_, part) =>
    `Part ${part + 1} of the care of a loom: oil the joints of this part, tighten its screws, and let it rest for a night before it is used again.`,
)
const LONG = { question: 'How do I care for my loom?', answer: CARE.join('\n\n'), category: 'Product' }

const surfaces = {
  'the page': (shop: { path: string }) => shop.path,
  'the widget': (shop: { workspace_id: string }) => `/widget/frame?workspace_id=${shop.workspace_id}`,
}

for (const [name, pathOf] of Object.entries(surfaces)) {
  test(`each shown section on ${name} has its own vote, and a person is offered`, async ({ page, newShop }) => {
    const shop = await newShop([...FAQS, ...RIVALS])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(pathOf(shop))
    await box(page).fill('how can it be spread')
    await page.keyboard.press('Enter')
    const card = answerCard(page)
    const sections = card.locator('details')
    await expect(sections).toHaveCount(3)
    await expect(card.getByText('Was this helpful?').filter({ visible: true }), 'only the first is open').toHaveCount(1)
    await expect(card.getByRole('button', { name: 'Ask a person' })).toBeVisible()
    await expect(page.getByText(/^\d+ results?$/u)).toHaveCount(0)

    const vote = async (at: number, choice: string) => {
      const section = sections.nth(at)
      const answered = page.waitForResponse('**/api/public/feedback')
      await section.getByRole('button', { name: choice }).click()
      expect((await answered).status()).toBe(204)
      await expect(section.getByRole('button', { name: choice })).toHaveAttribute('aria-pressed', 'true')
    }
    await vote(0, 'No, this did not help')
    await sections.nth(1).locator('summary').click()
    await vote(1, 'Yes, this helped')
    const question = await shop.call('GET', '/questions?limit=1')
    expect(question).toMatchObject({
      items: [{ outcome: 'suggested', vote: 'up', sources: [{ vote: 'down' }, { vote: 'up' }, {}] }],
    })
  })

  test(`a long answer on ${name} is shortened and links to its complete text`, async ({ page, newShop }) => {
    const shop = await newShop([...FAQS, LONG])
    await page.goto(pathOf(shop))
    await box(page).fill(LONG.question)
    await page.keyboard.press('Enter')
    const card = answerCard(page)
    await expect(card).toContainText('Part 1 of the care')
    await expect(card).not.toContainText('Part 14 of the care')
    await expect(card.getByRole('link', { name: `Read more: ${LONG.question}` })).toHaveAttribute(
      'href',
      /how-do-i-care-for-my-loom$/u,
    )
  })
}
