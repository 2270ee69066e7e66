// The table of FAQs as a table: moving rows, selecting several, and ten thousand of them.
import type { Locator, Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const MANY = 10_000

const table = (page: Page): Locator => page.getByRole('table', { name: 'FAQs' })
const row = (page: Page, question: string): Locator => table(page).getByRole('row').filter({ hasText: question })
const handle = (page: Page, question: string): Locator => page.getByRole('button', { name: `Move “${question}”` })
const bar = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'selected' })
const announced = (page: Page): Locator => page.locator('[id^=DndLiveRegion]')

/** The questions in the order in which they stand. */
const order = (page: Page): Promise<string[]> => table(page).locator('[data-toggle]').allTextContents()
const expectOrder = (page: Page, letters: string) =>
  expect.poll(async () => (await order(page)).map((question) => question[0]).join('')).toBe(letters)

/** Takes the row that was just picked up along by two presses of a key, which is about one row, to a position. */
async function carryByKey(page: Page, key: 'ArrowUp' | 'ArrowDown', to: number): Promise<void> {
  await expect(announced(page)).toHaveText(/^Picked up/)
  // The drag sensor handles keys from the next event loop turn on, which has no visible sign.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  await page.keyboard.press(key)
  await expect(announced(page)).toHaveText(/^Now at/)
  await page.keyboard.press(key)
  await expect(announced(page)).toContainText(`Now at position ${to.toLocaleString('en')} of`)
}

/** Picks a row up, moves it by about one row, and drops it. */
async function moveByKey(page: Page, question: string, key: 'ArrowUp' | 'ArrowDown', to: number): Promise<void> {
  await handle(page, question).focus()
  await page.keyboard.press('Space')
  await carryByKey(page, key, to)
  await page.keyboard.press('Space')
}

