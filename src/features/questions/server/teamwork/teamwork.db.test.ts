import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../../tests/support/content/test-context.ts'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { NOTES_MAX } from '../../contract.ts'
import { setDone } from '../mark-done.ts'
import { questionDetails } from '../question-details.ts'
import { listQuestions } from '../questions.queries.ts'
import { countViews } from '../views.ts'
import { assignQuestion } from './assign-question.ts'
import { addNote, deleteNote } from './question-notes.ts'
import { createSavedReply, deleteSavedReply, listSavedReplies, updateSavedReply } from './saved-replies.ts'
import { snoozeQuestion } from './snooze-question.ts'

const testContext = await createTestContext()

const execute = (statement: string) =>
  systemTransaction(testContext.db, (transaction) => transaction.execute(statement))
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

describe('an assigned question', () => {
  it('keeps its assignee until a change or the end of the membership', async () => {
    const { ctx, asked, userId, id: workspaceId } = await createInbox(testContext)
    const id = await asked('Mine?', { outcome: 'refused' })
    expect(await assignQuestion(ctx, { id, assignee_id: userId })).toMatchObject({ assignee_id: userId })
    expect(await assignQuestion(ctx, { id, assignee_id: null })).toMatchObject({ assignee_id: null })
    const colleague = await testContext.person()
    await testContext.join(workspaceId, colleague, 'member')
    await assignQuestion(ctx, { id, assignee_id: colleague })
    await execute(`delete from workspace_members where workspace_id = '${workspaceId}' and user_id = '${colleague}'`)
    expect(await questionDetails(ctx, id)).toMatchObject({ assignee_id: null })
  })

  it('is never assigned to a user outside the workspace', async () => {
    const { ctx, asked } = await createInbox(testContext)
    const other = await createInbox(testContext)
    const id = await asked('Mine?')
    for (const assignee_id of [other.userId, newId()])
      await expect(assignQuestion(ctx, { id, assignee_id })).rejects.toMatchObject({ code: 'member.not_found' })
    const theirs = await other.asked('Theirs?')
    await expect(assignQuestion(ctx, { id: theirs, assignee_id: null })).rejects.toMatchObject({
      code: 'question.not_found',
    })
  })
})

describe('a snoozed question', () => {
  it('is in no other open view until its time', async () => {
    const { ctx, asked, waits, id: workspaceId } = await createInbox(testContext)
    const id = await asked('Later?', { outcome: 'refused' })
    await snoozeQuestion(ctx, { id, until: inHours(1) })
    expect(await countViews(ctx)).toEqual({ all: 1, unanswered: 0, down_voted: 0, waiting: 0, snoozed: 1 })
    expect((await listQuestions(ctx, { page: 1, limit: 10, view: 'snoozed' })).items).toMatchObject([{ id }])
    // Time passes.
    await execute(
      `update messages set snoozed_until = now() - interval '1 second' where workspace_id = '${workspaceId}'`,
    )
    expect(await countViews(ctx)).toMatchObject({ unanswered: 1, snoozed: 0 })

    await snoozeQuestion(ctx, { id, until: inHours(1) })
    await snoozeQuestion(ctx, { id, until: null })
    expect(await countViews(ctx)).toMatchObject({ unanswered: 1, snoozed: 0 })

    // The visitor asks for a person; a question that is done is reopened later.
    await snoozeQuestion(ctx, { id, until: inHours(1) })
    await waits(id)
    expect(await countViews(ctx)).toMatchObject({ waiting: 1, snoozed: 0 })
    await snoozeQuestion(ctx, { id, until: inHours(1) })
    await setDone(ctx, { id, done: true })
    await setDone(ctx, { id, done: false })
    expect(await countViews(ctx)).toMatchObject({ waiting: 1, snoozed: 0 })
  })

  it('requires a time in the future and within a year', async () => {
    const { ctx, asked } = await createInbox(testContext)
    const id = await asked('Later?')
    for (const hours of [-1, 24 * 366])
      await expect(snoozeQuestion(ctx, { id, until: inHours(hours) })).rejects.toMatchObject({
        code: 'question.snooze_time',
      })
  })
})

describe('notes', () => {
  it('are kept in order and deleted with the question', async () => {
    const { ctx, asked, count } = await createInbox(testContext)
    const id = await asked('Why?')
    const first = await addNote(ctx, { id, text: 'Ask the mill.' })
    await addNote(ctx, { id, text: 'Asked.' })
    expect((await questionDetails(ctx, id)).notes.map(({ text }) => text)).toEqual(['Ask the mill.', 'Asked.'])
    await deleteNote(ctx, { id, note_id: first.id })
    expect(await count('message_notes')).toBe(1)
    const another = await asked('Another?')
    await expect(deleteNote(ctx, { id: another, note_id: first.id })).rejects.toMatchObject({ code: 'note.not_found' })
    await execute(`delete from messages where id = '${id}'`)
    expect(await count('message_notes')).toBe(0)
  })

  it('have a maximum number', async () => {
    const { ctx, asked, id: workspaceId } = await createInbox(testContext)
    const id = await asked('Why?')
    await execute(
      `insert into message_notes (workspace_id, id, message_id, text, author_name)
       select '${workspaceId}', gen_random_uuid(), '${id}', 'n', 'A' from generate_series(1, ${NOTES_MAX})`,
    )
    await expect(addNote(ctx, { id, text: 'One more.' })).rejects.toMatchObject({ code: 'note.limit' })
  })
})

it('saved replies are sorted by name and belong to one workspace', async () => {
  const { ctx } = await createInbox(testContext)
  const other = await createInbox(testContext)
  const { id } = await createSavedReply(ctx, { title: 'thanks', text: 'Thank you.' })
  await createSavedReply(ctx, { title: 'Sorry', text: 'We are sorry.' })
  expect((await listSavedReplies(ctx)).map(({ title }) => title)).toEqual(['Sorry', 'thanks'])
  expect(await listSavedReplies(other.ctx)).toEqual([])
  await expect(updateSavedReply(other.ctx, { id, title: 'x', text: 'x' })).rejects.toMatchObject({
    code: 'saved_reply.not_found',
  })
  await expect(deleteSavedReply(other.ctx, id)).rejects.toMatchObject({ code: 'saved_reply.not_found' })
  expect(await updateSavedReply(ctx, { id, title: 'Zebra', text: 'Striped.' })).toMatchObject({ text: 'Striped.' })
  await deleteSavedReply(ctx, id)
  expect((await listSavedReplies(ctx)).map(({ title }) => title)).toEqual(['Sorry'])
})
