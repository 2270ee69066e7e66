import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/**
 * An invitation that was mailed to `email` and may be accepted once, before `expiresAt`. Its link's token is no column: it
 * is made of the id and the instance's key, so that a leaked table opens nothing.
 */
export const workspaceInvitations = pgTable(
  'workspace_invitations',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    /** Lower-case. */
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    invitedBy: uuid('invited_by'),
    expiresAt: instant('expires_at').notNull(),
    /** Kept until the link would have expired, so that using it again reports that it was used. */
    acceptedBy: uuid('accepted_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    index('workspace_invitations_id').on(columns.id),
    uniqueIndex('workspace_invitations_open')
      .on(columns.workspaceId, columns.email)
      .where(sql`${columns.acceptedBy} is null`),
  ],
)

/** An offer to transfer ownership or billing, which the other user has to accept. At most one of each kind. */
export const workspaceTransfers = pgTable(
  'workspace_transfers',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['ownership', 'billing'] }).notNull(),
    fromUserId: uuid('from_user_id').notNull(),
    toUserId: uuid('to_user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    uniqueIndex('workspace_transfers_kind').on(columns.workspaceId, columns.kind),
  ],
)
