import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { DIGEST_FREQUENCIES } from '../contract/digest.ts'

/** What a person wants to be mailed of a workspace. It goes with the membership: the migration sees to that. */
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
    /** What came before was in an earlier digest. */
    coveredUntil: instant('covered_until').notNull().defaultNow(),
    /** When the person last asked for one at once. */
    askedAt: instant('asked_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    index('digest_subscriptions_due').on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
)

/** One digest. Of each period there is one, whoever finds it due. */
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
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [digestSubscriptions.workspaceId, digestSubscriptions.userId],
    }).onDelete('cascade'),
    unique('digest_mails_once').on(t.workspaceId, t.userId, t.period),
  ],
)
