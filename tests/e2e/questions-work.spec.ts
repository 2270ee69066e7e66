// Working off the inbox: views, keys, replies by mail, questions added to FAQs, and what happens when two do it at once.

import { checkScreen, problemsOf } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { choose, details, question, questions, view } from '../support/browser/questions-page.ts'
import { addFaq, ask, asked, callInWorkspace, refuse } from '../support/content/workspace-content.ts'
import { mailTo } from '../support/mail/outbox.ts'

test('open questions are in views, and are answered with the keyboard', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/messages?view=waiting')
  await says(page, 'No messages yet')
  await addFaq(page, workspace, { question: 'Is the shop open on Sunday?', answer: 'Yes, from noon.' })
  const { message_id: answered } = await asked(page, workspace, { question: 'Is the shop open on Sunday?' })
  await page.request.post('/api/public/feedback', {
    data: { message_id: answered, vote: 'down', reason: 'Which door?' },
  })
  for (const what of ['alpaca', 'camel']) await ask(page, workspace, `Do you breed ${what} herds yourselves?`)

  await expect(view(page, 'All')).toHaveText('All 3')
  await expect(view(page, 'Down-voted')).toHaveText('Down-voted 1')
  await says(page, 'No visitor is waiting')
  await view(page, 'Unanswered').click()
  await expect(page).toHaveURL(/view=unanswered/)
  await expect(questions(page)).toHaveCount(2)

  await page.getByRole('heading', { name: 'Questions', exact: true }).click()
  await page.keyboard.press('j')
  const camel = page.getByRole('button', { name: 'Do you breed camel herds yourselves?' })
  const alpaca = page.getByRole('button', { name: 'Do you breed alpaca herds yourselves?' })
  await expect(camel).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(alpaca).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(details(page).getByText('Do you breed camel herds yourselves?')).toBeVisible()
  await expect(page).toHaveURL(/question=/)
  await page.keyboard.press('j')
  await expect(details(page).getByText('Do you breed alpaca herds yourselves?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
  await expect(alpaca).toBeFocused()

  await camel.focus()
  await page.keyboard.press('e')
  await says(page, 'Marked as done')
  await expect(questions(page)).toHaveCount(1)
  await expect(alpaca).toBeFocused()
  await expect(view(page, 'Unanswered')).toHaveText('Unanswered 1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(questions(page)).toHaveCount(2)
  await choose(page, 'camel', 'Mark as done')
  await choose(page, 'alpaca', 'Mark as done')
  await says(page, 'Nothing is unanswered')
  await view(page, 'All').click()
  await expect(question(page, 'camel')).toContainText('Done')
  await choose(page, 'camel', 'Reopen')
  await says(page, 'Reopened')
  await expect(view(page, 'Unanswered')).toHaveText('Unanswered 1')

  await page.getByRole('button', { name: 'Turn shortcuts off' }).click()
  await camel.focus()
  await page.keyboard.press('j')
  await expect(camel).toBeFocused()
  await page.getByRole('button', { name: 'Turn shortcuts on' }).click()

  await page.goto('/messages?view=down_voted')
  await expect(questions(page)).toHaveCount(1)
  await choose(page, 'Sunday', 'View Details')
  await expect(details(page)).toContainText('Not helpful')
  await expect(details(page)).toContainText('Which door?')
  await details(page).getByRole('link', { name: 'Is the shop open on Sunday?' }).click()
  await expect(page).toHaveURL(/\/pages/)
  await expect(page.getByRole('heading', { name: 'FAQs', level: 1 })).toBeVisible()
  await expect(page.getByText('Yes, from noon.')).toBeVisible()
})

test('a visitor who waits for a person gets a reply by email, once', async ({ page, app }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const first = await asked(page, workspace, { question: 'Do you dye to order?' })
  const { conversation_id } = first
  const second = await asked(page, workspace, { question: 'Can someone call me about it?', conversation_id })
  await page.request.post('/api/public/handoff', {
    data: { message_id: second.message_id, email: 'mia@example.test', note: 'After six, please.' },
  })
  // As the mail to the team links it.
  await page.goto(`/messages?question=${second.question_id}`)
  const dialog = details(page)
  await expect(dialog).toContainText('After six, please.')
  await dialog.getByRole('button', { name: /Do you dye to order\?/ }).click()
  await expect(dialog.getByText('Asked for a person')).toHaveCount(0)
  await dialog.getByRole('button', { name: /Can someone call me/ }).click()

  const text = dialog.getByLabel('Reply to mia@example.test')
  const send = dialog.getByRole('button', { name: 'Send reply' })
  await expect(dialog).toContainText('After six, please.')
  const askedText = dialog.getByText('Can someone call me about it?').first()
  expect((await askedText.boundingBox())?.y, 'the question is above the reply').toBeLessThan(
    (await text.boundingBox())?.y ?? 0,
  )
  const place = await send.boundingBox()
  expect(place?.x, 'left of what may appear beside it').toBe((await text.boundingBox())?.x)
  await send.click()
  await says(page, 'Please write a reply.')
  await expect(text).toBeFocused()
  expect(await send.boundingBox()).toEqual(place)
  await text.fill('Gladly.\n'.repeat(20))
  expect(await send.boundingBox()).toEqual(place)
  await text.fill('Gladly: tomorrow at seven.')
  await page.reload()
  await expect(text).toHaveText('Gladly: tomorrow at seven.')
  const listens = await refuse(page, 'questions/reply', 'The email could not be sent.')
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await says(page, 'The email could not be sent.')
  await listens()
  await expect(text).toHaveText('Gladly: tomorrow at seven.')
  await checkScreen(page, 'details with a reply', async () => {
    await page.goto(`/messages?question=${second.question_id}`)
    await expect(text).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  const replies = dialog.getByRole('region', { name: 'Replies' })
  await expect(replies).toContainText('Gladly: tomorrow at seven.')
  await expect(text).toHaveValue('')
  await expect(replies.getByText('Sent', { exact: true })).toBeVisible()
  const mail = await mailTo(app, 'mia@example.test', /^Re: Can someone call me about it\?$/)
  expect(mail).toMatchObject({
    from: expect.stringMatching(/^Ada Weaver, Woven Goods </),
    replyTo: expect.stringMatching(/^person-/),
    text: expect.stringContaining('Gladly: tomorrow at seven.\n\nAda Weaver\nWoven Goods\n\n> Can someone'),
  })

  await replies.getByRole('button', { name: 'Save as FAQ' }).click()
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(create.getByLabel('Question', { exact: true })).toHaveValue('Can someone call me about it?')
  await expect(create.getByLabel('Answer', { exact: true })).toHaveText('Gladly: tomorrow at seven.')
  await create.getByLabel('Question', { exact: true }).fill('Can you call me?')
  await create.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully from message')
  await page.goto(`/messages?question=${second.question_id}`)
  await expect(replies).toContainText('Gladly: tomorrow at seven.')
  await expect(dialog.getByRole('link', { name: 'Can you call me?' })).toBeVisible()
  await expect(replies.getByRole('button', { name: 'Save as FAQ' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Move to FAQ' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Open FAQ' })).toHaveAttribute('href', /^\/pages\?faq=/)
  await replies.getByRole('link', { name: 'Save as answer test' }).click()
  const newTest = page.getByRole('dialog', { name: 'New answer test' })
  await expect(newTest.getByLabel('Question')).toHaveValue('Can someone call me about it?')
  await expect(newTest).toContainText('Can you call me?')
  await page.goto(`/messages?question=${second.question_id}`)
  await expect(replies).toContainText('Gladly: tomorrow at seven.')

  // Replies that the mail server refused, or may have accepted, say so and can be sent again.
  const told = { state: 'failed', failure: 'The email could not be sent. Please try again later.' }
  await page.route('**/api/rpc/questions/details', async (route) => {
    const response = await route.fetch()
    const answer: { json: { replies: object[] } } = await response.json()
    answer.json.replies = answer.json.replies.map((reply) => ({ ...reply, ...told }))
    await route.fulfill({ response, json: answer })
  })
  const sendsAgain = async (entry: string) => {
    const request = page.waitForRequest('**/api/rpc/questions/reply')
    await replies.getByRole('button', { name: entry }).click()
    expect((await request).postDataJSON()).toMatchObject({ json: { then_done: true, again: true } })
  }
  await page.reload()
  await expect(replies.getByText('Not sent', { exact: true })).toBeVisible()
  await expect(replies.getByText(told.failure)).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  told.state = 'unknown'
  await sendsAgain('Try again')
  await expect(replies.getByText('Possibly sent', { exact: true })).toBeVisible()
  await expect(replies.getByText(/^The connection to the mail server was lost/)).toBeVisible()
  told.state = 'sent'
  await sendsAgain('Send again')
  await expect(replies.getByText('Sent', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(view(page, 'Waiting for a person')).toHaveText('Waiting for a person 0')
  await expect(question(page, 'Can someone call me')).toContainText('Done')
})

test('a question is added to a FAQ, which then answers it, and is removed again', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const faq = { question: 'How do I reset my password?', answer: 'Press **Reset** in your settings.' }
  await addFaq(page, workspace, faq)
  await addFaq(page, workspace, { question: 'Which wool do you use?', answer: 'Merino.' })
  const wording = 'zugangscode vergessen, what now?'
  expect((await asked(page, workspace, { question: wording })).outcome).not.toBe('answered')
  await page.goto('/messages')
  const picker = page.getByRole('dialog', { name: 'Add to an existing FAQ' })
  await checkScreen(page, 'adding to a FAQ', async () => {
    await page.goto('/messages')
    await choose(page, wording, 'Add to an existing FAQ')
    await picker.getByRole('combobox').fill('password')
    await expect(picker.getByRole('option')).toHaveCount(1)
  })
  await page.keyboard.press('Enter')
  await says(page, `Added to “${faq.question}”, which now answers it`)
  const now = await asked(page, workspace, { question: wording })
  expect([now.outcome, now.sources[0]?.title]).toEqual(['answered', faq.question])
  await expect(question(page, wording)).toHaveCount(2)

  await page.getByRole('button', { name: 'Undo' }).click()
  await says(page, 'Removed from the FAQ')
  expect((await asked(page, workspace, { question: wording })).outcome).not.toBe('answered')
})

test("a colleague's deletion is reported, and no text is lost", async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { question_id: id } = await asked(page, workspace, { question: 'Is jute scratchy?' })
  await page.goto('/messages')
  await choose(page, 'jute', 'Move to FAQ')
  const dialog = page.getByRole('dialog', { name: 'Create FAQ' })
  await dialog.getByLabel('Answer', { exact: true }).fill('A little.')
  await callInWorkspace(page, workspace, 'questions/delete', { id })
  await says(page, 'No messages yet')
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully. The original message has since been deleted.')
  await page.goto(`/messages?question=${id}`)
  await says(page, 'This message was deleted')
  await page.goto('/pages')
  await expect(page.getByRole('row').filter({ hasText: 'Is jute scratchy?' })).toContainText('Draft')
})
