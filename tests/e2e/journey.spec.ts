// The journey the product exists for, through its screens alone: from the landing page to a visitor's answered question
// that becomes a FAQ itself.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser/browser.ts'
import { select } from '../support/browser/choices.ts'

test.setTimeout(180_000)

type Draft = { question: string; answer: string; alternative?: string }

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Create|Edit) FAQ$/ })

/** Fills in the open dialog and publishes with it. */
async function publish(page: Page, { question, answer, alternative }: Draft) {
  await dialog(page).getByLabel('Question', { exact: true }).fill(question)
  await dialog(page).getByLabel('Answer', { exact: true }).fill(answer)
  await select(dialog(page), 'Status', 'Published')
  if (alternative) {
    await dialog(page).getByLabel('Add an alternative question').fill(alternative)
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog(page).getByLabel('Alternative question 1', { exact: true })).toHaveValue(alternative)
  }
  await dialog(page).getByRole('button', { name: 'Create FAQ' }).click()
}

/** Asks on the public page and waits for the answer. */
async function ask(visitor: Page, question: string) {
  const box = visitor.getByRole('searchbox', { name: 'Search or ask a question' })
  await box.fill(question)
  await box.press('Enter')
  const answer = visitor.getByRole('region', { name: 'Answer' })
  // Below the answer, or below each section that is shown without a claim.
  await expect(answer.getByText(/Was this helpful\?/).first()).toBeVisible()
  return answer
}

const ROUTER = {
  question: 'How do I reconnect the sensor after changing my router?',
  answer: 'Hold the button for **five seconds** until the light blinks blue, then choose your new network.',
  alternative: 'My device lost its wifi',
}
const BATTERY = {
  question: 'How long does the battery last?',
  answer: 'About eighteen months with two readings an hour.',
}
const BULK = {
  question: 'Is there a discount for schools?',
  answer: 'Schools get fifteen percent off ten sensors or more.',
}

test('a user signs up on the landing page, and a visitor’s question becomes a FAQ', async ({ page, newPerson }) => {
  await test.step('the user signs up', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create and Manage Your FAQ Knowledge Base')
    await page.getByRole('link', { name: 'Get Started Free' }).first().click()
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Weaver')
    await page.getByLabel('Email').fill(`ada-${process.pid}@example.test`)
    await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()
  })

  await test.step('the user sets up a workspace', async () => {
    await expect(page).toHaveURL('/workspace-setup')
    await page.getByLabel('Workspace name').fill('Fernlight Sensors')
    await page.getByLabel('Business website URL').fill('fernlight.example.test')
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/rpc/workspaces/create', async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create Workspace' }).click()
    await expect(page.getByRole('button', { name: 'Creating workspace...' })).toBeVisible()
    seen.resolve()
    await expect(page.getByText('Workspace created successfully!')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada')
  })

  const publicLink = page.getByRole('link', { name: 'Open', exact: true })
  await expect(page.getByText(/\/faq\/fernlight-sensors$/)).toBeVisible()
  const address = await publicLink.getAttribute('href')
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/faq\/fernlight-sensors$/)

  await test.step('the user publishes two FAQs', async () => {
    await page.getByRole('link', { name: 'Create FAQ' }).first().click()
    await expect(page).toHaveURL(/\/pages/)
    await publish(page, ROUTER)
    await expect(page.getByText('FAQ created successfully')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Create FAQ' }).first().click()
    await publish(page, BATTERY)
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: BATTERY.question, exact: true })).toBeVisible()
    await expect(page.getByText('2 of 50 FAQs')).toBeVisible()
  })

  const visitor = await newPerson()
  const unread = page.getByRole('navigation', { name: 'Main' }).getByText('1 unread question')
  // Set once: a reload of the owner's page would lose it.
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))

  await test.step('a visitor asks in other words, with a typo', async () => {
    await visitor.goto(address ?? '')
    await expect(visitor.getByRole('heading', { name: ROUTER.question })).toBeVisible()
    const answer = await ask(visitor, 'my sensr is offline since I got a new router, how to reconect it?')
    await expect(answer).toContainText('five seconds')
    await expect(answer.locator('strong')).toHaveText('five seconds')
    const source = answer.getByRole('list', { name: 'Sources' }).getByRole('link', { name: ROUTER.question })
    await expect(source).toHaveAttribute('href', '#how-do-i-reconnect-the-sensor-after-changing-my-router')
    await expect(answer.getByRole('heading', { name: 'Related questions you might ask' })).toBeVisible()
    await expect(
      answer
        .getByRole('listitem')
        .filter({ has: visitor.getByRole('button') })
        .first(),
    ).toBeVisible()
    await visitor.getByRole('button', { name: 'Yes, this helped' }).click()
    await expect(answer.getByText('Thanks for your feedback.')).toBeVisible()
  })

  await test.step('the alternative question finds the same answer', async () => {
    await expect(await ask(visitor, 'device lost its wi-fi')).toContainText('five seconds')
  })

  await test.step('a question without an answer is refused, without sources', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('2 unread questions')).toBeVisible()
    const answer = await ask(visitor, 'Do schools get a discount?')
    await expect(answer).toContainText("I couldn't find this in our help content.")
    await expect(answer.getByRole('list', { name: 'Sources' })).toBeHidden()
  })

  await test.step('the owner sees the questions arrive', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('3 unread questions')).toBeVisible()
    await page.getByRole('link', { name: /^Questions/ }).click()
    await expect(page).toHaveURL('/messages')
    const rows = page.getByRole('list', { name: 'Questions' }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(page.getByText(/unread question/)).toHaveCount(0)
    await expect(rows.filter({ hasText: 'my sensr is offline' })).toContainText('Answered')
    await expect(rows.filter({ hasText: 'Do schools get a discount?' })).toContainText('Not found')
    await ask(visitor, 'battery life')
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('battery life')
    await expect(rows.first()).toContainText('Answered')
    await expect(unread).toHaveCount(0)
  })

  await test.step('the owner moves a question to FAQs', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Do schools get a discount?' })
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move to FAQ' }).click()
    await expect(dialog(page).getByLabel('Question', { exact: true })).toHaveValue('Do schools get a discount?')
    await publish(page, BULK)
    await expect(page.getByText('FAQ created successfully from message')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await visitor.goto(address ?? '')
    await expect(visitor.getByRole('heading', { name: BULK.question })).toBeVisible()
    const answer = await ask(visitor, 'Do schools get a discount?')
    await expect(answer).toContainText('fifteen percent')
  })

  await test.step('the public page shows an edit', async () => {
    await page.getByRole('link', { name: 'FAQs', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: BATTERY.question })
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(page).getByLabel('Answer', { exact: true }).fill('Two full years, since the autumn update.')
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('FAQ updated successfully')).toBeVisible()
    await expect
      .poll(async () => {
        await visitor.goto(address ?? '')
        return visitor.locator('details').filter({ hasText: BATTERY.question }).textContent()
      })
      .toContain('Two full years')
    await expect(await ask(visitor, 'battery life')).toContainText('Two full years')
  })

  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-same-page'))).toBe(true)
})