async function center(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('rows are moved by keyboard, mouse and touch in their own order', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const letter of 'ABCDE') await addFaq(page, workspace, { question: `${letter}?`, answer: letter })
  const saved = async () => {
    const { items } = await callInWorkspace<{ items: { question: string; display_order: number }[] }>(
      page,
      workspace,
      'faqs/list',
    )
    expect(items.map((faq) => faq.display_order)).toEqual([1, 2, 3, 4, 5])
    return items.map((faq) => faq.question[0]).join('')
  }
  await page.goto('/pages')
  await expectOrder(page, 'ABCDE')

  await test.step('a key press moves a row by 25 px', async () => {
    await handle(page, 'B?').focus()
    await page.keyboard.press('Space')
    await expect(announced(page)).toHaveText('Picked up “B?” at position 2 of 5.')
    await carryByKey(page, 'ArrowDown', 3)
    await expect(announced(page)).toHaveText('Now at position 3 of 5.')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(announced(page)).toHaveText('Now at position 4 of 5.')
    await page.keyboard.press('Space')
    await expectOrder(page, 'ACDBE')
    await says(page, 'FAQ order updated successfully')
    await expect(handle(page, 'B?')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(announced(page)).toHaveText('Picked up “B?” at position 4 of 5.')
    await carryByKey(page, 'ArrowUp', 3)
    await expect(announced(page)).toHaveText('Now at position 3 of 5.')
    await page.keyboard.press('Escape')
    await expect(announced(page)).toHaveText('Put “B?” back at position 4 of 5.')
    await expectOrder(page, 'ACDBE')
    expect(await saved()).toBe('ACDBE')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectOrder(page, 'ABCDE')
    await expect.poll(saved).toBe('ABCDE')
  })

  await test.step('the mouse moves a row', async () => {
    await row(page, 'E?').hover()
    const from = await center(handle(page, 'E?'))
    const to = await center(row(page, 'B?'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 30, { steps: 3 })
    await page.mouse.move(from.x, to.y - 10, { steps: 5 })
    await expect(announced(page)).toHaveText('Now at position 2 of 5.')
    await page.mouse.up()
    await expectOrder(page, 'AEBCD')
    await expect.poll(saved).toBe('AEBCD')
  })

  await test.step('a finger moves a row', async () => {
    const client = await page.context().newCDPSession(page)
    const from = await center(handle(page, 'A?'))
    const to = await center(row(page, 'D?'))
    const touch = (type: string, y?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      })
    await touch('touchStart', from.y)
    for (let step = 1; step <= 6; step += 1) await touch('touchMove', from.y + ((to.y + 14 - from.y) * step) / 6)
    await expect(announced(page)).toHaveText('Now at position 5 of 5.')
    await touch('touchEnd')
    await expectOrder(page, 'EBCDA')
    await expect.poll(saved).toBe('EBCDA')
  })

  await test.step('a refused move is undone', async () => {
    const listens = await refuse(page, 'faqs/reorder', 'The change was refused.')
    await moveByKey(page, 'E?', 'ArrowDown', 2)
    await says(page, 'Failed to update FAQ order')
    await expectOrder(page, 'EBCDA')
    await listens()
  })

  await test.step('a row is moved and another is deleted in a different session', async () => {
    const { items } = await callInWorkspace<{ items: { id: string }[] }>(page, workspace, 'faqs/list')
    await callInWorkspace(page, workspace, 'faqs/reorder', { id: items[4]?.id, position: 1 })
    await expectOrder(page, 'AEBCD')
    await callInWorkspace(page, workspace, 'faqs/delete', { id: items[1]?.id })
    await expectOrder(page, 'AECD')
  })

  await test.step('rows sorted differently cannot be moved, with a notice', async () => {
    await page.getByRole('button', { name: 'Question', exact: true }).click()
    await says(page, 'Rows can be moved in the default order without filters.')
    await expect(handle(page, 'C?')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show it' }).click()
    await expectOrder(page, 'AECD')
    await expect(handle(page, 'C?')).toHaveCount(1)
  })
})

test('several FAQs are published, unpublished, moved, archived, deleted, and restored', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const letter of 'ABCD')
    await addFaq(page, workspace, {
      question: `${letter}?`,
      answer: `The answer ${letter}.`,
      status: letter === 'D' ? 'published' : 'draft',
    })
  await page.goto('/pages')
  const box = (name: string) => page.getByRole('checkbox', { name })
  const act = (name: string) => bar(page).locator('..').getByRole('button', { name, exact: true }).click()

  await box('Select “A?”').click()
  await expect(bar(page)).toHaveText('1 FAQ selected')
  await box('Select “C?”').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toHaveText('3 FAQs selected')
  await row(page, 'B?').locator('[data-toggle]').click()
  await expect(page.getByText('The answer B.')).toBeVisible()
  await checkScreen(page, 'FAQs, selected and opened', async (width) => {
    await expect(bar(page)).toHaveText('3 FAQs selected')
    await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(width > 640 ? 1 : 0)
  })
  await page.setViewportSize({ width: 1280, height: 800 })

  await act('Publish')
  await says(page, '3 FAQs published')
  await expect(table(page).getByText('Published')).toHaveCount(4)
  await expect(bar(page)).toBeHidden()

  await box('Select all').click()
  await expect(bar(page)).toHaveText('4 FAQs selected')
  await act('Move to category')
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  await says(page, '4 FAQs moved to Billing')
  await expect(table(page).getByText('Billing')).toHaveCount(4)

  await box('Select “A?”').click()
  await box('Select “B?”').click()
  await act('Archive')
  await says(page, '2 FAQs archived')
  await expect(table(page).getByText('Archived')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(table(page).getByText('Published')).toHaveCount(4)

  const listens = await refuse(page, 'faqs/updateMany', 'The change was refused.')
  await box('Select “A?”').click()
  await box('Select “B?”').click()
  await act('Unpublish')
  await says(page, 'Failed to update FAQs')
  await expect(table(page).getByText('Published')).toHaveCount(4)
  await listens()

  // A colleague is quicker: what is gone is said.
  const { items } = await callInWorkspace<{ items: { id: string; question: string }[] }>(page, workspace, 'faqs/list')
  const id = items.find((faq) => faq.question === 'B?')?.id
  await page.route('**/api/rpc/faqs/updateMany', async (route) => {
    await callInWorkspace(page, workspace, 'faqs/delete', { id })
    await route.continue()
  })
  await act('Unpublish')
  const left = page.getByRole('dialog', { name: '1 FAQ unchanged' })
  await expect(left).toContainText('B?')
  await expect(left).toContainText('It was deleted by another user.')
  await left.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'A?')).toContainText('Draft')
  await expect(row(page, 'B?')).toBeHidden()

  await page.unroute('**/api/rpc/faqs/updateMany')
  // FAQs that are published already cause no message.
  await box('Select all').click()
  await act('Publish')
  await says(page, '1 FAQ published')
  await expect(bar(page)).toBeHidden()
  await expect(left).toBeHidden()
  await box('Select all').click()
  await act('Move to category')
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  await says(page, 'Nothing to change')

  await box('Select all').click()
  await act('Delete')
  const confirm = page.getByRole('alertdialog', { name: 'Delete 3 FAQs' })
  await expect(confirm).toContainText('They stay in the trash for 30 days.')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await says(page, '3 FAQs deleted')
  await says(page, 'No FAQs found. Click "Create FAQ" to add your first FAQ.')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await says(page, '3 FAQs restored')
  await expectOrder(page, 'ACD')
})

