import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL beside a row of `users`: what keeps the person of a session from workspaces that require a second factor.
 * Null: nothing, because codes are asked for at each sign-in of the account, or a passkey confirmed this session.
 * `confirm`: the account has a passkey, but this session was started without it. `set_up`: it has no second factor.
 * Columns are written with their tables: in a select from one table Drizzle leaves them out, which inner selects need.
 */
export const missingSecondFactor = (sessionId: string): SQL<'set_up' | 'confirm' | null> => sql`
  case
    when users.two_factor_enabled then null
    when not exists (select 1 from passkeys where passkeys.user_id = users.id) then 'set_up'
    when exists (
      select 1 from sessions
      where sessions.id = ${sessionId}::uuid and sessions.user_id = users.id
        and sessions.passkey_confirmed_at is not null
    ) then null
    else 'confirm'
  end`
