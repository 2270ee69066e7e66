import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { DELIVERY_STATES, type DeliveryAttempt, PAUSE_CAUSES, type WebhookEvent } from '../contract.ts'

/** Addresses of other programs that are sent events of the workspace. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** Sealed, like everything below that opens something elsewhere. */
    secret: text('secret').notNull(),
    formerSecret: text('former_secret'),
    formerSecretUntil: instant('former_secret_until'),
    /** Sealed JSON: values by name. */
    headers: text('headers'),
    headerNames: text('header_names').array().notNull().default([]),
    pausedAt: instant('paused_at'),
    pausedBy: text('paused_by', { enum: PAUSE_CAUSES }),
    failingSince: instant('failing_since'),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
    /** Nothing is sent until then. */
    restUntil: instant('rest_until'),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.id] })],
)

/** The outbox, and the log: one row per event and endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    /** Order in which the events of one resource are delivered. */
    position: bigint('position', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    eventId: uuid('event_id').notNull(),
    type: text('type').notNull(),
    /** Kind and id: events of one resource are delivered one after another. */
    resource: text('resource').notNull(),
    /** The exact body, which is what is signed. */
    payload: text('payload').notNull(),
    /** The visitor's question whose text the payload contains: the row is deleted with it. */
    questionId: uuid('question_id'),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    log: jsonb('log').$type<DeliveryAttempt[]>().notNull().default([]),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** A process is sending it and will have finished by then. */
    claimedUntil: instant('claimed_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    foreignKey({
      columns: [columns.workspaceId, columns.endpointId],
      foreignColumns: [webhookEndpoints.workspaceId, webhookEndpoints.id],
    }).onDelete('cascade'),
    index('webhook_deliveries_log').on(columns.workspaceId, columns.endpointId, columns.position),
    index('webhook_deliveries_order')
      .on(columns.workspaceId, columns.endpointId, columns.resource, columns.position)
      .where(sql`${columns.state} = 'waiting'`),
    index('webhook_deliveries_due').on(columns.nextAttemptAt).where(sql`${columns.state} = 'waiting'`),
    index('webhook_deliveries_question')
      .on(columns.workspaceId, columns.questionId)
      .where(sql`${columns.questionId} is not null`),
    index('webhook_deliveries_age').on(columns.createdAt),
  ],
)
