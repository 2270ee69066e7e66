import { sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { DigestFrequency } from '../contract.ts'
import { nextDigestAt } from '../domain/next-digest.ts'

const AT_ONCE = 100
const KEPT_DAYS = 90

interface Due extends Record<string, unknown> {
  workspace_id: string
  user_id: string
  frequency: Exclude<DigestFrequency, 'off'>
  time_zone: string
  next_at: Date | string
  covered_until: Date | string
}

/** Enters the digest of one period, once, and sets when the next is due. @returns its id, null where it was entered before */
async function enter(transaction: Tx, due: Due, now: Date): Promise<string | null> {
  const { workspace_id: workspaceId, user_id: userId } = due
  const id = newId()
  const { rows } = await transaction.execute(
    sql`insert into digest_mails (workspace_id, id, user_id, period, from_at, until_at)
        values (${workspaceId}, ${id}, ${userId}, ${new Date(due.next_at).toISOString()},
                ${new Date(due.covered_until).toISOString()}, ${now.toISOString()})
        on conflict (workspace_id, user_id, period) do nothing returning id`,
  )
  const next = nextDigestAt(now, due.frequency, due.time_zone).toISOString()
  await transaction.execute(
    sql`update digest_subscriptions
        set next_at = ${next}, covered_until = case when ${rows.length > 0} then ${now.toISOString()}::timestamptz else covered_until end
        where workspace_id = ${workspaceId} and user_id = ${userId}`,
  )
  return rows.length > 0 ? id : null
}

/**
 * Enters every digest that is due, and has it sent. Several nodes may do so at once: each row is one's alone, and of each
 * period there is one mail. What a node that was down missed is in one digest.
 * @returns how many were entered
 */
export async function enterDueDigests(
  db: Database,
  send: (transaction: Tx, mail: { workspace_id: string; id: string }) => Promise<void>,
  now = new Date(),
): Promise<number> {
  let entered = 0
  for (;;) {
    const found = await systemTransaction(db, async (transaction) => {
      const { rows } = await transaction.execute<Due>(
        sql`select workspace_id, user_id, frequency, time_zone, next_at, covered_until from digest_subscriptions
            where next_at <= ${now.toISOString()} and frequency <> 'off'
            order by next_at, id limit ${AT_ONCE} for update skip locked`,
      )
      let mine = 0
      for (const due of rows) {
        const id = await enter(transaction, due, now)
        if (id === null) continue
        mine++
        await send(transaction, { workspace_id: due.workspace_id, id })
      }
      return { all: rows.length, mine }
    })
    entered += found.mine
    if (found.all < AT_ONCE) break
  }
  await systemTransaction(db, (transaction) =>
    transaction.execute(
      sql`delete from digest_mails where created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
    ),
  )
  return entered
}
