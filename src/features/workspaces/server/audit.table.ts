import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { AuditDetails } from '../contract.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * Who did what, when and on what. Rows are only ever added: the database refuses to change one or to remove it before its
 * workspace is gone. Names are kept as they were, so that a line still reads when the person or the thing is no more.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Sorts by time. */
    id: uuid('id').notNull(),
    actorKind: text('actor_kind', { enum: ['person', 'api_key', 'system'] }).notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    /** What it was done to, by the name it had. */
    subject: text('subject').notNull().default(''),
    details: jsonb('details').$type<AuditDetails>().notNull().default({}),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)
