// A team shares the inbox: it assigns questions, writes notes about them and sets them aside.

import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { details, question, questions, view } from '../support/browser/questions-page.ts'
import { ask, asked, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const LATER = 'Will there be red linen in spring?'

test('a question is assigned, noted and snoozed with the keyboard, and returns', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { question_id: id } = await asked(page, workspace, { question: LATER })
  await ask(page, workspace, 'Do you ship to islands?')
  await page.goto('/messages?view=unanswered')
  await page.getByRole('button', { name: LATER }).click()
  await expect(details(page)).toBeFocused()

  const assignee = details(page).getByLabel('Assigned to')
  await expect(assignee).toBeVisible()
  await page.keyboard.press('a')
  await expect(assignee).toBeFocused()
  const listens = await refuse(page, 'questions/assign', 'Ada is no longer a member.')
  await assignee.selectOption('Ada Weaver (you)')
  await says(page, 'Ada is no longer a member.')
  await listens()
  await assignee.selectOption('Ada Weaver (you)')
  await expect(question(page, LATER)).toContainText('Assigned to Ada Weaver')
  await expect(assignee).toHaveValue(/.{36}/)

  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  const note = details(page).getByLabel('New note')
  await expect(note).toBeFocused()
  await note.fill('The mill answers in March.')
  await page.keyboard.press('Control+Enter')
  const notes = details(page).getByRole('region', { name: 'Internal notes' })
  await expect(notes.getByRole('listitem')).toContainText('The mill answers in March.')
  await expect(note).toHaveValue('')
  await checkScreen(page, 'a question in a team', async () => {
    await page.goto(`/messages?question=${id}`)
    await expect(notes.getByRole('listitem')).toBeVisible()
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/messages?view=unanswered&question=${id}`)
  await expect(notes.getByRole('listitem')).toBeVisible()
  const snooze = details(page).getByLabel('Snooze', { exact: true })
  await expect(snooze).toBeVisible()
  await page.keyboard.press('s')
  await expect(snooze).toBeFocused()
  await snooze.selectOption('Until tomorrow morning')
  await expect(questions(page)).toHaveCount(1)
  await expect(view(page, 'Snoozed')).toHaveText('Snoozed 1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(questions(page)).toHaveCount(2)
  await snooze.selectOption('Until a date…')
  await details(page).getByLabel('Snooze until').fill('2099-01-01T09:00')
  await page.keyboard.press('Enter')
  await says(page, 'Please choose a time within 365 days.')
  await snooze.selectOption('For 30 days')
  await expect(view(page, 'Snoozed')).toHaveText('Snoozed 1')
  await view(page, 'Snoozed').click()
  await expect(question(page, LATER)).toContainText('Snoozed')

  await page.getByRole('button', { name: LATER }).click()
  await snooze.selectOption('End snooze')
  await says(page, 'Nothing is snoozed')
  await view(page, 'Unanswered').click()
  await expect(questions(page)).toHaveCount(2)

  await page.getByRole('button', { name: LATER }).click()
  await notes.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await says(page, 'Note deleted')
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  await callInWorkspace(page, workspace, 'questions/notes/add', { id, text: 'From a colleague.' })
  await expect(notes.getByRole('listitem')).toContainText('From a colleague.')
})
