import { AppError } from '../../../../kernel/app-error.ts'
import { isInNetworks } from '../../../../platform/http/index.ts'
import { type Action, API_KEY_AREAS, type ApiKeyArea, AREA_OF_ACTION } from '../../contract.ts'

/** An export has everything: a key that is limited to areas needs all of them. */
const areasOfAction = (action: Action): readonly ApiKeyArea[] =>
  action === 'workspace.export' ? API_KEY_AREAS : [AREA_OF_ACTION[action]]

interface LimitedKey {
  scope: 'read' | 'write'
  areas: readonly string[]
  networks: readonly string[]
  expiresAt: Date | null
}

/**
 * Refuses a request that the key does not allow; without an action, only keys that allow nothing at all here and now. Throws unauthenticated `api_key.expired`, forbidden `api_key.network`,
 * `api_key.read_only` and `api_key.not_allowed`.
 */
export function checkApiKey(
  limitedKey: LimitedKey,
  requiredAccess: { action: Action | null; writes: boolean },
  clientAddress: string,
): void {
  if (limitedKey.expiresAt && limitedKey.expiresAt.getTime() <= Date.now())
    throw new AppError(
      'unauthenticated',
      'api_key.expired',
      'This API key has expired. Create a new one in the settings.',
    )
  if (limitedKey.networks.length > 0 && !isInNetworks(clientAddress, limitedKey.networks))
    throw new AppError('forbidden', 'api_key.network', 'This API key may not be used from this address.')
  if (requiredAccess.writes && limitedKey.scope === 'read')
    throw new AppError('forbidden', 'api_key.read_only', 'This API key may only read.')
  if (requiredAccess.action === null) return
  const allowsArea = (area: ApiKeyArea) =>
    limitedKey.areas.includes(`${area}:write`) || (!requiredAccess.writes && limitedKey.areas.includes(`${area}:read`))
  const refusedArea =
    limitedKey.areas.length === 0 ? undefined : areasOfAction(requiredAccess.action).find((area) => !allowsArea(area))
  if (refusedArea !== undefined)
    throw new AppError(
      'forbidden',
      'api_key.not_allowed',
      `This API key may not ${requiredAccess.writes ? 'change' : 'read'} ${refusedArea}.`,
    )
}
