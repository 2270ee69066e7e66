import { z } from 'zod'
import { rest } from '../../../kernel/procedure.ts'
import { idSchema, requiredText, timestamp } from '../../../kernel/wire.ts'
import { workspaceProcedure } from '../../workspaces/contract.ts'
import { NOTE_MAX, noteSchema, questionSchema, REPLY_MAX, SAVED_REPLY_TITLE_MAX, savedReplySchema } from './schemas.ts'

const oneQuestion = z.object({ id: idSchema })
const onSavedReply = { writes: true, conditional: true, ids: { id: 'saved_reply' } } as const
const deleted = z.object({ deleted: z.literal(true) })

export const noteInput = z.object({ text: requiredText(NOTE_MAX, 'Please write a note.') })
export const savedReplyInput = z.object({
  title: requiredText(SAVED_REPLY_TITLE_MAX, 'Please enter a name.'),
  text: requiredText(REPLY_MAX, 'Please enter the text of the reply.'),
})
export type SavedReplyInput = z.output<typeof savedReplyInput>

/** Procedures by which the members of a workspace share the inbox. */
export const teamworkContract = {
  assign: workspaceProcedure('question.write', {
    writes: true,
    conditional: '/questions/{id}',
    ids: { id: 'question', assignee_id: 'member' },
  })
    .route(rest('PUT /questions/{id}/assignee', 'Questions', 'Assign a question to a member, or to no one'))
    .input(oneQuestion.extend({ assignee_id: idSchema.nullable() }))
    .output(questionSchema),
  /** It returns by itself; null wakes it now. */
  snooze: workspaceProcedure('question.write', {
    writes: true,
    conditional: '/questions/{id}',
    ids: { id: 'question' },
  })
    .route(rest('PUT /questions/{id}/snooze', 'Questions', 'Hide a question until a time'))
    .input(oneQuestion.extend({ until: timestamp.nullable() }))
    .output(questionSchema),
  notes: {
    add: workspaceProcedure('question.write', { writes: true, ids: { id: 'question' } })
      .route(rest('POST /questions/{id}/notes', 'Questions', 'Add an internal note', { successStatus: 201 }))
      .input(oneQuestion.extend(noteInput.shape))
      .output(noteSchema),
    delete: workspaceProcedure('question.write', { writes: true, ids: { id: 'question', note_id: 'note' } })
      .route(rest('DELETE /questions/{id}/notes/{note_id}', 'Questions', 'Delete an internal note'))
      .input(oneQuestion.extend({ note_id: idSchema }))
      .output(deleted),
  },
  savedReplies: {
    /** By name. */
    list: workspaceProcedure('question.read')
      .route(rest('GET /saved-replies', 'Questions', 'List saved replies'))
      .output(z.object({ items: z.array(savedReplySchema) })),
    create: workspaceProcedure('question.write', { writes: true })
      .route(rest('POST /saved-replies', 'Questions', 'Save a reply for reuse', { successStatus: 201 }))
      .input(savedReplyInput)
      .output(savedReplySchema),
    get: workspaceProcedure('question.read', { ids: { id: 'saved_reply' } })
      .route(rest('GET /saved-replies/{id}', 'Questions', 'Read a saved reply'))
      .input(z.object({ id: idSchema }))
      .output(savedReplySchema),
    update: workspaceProcedure('question.write', onSavedReply)
      .route(rest('PATCH /saved-replies/{id}', 'Questions', 'Change a saved reply'))
      .input(z.object({ id: idSchema, ...savedReplyInput.shape }))
      .output(savedReplySchema),
    delete: workspaceProcedure('question.write', onSavedReply)
      .route(rest('DELETE /saved-replies/{id}', 'Questions', 'Delete a saved reply'))
      .input(z.object({ id: idSchema }))
      .output(deleted),
  },
}
