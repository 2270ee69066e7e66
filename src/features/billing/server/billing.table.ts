import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/** A person's subscription as the payment provider last reported it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    plan: text('plan', { enum: ['starter', 'pro'] }).notNull(),
    status: text('status', {
      enum: ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid'],
    }).notNull(),
    currentPeriodStart: instant('current_period_start'),
    currentPeriodEnd: instant('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    pastDueSince: instant('past_due_since'),
    /** Next plan and the time of the change; null when none is pending. */
    pendingPlan: text('pending_plan', { enum: ['starter', 'pro'] }),
    pendingAt: instant('pending_at'),
    providerId: text('provider_id').unique(),
    /** When the provider last changed it, by the provider's clock: an older report is out of date. */
    reportedAt: instant('reported_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (columns) => [index('subscriptions_user').on(columns.userId)],
)

/** Webhooks that were received, by the id their sender gave them: one that comes again is known. */
export const billingWebhooks = pgTable(
  'billing_webhooks',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (columns) => [index('billing_webhooks_received').on(columns.receivedAt)],
)

/** Notifications sent once per user; `about` identifies the occasion. */
export const billingNotices = pgTable(
  'billing_notices',
  {
    userId: uuid('user_id').notNull(),
    notice: text('notice', { enum: ['trial_ending', 'trial_ended'] }).notNull(),
    about: text('about').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.userId, columns.notice, columns.about] })],
)

/** Data of the sandbox in place of a payment provider: checkouts, subscriptions and orders. */
export const sandboxRecords = pgTable(
  'sandbox_records',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['checkout', 'subscription', 'order'] }).notNull(),
    /** No foreign key: a provider keeps customers that were deleted here. */
    userId: uuid('user_id').notNull(),
    data: jsonb('data').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [index('sandbox_records_user').on(columns.userId, columns.kind)],
)