test('ten thousand FAQs are searched, read, sorted and moved', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const items = Array.from({ length: MANY }, (_, index) => ({
    question: `Thread ${String(MANY - index).padStart(5, '0')}?`,
    answer: index === 7_000 ? 'Of vicuña.' : 'Yarn.',
    category: index % 2 === 0 ? 'General' : 'Product',
    status: 'archived',
  }))
  for (let position = 0; position < MANY; position += 5_000)
    await callInWorkspace(page, workspace, 'faqs/import', {
      items: items.slice(position, position + 5_000),
      on_duplicate: 'create',
    })
  await page.goto('/pages')
  await says(page, '10,000 FAQs')
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(MANY + 1))
  await expect(page.getByRole('rowheader', { name: 'Thread 10000?' })).toBeVisible()
  expect(await table(page).locator('[data-faq]').count()).toBeLessThan(100)

  // Key by key, beyond what is on the screen: the page scrolls along.
  await handle(page, 'Thread 10000?').focus()
  await page.keyboard.press('Space')
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    const place = /Now at position (\d+) of 10,000\./.exec((await announced(page).textContent()) ?? '')
    expect(Number(place?.[1])).toBeGreaterThan(20)
  }).toPass({ intervals: [50] })
  await expect(row(page, 'Thread 09980?')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(announced(page)).toHaveText('Put “Thread 10000?” back at position 1 of 10,000.')

  await table(page).locator('[data-toggle]').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Thread 09999?', exact: true })).toBeFocused()
  await page.keyboard.press('End')
  const last = page.getByRole('button', { name: 'Thread 00001?', exact: true })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(row(page, 'Thread 00001?')).toHaveAttribute('aria-rowindex', String(MANY + 1))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Yarn.')).toBeVisible()
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(MANY + 2))
  await page.keyboard.press('Enter')

  await moveByKey(page, 'Thread 00001?', 'ArrowUp', MANY - 1)
  await says(page, 'FAQ order updated successfully')
  await expect(row(page, 'Thread 00001?')).toHaveAttribute('aria-rowindex', String(MANY))
  await expect(handle(page, 'Thread 00001?')).toBeFocused()
  await page.getByRole('searchbox').fill('vicuña')
  await says(page, '1 of 10,000 FAQs')
  await expect(row(page, 'Thread 03000?')).toBeVisible()
  await page.getByRole('searchbox').fill('0777')
  await says(page, '11 of 10,000 FAQs')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Question', exact: true }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('Thread 00001?')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(bar(page)).toHaveText('100 FAQs selected')
  await page.getByRole('button', { name: 'Select all 10,000' }).click()
  await expect(bar(page)).toHaveText('10,000 FAQs selected')
  await select(page, 'Category', 'Product')
  await says(page, '5,000 of 10,000 FAQs')
  await expect(bar(page)).toHaveText('5,000 FAQs selected')
})
