// Gaps: unanswered questions become a FAQ, and all of them are asked again to verify that it answers them.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, ask, asked, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const PARAPHRASES = [
  'How do I get a refund?',
  'I want a refund, how?',
  'how can i request a refund',
  'refund how does it work',
  'Can I get a refund please?',
]

const gaps = (page: Page) => page.getByRole('list', { name: 'Gaps' }).getByRole('listitem')
const phrasings = (page: Page) => page.getByRole('list', { name: 'Phrasings' }).getByRole('listitem')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('five paraphrases become one gap, a draft, a FAQ, and a verification that it answers them all', async ({
  page,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/messages')
  await page.getByRole('link', { name: 'Gaps' }).click()
  await says(page, 'No open gaps')
  await addFaq(page, workspace, { question: 'Which wool do you use?', answer: 'Merino from small farms.' })
  for (const question of PARAPHRASES) await ask(page, workspace, question)
  await expect(gaps(page)).toHaveCount(1)
  await expect(gaps(page)).toContainText('5 visitors')
  await expect(gaps(page)).toContainText('5 this week, 0 the week before')
  await ask(page, workspace, 'Do you breed alpaca herds yourselves?')
  await expect(gaps(page)).toHaveCount(2)
  await page.getByRole('link', { name: /refund/i }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: /alpaca/ })).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: /refund/i })).toBeFocused()
  await checkScreen(page, 'Gaps', () => expect(gaps(page)).toHaveCount(2))

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard')
  await expect(gaps(page)).toHaveCount(2)
  await page
    .getByRole('list', { name: 'Gaps' })
    .getByRole('link', { name: /refund/i })
    .click()
  await expect(phrasings(page)).toHaveCount(5)
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Refunds', content: 'To get a refund, write to us within 30 days of your order.' }],
  })
  const allow = await refuse(page, 'gaps/draft', 'The draft could not be written.')
  await page.getByRole('button', { name: 'Draft FAQ' }).click()
  await expect(dialog(page, 'Draft FAQ')).toContainText('The draft could not be written.')
  await allow()
  await dialog(page, 'Draft FAQ').getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page, 'Draft FAQ')).toContainText('Quoted from “Refunds”. Check it before you publish.')
  const answer = dialog(page, 'Draft FAQ').getByLabel('Answer')
  await expect(answer).toHaveText(/write to us within 30 days/)
  await answer.fill('Write to us within 30 days of your order.')
  await dialog(page, 'Draft FAQ').getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'Verified: every question gets this answer')
  await expect(page.getByText('5 of 5 phrasings answered by it')).toBeVisible()
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
  await expect(phrasings(page).getByText('Answered now')).toHaveCount(5)
  await checkScreen(page, 'A gap', () => expect(phrasings(page)).toHaveCount(5))

  const again = await asked(page, workspace, { question: PARAPHRASES[2] ?? '' })
  expect(again).toMatchObject({ outcome: 'answered', answer: 'Write to us within 30 days of your order.' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/messages/gaps?state=resolved')
  await expect(gaps(page)).toHaveCount(1)
  await page.goto('/messages?view=unanswered')
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem')).toHaveCount(1)
})

test('a failed verification shows the obstacle, which is removed by adding the question', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const stray = 'refund for the blue zephyr kit please'
  for (const question of [...PARAPHRASES.slice(0, 3), stray, 'Do you breed alpaca herds yourselves?'])
    await ask(page, workspace, question)
  await addFaq(page, workspace, {
    question: 'What is in the blue zephyr kit?',
    answer: 'Yarn and two needles.',
    alternative_questions: ['blue zephyr kit'],
  })
  await page.goto('/messages/gaps')
  await expect(page.getByRole('link', { name: 'Do you breed alpaca herds yourselves?' })).toBeVisible()
  const alone = gaps(page).filter({ hasText: 'zephyr' })
  await expect(
    gaps(page)
      .filter({ hasText: /refund/i })
      .first(),
  ).toBeVisible()
  if ((await alone.count()) > 0) {
    await alone.getByRole('link').click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Merge into another…' }).click()
    const merging = dialog(page, 'Merge into another gap')
    await merging.getByRole('combobox').fill('refund')
    await expect(merging.getByRole('option', { name: /refund/i })).toBeVisible()
    await page.keyboard.press('Enter')
    await says(page, 'Gaps merged')
  } else await page.getByRole('link', { name: /refund/i }).click()
  await expect(phrasings(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'Draft FAQ' }).click()
  const draft = dialog(page, 'Draft FAQ')
  await draft.getByLabel('Answer').fill('Write to us within 30 days.')
  // The person takes out what is too odd for a help page.
  for (const [at, field] of (await draft.getByLabel(/^Alternative question \d/).all()).entries())
    if ((await field.inputValue()) === stray)
      await draft.getByRole('button', { name: `Remove alternative question ${at + 1}` }).click()
  await draft.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'Not verified: some questions do not get this answer')
  const failing = phrasings(page).first()
  await expect(failing).toContainText(stray)
  await expect(failing).toContainText('“What is in the blue zephyr kit?”')
  await failing.getByRole('button', { name: 'Add as an alternative' }).click()
  await says(page, 'Verified: every question gets this answer')
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()

  await page.goto('/messages/gaps')
  await page.getByRole('link', { name: /alpaca/ }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Dismiss…' }).click()
  await dialog(page, 'Dismiss gap').getByLabel('Reason').selectOption('off_topic')
  await dialog(page, 'Dismiss gap').getByRole('button', { name: 'Dismiss' }).click()
  // A notification stays while the pointer is over it.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(page.getByText(/^Dismissed by Ada Weaver: Unrelated to us/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Draft FAQ' })).toBeVisible()
})

