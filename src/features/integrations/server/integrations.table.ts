import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { SERVICE_KINDS, SYNC_INTERVALS } from '../../knowledge/contract.ts'
import type { Chosen, RunProblem } from '../contract.ts'

/** A connected external service; one of each type in a workspace. What it gave are rows of the ledger. */
export const integrations = pgTable(
  'integrations',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type', { enum: SERVICE_KINDS }).notNull(),
    /** False when the provider rejects the credentials and the integration must be connected again. */
    isActive: boolean('is_active').notNull().default(true),
    /** Why it is not active, in words. */
    reason: text('reason'),
    /** Name of the account at the provider. */
    accountName: text('account_name').notNull().default(''),
    /** Sealed; see `credentials.ts`. Null once they are worth nothing. */
    credentials: text('credentials'),
    /** Raised whenever the credentials are replaced: who holds others has outdated ones. */
    credentialsVersion: integer('credentials_version').notNull().default(1),
    /** Until then one process of all renews the credentials. */
    renewingUntil: instant('renewing_until'),
    /**
     * Selected items; null for everything that the provider shows, or nothing while a required selection is missing.
     */
    chosen: jsonb('chosen').$type<Chosen[]>(),
    /** Position in the provider's change feed; null when the next run lists everything. */
    cursor: text('cursor'),
    syncEvery: text('sync_every', { enum: SYNC_INTERVALS }).notNull().default('day'),
    nextSyncAt: instant('next_sync_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSyncAt: instant('last_sync_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('integrations_type').on(table.workspaceId, table.type),
    index('integrations_due').on(table.nextSyncAt),
  ],
)

/** One pass over what is imported. It stays when the integration is disconnected: it is history. */
export const integrationRuns = pgTable(
  'integration_runs',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    integrationId: uuid('integration_id').notNull(),
    type: text('type', { enum: SERVICE_KINDS }).notNull(),
    accountName: text('account_name').notNull().default(''),
    state: text('state', { enum: ['queued', 'running', 'completed', 'failed'] }).notNull(),
    reason: text('reason'),
    found: integer('found').notNull().default(0),
    done: integer('done').notNull().default(0),
    added: integer('added').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** The first of the items that were skipped or failed, with the reasons. */
    problems: jsonb('problems').$type<RunProblem[]>().notNull().default([]),
    startedAt: instant('started_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('integration_runs_newest').on(table.workspaceId, table.integrationId, table.id),
  ],
)

/** A pending OAuth flow: deleted by the first callback, or after ten minutes. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    workspaceId: uuid('workspace_id').notNull(),
    /** SHA-256 of the state that travels. */
    stateHash: text('state_hash').notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the browser's cookie. */
    browserHash: text('browser_hash').notNull(),
    type: text('type', { enum: SERVICE_KINDS }).notNull(),
    /** Sealed, of PKCE. */
    verifier: text('verifier').notNull(),
    /** A path of ours. */
    returnPath: text('return_path').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.stateHash] }),
    uniqueIndex('oauth_states_state').on(table.stateHash),
  ],
)
