import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'
import { apiKeys } from '../workspaces.table.ts'

/** One row per `Idempotency-Key` that was sent with an API key in the last day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    workspaceId: uuid('workspace_id').notNull(),
    apiKeyId: uuid('api_key_id').notNull(),
    /** SHA-256 of the client's key. */
    keyHash: text('key_hash').notNull(),
    /** SHA-256 of the call and its input. */
    requestHash: text('request_hash').notNull(),
    /** The execution that owns the row; only its transactions commit. */
    attempt: uuid('attempt').notNull(),
    /** The process that executes it renews this while it lives. */
    lockedUntil: instant('locked_until').notNull(),
    /** Set in the first transaction of the execution that wrote something. */
    committedAt: instant('committed_at'),
    finishedAt: instant('finished_at'),
    /** Sealed: a response can contain a secret that is shown once. Null when it is too large. */
    response: text('response'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.apiKeyId, columns.keyHash] }),
    foreignKey({
      columns: [columns.workspaceId, columns.apiKeyId],
      foreignColumns: [apiKeys.workspaceId, apiKeys.id],
      name: 'idempotency_keys_api_key',
    }).onDelete('cascade'),
    index('idempotency_keys_created').on(columns.createdAt),
  ],
)
