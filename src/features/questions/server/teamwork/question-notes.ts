import { and, asc, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import {
  emit,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { NOTES_MAX, type Note } from '../../contract.ts'
import { lockQuestion } from '../questions.queries.ts'
import { messageNotes } from './teamwork.table.ts'

const presentNote = (noteRow: typeof messageNotes.$inferSelect): Note => ({
  id: noteRow.id,
  text: noteRow.text,
  author: noteRow.authorName,
  created_at: noteRow.createdAt.toISOString(),
})

const ofMessage = ({ workspaceId }: Pick<WorkspaceTransaction, 'workspaceId'>, messageId: string) =>
  and(eq(messageNotes.workspaceId, workspaceId), eq(messageNotes.messageId, messageId))

/** The notes on a question, oldest first. */
export const notesOf = async (transaction: WorkspaceTransaction, messageId: string): Promise<Note[]> =>
  (
    await transaction.tx
      .select()
      .from(messageNotes)
      .where(ofMessage(transaction, messageId))
      .orderBy(asc(messageNotes.createdAt), asc(messageNotes.id))
  ).map(presentNote)

/** @throws not_found; conflict `note.limit` */
export const addNote = (context: WorkspaceContext, { id, text }: { id: string; text: string }): Promise<Note> =>
  inTransaction(context, async (transaction) => {
    // Concurrent notes are counted one after another.
    await lockQuestion(transaction, id)
    if ((await transaction.tx.$count(messageNotes, ofMessage(transaction, id))) >= NOTES_MAX)
      throw new AppError('conflict', 'note.limit', `A message can have ${NOTES_MAX} notes. Delete one first.`)
    const [noteRow] = await transaction.tx
      .insert(messageNotes)
      .values({
        workspaceId: transaction.workspaceId,
        id: newId(),
        messageId: id,
        text,
        authorName: transaction.actor?.name ?? '',
      })
      .returning()
    if (!noteRow) throw new Error('insert returned no row')
    await emit(transaction, { type: 'question.changed', id })
    return presentNote(noteRow)
  })

/** @throws not_found */
export const deleteNote = (
  context: WorkspaceContext,
  { id, note_id }: { id: string; note_id: string },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await lockQuestion(transaction, id)
    const { rowCount } = await transaction.tx
      .delete(messageNotes)
      .where(and(ofMessage(transaction, id), eq(messageNotes.id, note_id)))
    if (rowCount === 0) throw notFound('note')
    await emit(transaction, { type: 'question.changed', id })
  })