test('a gap is closed by an existing FAQ, unless another FAQ would lose a question', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const question of PARAPHRASES) await ask(page, workspace, question)
  await addFaq(page, workspace, {
    question: 'Do you take parcels back?',
    answer: 'Yes, within 30 days, and you get a refund.',
  })
  await addFaq(page, workspace, { question: 'How do I export my settings?', answer: 'Open Backup and press Export.' })
  await asked(page, workspace, { question: 'How do I export my settings?' })
  await page.goto('/messages/gaps')
  await page.getByRole('link', { name: /refund/i }).click()
  const closest = page.getByRole('list', { name: 'Closest entries' }).getByRole('listitem')
  const parcels = closest.filter({ hasText: 'Do you take parcels back?' })
  await expect(parcels).toBeVisible()
  await checkScreen(page, 'The closest entries', () => expect(parcels).toBeVisible())
  await page.setViewportSize({ width: 1280, height: 900 })
  const opener = parcels.getByRole('button', { name: 'Add as alternative questions…' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const adding = dialog(page, 'Add as alternative questions')
  await expect(adding.getByRole('list', { name: 'Alternatives' }).getByRole('listitem')).toHaveCount(5)
  await expect(adding).toContainText(
    'Tested with 1 question that visitors ask and your answer tests: none changes its answer.',
  )
  await checkScreen(page, 'The alternatives of a gap', () => expect(adding).toBeVisible())
  await adding.getByRole('button', { name: 'Add 5 alternatives' }).focus()
  await page.keyboard.press('Enter')
  await says(page, 'Verified: every question gets this answer')
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
})

test('a phrasing is dragged to the right gap, to a new one, and back by Undo', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const question of PARAPHRASES.slice(0, 3)) await ask(page, workspace, question)
  await ask(page, workspace, 'Do you breed alpaca herds yourselves?')
  await page.goto('/messages/gaps')
  await expect(gaps(page)).toHaveCount(2)
  await page.getByRole('link', { name: /refund/i }).click()
  await expect(phrasings(page)).toHaveCount(3)
  const dropOn = async (question: string, target: string) => {
    await phrasings(page).filter({ hasText: question }).locator('[data-drag-handle]').hover()
    await page.mouse.down()
    await page.mouse.move(300, 300, { steps: 3 })
    const place = page.getByRole('list', { name: 'Drop on a gap' }).getByRole('listitem').filter({ hasText: target })
    await place.hover()
    await expect(place, 'it takes what is dropped').toHaveClass(/accent/)
    await page.mouse.up()
  }

  await dropOn(PARAPHRASES[1]!, 'Do you breed alpaca herds yourselves?')
  await says(page, '1 question moved to another gap')
  await expect(phrasings(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(phrasings(page)).toHaveCount(3)

  // Several that are chosen are dragged together.
  for (const question of PARAPHRASES.slice(1, 3))
    await page.getByRole('checkbox', { name: `Choose “${question}”` }).check()
  await dropOn(PARAPHRASES[2]!, 'New gap')
  await says(page, '2 questions moved to a new gap')
  await expect(phrasings(page)).toHaveCount(1)

  // The last one takes its gap along.
  await dropOn(PARAPHRASES[0]!, 'Do you breed alpaca herds yourselves?')
  await says(page, 'Gaps merged')
  await expect(phrasings(page)).toHaveCount(2)
})
