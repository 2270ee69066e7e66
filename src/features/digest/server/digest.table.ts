import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { DIGEST_FREQUENCIES } from '../contract.ts'

/** A user's digest settings for a workspace. Deleted with the membership by a trigger. */
export const digestSubscriptions = pgTable(
  'digest_subscriptions',
  {
    workspaceId: uuid('workspace_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Names it in links that end it; stays while it is off, so that old mails' links work. */
    id: uuid('id').notNull().unique('digest_subscriptions_id'),
    frequency: text('frequency', { enum: DIGEST_FREQUENCIES }).notNull(),
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Null while it is off. */
    nextAt: instant('next_at'),
    /** End of the period that the last digest covered. */
    coveredUntil: instant('covered_until').notNull().defaultNow(),
    /** When the person last asked for one at once. */
    askedAt: instant('asked_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('digest_subscriptions_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
  ],
)

/** A sent digest. Unique per period, even if several nodes find it due. */
export const digestMails = pgTable(
  'digest_mails',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    /** When it was due, or its own id where a person asked for it. */
    period: text('period').notNull(),
    /** `empty`: there was nothing to say. `unknown`: the mail server was lost while it took it. */
    state: text('state', { enum: ['queued', 'sending', 'sent', 'empty', 'unknown', 'failed'] })
      .notNull()
      .default('queued'),
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    foreignKey({
      columns: [table.workspaceId, table.userId],
      foreignColumns: [digestSubscriptions.workspaceId, digestSubscriptions.userId],
    }).onDelete('cascade'),
    unique('digest_mails_once').on(table.workspaceId, table.userId, table.period),
  ],
)
