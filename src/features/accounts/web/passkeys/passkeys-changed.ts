import { api } from '../../../../web/api/api.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { refreshProfile } from '../session.ts'

/** Shows the passkeys as they are now, and what depends on them. */
export async function passkeysChanged(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: api.accounts.passkeys.key() }), refreshProfile()])
}
