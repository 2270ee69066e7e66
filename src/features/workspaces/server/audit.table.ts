import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { AuditDetails } from '../contract.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * Audit entries: user, action, time and object. Append-only: the database rejects changes, and deletions before the
 * workspace is deleted. Names are stored as text, so that an entry stays readable after its objects are deleted.
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
    /** Name of the object at that time. */
    subject: text('subject').notNull().default(''),
    details: jsonb('details').$type<AuditDetails>().notNull().default({}),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.id] })],
)
