import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, optionalText, pageInput, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { SERVICE_KINDS, SOURCE_STATES, SYNC_INTERVALS } from '../knowledge/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

/** Path to which a provider redirects after consent. */
export const INTEGRATIONS_PATH = '/dashboard/integrations'
/** Only these addresses of ours may be returned to. */
export const RETURN_PATHS: readonly string[] = [INTEGRATIONS_PATH, '/knowledge']

/** A selectable item; selecting it includes everything below it. */
export const chosenSchema = z.object({
  id: plainText().min(1).max(200),
  title: plainText().max(500),
  /** The provider's word: page, database, folder, file, drive. */
  kind: plainText().max(40),
})
export type Chosen = z.output<typeof chosenSchema>
export const CHOSEN_MAX = 200

/** Items that are imported of one service, by plan. */
export const ITEMS_OF_PLAN = { limited: 500, unlimited: 5_000 } as const
/** Maximum number of problems of a run that are listed; the ledger contains all. */
export const MAX_LISTED_PROBLEMS = 50
const runProblemSchema = z.object({
  title: z.string(),
  url: z.string().nullable(),
  state: z.enum(['skipped', 'failed']),
  reason: z.string(),
})
export type RunProblem = z.output<typeof runProblemSchema>

/** One pass over what is imported: how far it is, and what came of it. */
export const integrationRunSchema = z.object({
  id: idSchema,
  integration_id: idSchema,
  type: z.enum(SERVICE_KINDS),
  account_name: z.string(),
  state: z.enum(['queued', 'running', 'completed', 'failed']),
  /** Why it failed, or what it could not do. */
  reason: z.string().nullable(),
  /** Items known so far, and those of them that have been dealt with. */
  found: z.number().int(),
  done: z.number().int(),
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  problems: z.array(runProblemSchema),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
})
export type IntegrationRun = z.output<typeof integrationRunSchema>

export const integrationSchema = z.object({
  id: idSchema,
  type: z.enum(SERVICE_KINDS),
  /** Name of the service. */
  name: z.string(),
  is_active: z.boolean(),
  /** Why it is not active. */
  reason: z.string().nullable(),
  /** Name of the account at the provider. */
  account_name: z.string(),
  /** Null: everything the provider shows, or nothing yet where `must_choose` says so. */
  chosen: z.array(chosenSchema).nullable(),
  must_choose: z.boolean(),
  sync_every: z.enum(SYNC_INTERVALS),
  next_sync_at: timestamp.nullable(),
  last_sync_at: timestamp.nullable(),
  created_at: timestamp,
  /** Number of items by state. */
  items: z.record(z.enum(SOURCE_STATES), z.number().int()),
  run: integrationRunSchema.nullable(),
})
export type Integration = z.output<typeof integrationSchema>
/** Fields that imports change. */
export const UNTAGGED_INTEGRATION = ['items', 'run', 'next_sync_at', 'last_sync_at'] as const

/** A service that can be connected here. */
export const providerSchema = z.object({
  type: z.enum(SERVICE_KINDS),
  /** By signing in at the provider. */
  oauth: z.boolean(),
  /** Connects with a token that the user pasted. */
  token: z.boolean(),
  /** Variables that the operator must set to enable the provider's sign-in. */
  missing: z.array(z.string()),
})
export type ProviderInfo = z.output<typeof providerSchema>

/** One page, database, folder or file to choose. */
export const browsedSchema = chosenSchema.extend({
  url: z.string().nullable(),
  /** There is something below it to look into. */
  opens: z.boolean(),
})
export type Browsed = z.output<typeof browsedSchema>

const byId = z.object({ id: idSchema })
const type = z.enum(SERVICE_KINDS)

export const integrationsContract = {
  list: workspaceProcedure('source.read')
    .route(rest('GET /integrations', 'Integrations', 'List connected services'))
    .output(z.object({ items: z.array(integrationSchema), providers: z.array(providerSchema) })),
  /** The specified notion-oauth-start and google-oauth-start: the browser goes to `auth_url`. */
  connect: workspaceProcedure('integration.connect', { writes: true })
    .input(z.object({ type, return_url: z.string().max(2000) }))
    .output(z.object({ auth_url: z.string() })),
  connectWithToken: workspaceProcedure('integration.connect', { writes: true })
    .route(rest('POST /integrations', 'Integrations', 'Connect a service with a token', { successStatus: 201 }))
    .input(z.object({ type, token: requiredText(500, 'Please enter a token.') }))
    .output(integrationSchema),
  /** Lists selectable items one level at a time; `q` searches instead. */
  browse: workspaceProcedure('integration.connect', { ids: { id: 'integration' } })
    .route(rest('GET /integrations/{id}/items', 'Integrations', 'Browse items of a connected service'))
    .input(
      z.object({
        id: idSchema,
        parent: z.string().max(200).optional(),
        q: optionalText(200).optional(),
        cursor: z.string().max(1000).optional(),
      }),
    )
    .output(pageOf(browsedSchema)),
  get: workspaceProcedure('source.read', { untagged: UNTAGGED_INTEGRATION, ids: { id: 'integration' } })
    .route(rest('GET /integrations/{id}', 'Integrations', 'Read a connected service'))
    .input(byId)
    .output(integrationSchema),
  /** Omitted fields stay unchanged. A new selection is imported at once; that run also removes deselected items. */
  update: workspaceProcedure('integration.connect', { writes: true, conditional: true, ids: { id: 'integration' } })
    .route(rest('PATCH /integrations/{id}', 'Integrations', 'Choose items and how often they are read'))
    .input(
      byId.extend({
        chosen: z.array(chosenSchema).min(1).max(CHOSEN_MAX).nullable().optional(),
        sync_every: z.enum(SYNC_INTERVALS).optional(),
      }),
    )
    .output(integrationSchema),
  /** The specified notion-sync-pages and google-sync-docs; a running import continues. */
  sync: workspaceProcedure('integration.sync', { writes: true, ids: { id: 'integration' } })
    .route(rest('POST /integrations/{id}/sync', 'Integrations', 'Import what changed'))
    .input(byId)
    .output(integrationSchema),
  /** The same for all that are active. @returns how many there are */
  syncAll: workspaceProcedure('integration.sync', { writes: true })
    .route(rest('POST /integrations/sync', 'Integrations', 'Import what changed from all services'))
    .output(z.object({ integrations: z.number().int() })),
  /** The passes of all services, also of those disconnected since; newest first. */
  runs: workspaceProcedure('source.read')
    .route(rest('GET /integrations/runs', 'Integrations', 'List past imports'))
    .input(pageInput)
    .output(pageOf(integrationRunSchema)),
  /** Disconnects the provider. With `keep` the imported content stays and is still used for answers. */
  disconnect: workspaceProcedure('integration.connect', { writes: true, ids: { id: 'integration' } })
    .route(rest('DELETE /integrations/{id}', 'Integrations', 'Disconnect a service'))
    .input(byId.extend({ keep: z.boolean().default(true) }))
    .output(z.object({ disconnected: z.literal(true) })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'integration.changed': { integration_id: string }
    'integration.synced': { integration_id: string; integration_type: string; state: 'completed' | 'failed' }
  }
}
