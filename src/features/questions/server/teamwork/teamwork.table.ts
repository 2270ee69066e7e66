import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'
import { messages } from '../questions.table.ts'

/** Notes of members on a question. */
export const messageNotes = pgTable(
  'message_notes',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    text: text('text').notNull(),
    /** Name of the author at the time of writing. */
    authorName: text('author_name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    foreignKey({
      name: 'message_notes_message',
      columns: [table.workspaceId, table.messageId],
      foreignColumns: [messages.workspaceId, messages.id],
    }).onDelete('cascade'),
    index('message_notes_message').on(table.workspaceId, table.messageId, table.id),
  ],
)

/** Texts for replies, shared by the members of a workspace. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
)
