import type { SYNC_INTERVALS } from '../../knowledge/contract.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Browsed, Chosen, Integration } from '../contract.ts'
import { presentProviderError } from './connect.ts'
import { accessTo } from './credentials.ts'
import {
  integrationChanged,
  ofIntegration,
  readIntegration,
  readPresentedIntegration,
  requireSameIntegration,
} from './integration-rows.ts'
import { integrations } from './integrations.table.ts'
import { type IntegrationServices, providerOf } from './services.ts'
import { planNextSync, startSync } from './start-sync.ts'

const BROWSE_LIMIT_MS = 20_000

/**
 * Lists selectable items of the provider.
 * @throws not_found `integration.not_found`; conflict `integration.access_ended`; unavailable
 * `integration.provider_down`
 */
export async function browseIntegration(
  services: IntegrationServices,
  context: WorkspaceContext,
  input: { id: string; parent?: string | undefined; q?: string | undefined; cursor?: string | undefined },
): Promise<{ items: Browsed[]; next_cursor: string | null }> {
  const { type } = await inTransaction(context, (transaction) => readIntegration(transaction, input.id))
  const withAccess = accessTo(services, context, input.id, AbortSignal.timeout(BROWSE_LIMIT_MS))
  const { parent = null, q = '', cursor = null } = input
  try {
    return await providerOf(services, type).browse({ parent, q, cursor }, withAccess)
  } catch (browseError) {
    throw presentProviderError(browseError)
  }
}

/**
 * Changes what is given. A new choice is imported at once, and what it leaves out goes with that pass.
 * @throws not_found `integration.not_found`, precondition_failed
 */
export const updateIntegration = (
  services: IntegrationServices,
  context: WorkspaceContext,
  {
    id,
    chosen,
    sync_every: syncEvery,
  }: { id: string; chosen?: Chosen[] | null | undefined; sync_every?: (typeof SYNC_INTERVALS)[number] | undefined },
): Promise<Integration> =>
  inTransaction(context, async (transaction) => {
    await requireSameIntegration(services, transaction, id)
    const previousRow = await readIntegration(transaction, id)
    // A feed of changes says nothing of what was not chosen before: the next pass lists everything.
    if (chosen !== undefined)
      await transaction.tx.update(integrations).set({ chosen, cursor: null }).where(ofIntegration(transaction, id))
    if (syncEvery !== undefined && syncEvery !== previousRow.syncEvery) {
      await transaction.tx.update(integrations).set({ syncEvery }).where(ofIntegration(transaction, id))
      await planNextSync(transaction, id, { failed: false })
    }
    if (chosen !== undefined) await startSync(services, transaction, id)
    await integrationChanged(transaction, id)
    return readPresentedIntegration(services, transaction, id)
  })
