import { type SQL, sql } from 'drizzle-orm'
import { passkeys, sessions, users } from './accounts.table.ts'

/**
 * SQL beside a row of `users`: what keeps the person of a session from workspaces that require a second factor.
 * Null: nothing, because codes are asked for at each sign-in of the account, or a passkey confirmed this session.
 * `confirm`: the account has a passkey, but this session was started without it. `set_up`: it has no second factor.
 */
export const missingSecondFactor = (sessionId: string | null): SQL<'set_up' | 'confirm' | null> => sql`
  case
    when ${users.twoFactorEnabled} then null
    when not exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}) then 'set_up'
    when exists (
      select 1 from ${sessions}
      where ${sessions.id} = ${sessionId}::uuid and ${sessions.userId} = ${users.id}
        and ${sessions.passkeyConfirmedAt} is not null
    ) then null
    else 'confirm'
  end`
