import { timestampOfId } from '../../../../kernel/ids.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { browserIdOf } from '../browser-cookies.ts'
import { passwordSetAt } from '../passwords.ts'

/**
 * The id of this browser if it signed in to the account since its password was set, else null. A new password forgets
 * every browser of the account: an intruder may have signed in with the old one, and would be counted apart from strangers.
 */
export async function knownBrowserOf(
  services: Pick<AccountServices, 'config' | 'db'>,
  request: Pick<RequestContext, 'headers'>,
  email: string,
): Promise<string | null> {
  const browserId = browserIdOf(services.config, request, 'known', email)
  if (!browserId) return null
  const setAt = await systemTransaction(services.db, (transaction) => passwordSetAt(transaction, email))
  return setAt && timestampOfId(browserId) < setAt.getTime() ? null : browserId
}
