import { sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import { emit, inReadTransaction, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { DIGEST_PAUSE, type DigestFrequency, type DigestSetting } from '../contract.ts'
import { knownTimeZone, nextDigestAt } from '../domain/next-digest.ts'

const OFF: DigestSetting = { frequency: 'off', time_zone: 'UTC', next_at: null }

interface Row extends Record<string, unknown> {
  frequency: DigestFrequency
  time_zone: string
  next_at: Date | string | null
}

const onTheWire = (row: Row | undefined): DigestSetting =>
  row
    ? {
        frequency: row.frequency,
        time_zone: row.time_zone,
        next_at: row.next_at === null ? null : new Date(row.next_at).toISOString(),
      }
    : OFF

/** The user's digest settings for the workspace. */
export const digestSetting = (context: WorkspaceContext): Promise<DigestSetting> =>
  inReadTransaction(context, async ({ tx, workspaceId, userId }) => {
    const { rows } = await tx.execute<Row>(
      sql`select frequency, time_zone, next_at from digest_subscriptions
          where workspace_id = ${workspaceId} and user_id = ${userId}`,
    )
    return onTheWire(rows[0])
  })

/** Turned on, it begins now: what happened before is in no digest. */
export const setDigest = (
  context: WorkspaceContext,
  options: { frequency: DigestFrequency; time_zone: string },
  now = new Date(),
): Promise<DigestSetting> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, userId } = transaction
    const zone = knownTimeZone(options.time_zone)
    const next = options.frequency === 'off' ? null : nextDigestAt(now, options.frequency, zone).toISOString()
    const { rows } = await tx.execute<Row>(
      sql`insert into digest_subscriptions as d (workspace_id, user_id, id, frequency, time_zone, next_at, covered_until)
          values (${workspaceId}, ${userId}, ${newId()}, ${options.frequency}, ${zone}, ${next}, ${now.toISOString()})
          on conflict (workspace_id, user_id) do update
            set frequency = excluded.frequency, time_zone = excluded.time_zone, next_at = excluded.next_at,
                covered_until = case when d.frequency = 'off' then excluded.covered_until else d.covered_until end
          returning frequency, time_zone, next_at`,
    )
    return onTheWire(rows[0])
  })

/** Has a digest of the last day or week mailed at once. @throws conflict `digest.off`, `digest.too_soon` */
export const sendDigestNow = (context: WorkspaceContext, now = new Date()): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, userId } = transaction
    const { rows } = await tx.execute<{ frequency: DigestFrequency; asked_at: Date | string | null }>(
      sql`select frequency, asked_at from digest_subscriptions
          where workspace_id = ${workspaceId} and user_id = ${userId} for update`,
    )
    const [row] = rows
    if (!row || row.frequency === 'off')
      throw new AppError('conflict', 'digest.off', 'Choose how often you want the digest first.')
    if (row.asked_at !== null && now.getTime() - new Date(row.asked_at).getTime() < DIGEST_PAUSE * 1000)
      throw new AppError(
        'conflict',
        'digest.too_soon',
        'A digest is on its way. Please wait a minute before you request another one.',
      )
    const days = row.frequency === 'daily' ? 1 : 7
    const from = new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
    const id = newId()
    await tx.execute(
      sql`update digest_subscriptions set asked_at = ${now.toISOString()}
          where workspace_id = ${workspaceId} and user_id = ${userId}`,
    )
    await tx.execute(
      sql`insert into digest_mails (workspace_id, id, user_id, period, from_at, until_at)
          values (${workspaceId}, ${id}, ${userId}, ${`now:${id}`}, ${from.toISOString()}, ${now.toISOString()})`,
    )
    await emit(transaction, { type: 'digest.requested', id })
  })

/** Ends a subscription by its id, which its emails contain. @returns the workspace's name, if it exists */
export const endDigest = (db: Database, id: string): Promise<string | null> =>
  systemTransaction(db, async (transaction) => {
    const { rows } = await transaction.execute<{ name: string }>(
      sql`update digest_subscriptions d set frequency = 'off', next_at = null
          from workspaces w where d.id = ${id} and w.id = d.workspace_id returning w.name`,
    )
    return rows[0]?.name ?? null
  })
