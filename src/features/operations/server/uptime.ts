import { and, desc, like, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import type { Probe } from '../../../platform/http/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { instanceState } from './operations.table.ts'

/** Number of days that are kept and counted. */
export const UPTIME_DAYS = 90
const PREFIX = 'uptime.'

/** Checks of one component in a day. */
const tally = z.object({ checks: z.number().int(), succeeded: z.number().int() })
const dayRecord = z.record(z.string(), tally)
export type Tally = z.output<typeof tally>

const keyOf = (day: Date) => `${PREFIX}${day.toISOString().slice(0, 10)}`

/** Tries every probe. @returns whether each worked */
export async function tryProbes(probes: Record<string, Probe>): Promise<Record<string, boolean>> {
  const outcomes = Object.entries(probes).map(async ([name, probe]) => {
    const worked = await probe().then(
      () => true,
      () => false,
    )
    return [name, worked] as const
  })
  return Object.fromEntries(await Promise.all(outcomes))
}

/** Adds one check of each component to the record of the day, and forgets what is older than 90 days. */
export const recordUptime = (db: Database, worked: Record<string, boolean>, now: Date): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const key = keyOf(now)
    await transaction.insert(instanceState).values({ key, value: {} }).onConflictDoNothing()
    const [row] = await transaction.select().from(instanceState).where(sql`${instanceState.key} = ${key}`).for('update')
    const record = dayRecord.parse(row?.value ?? {})
    for (const [name, ok] of Object.entries(worked)) {
      const { checks, succeeded } = record[name] ?? { checks: 0, succeeded: 0 }
      record[name] = { checks: checks + 1, succeeded: succeeded + (ok ? 1 : 0) }
    }
    await transaction
      .update(instanceState)
      .set({ value: record, updatedAt: now })
      .where(sql`${instanceState.key} = ${key}`)
    const oldest = keyOf(new Date(now.getTime() - UPTIME_DAYS * 86_400_000))
    await transaction
      .delete(instanceState)
      .where(and(like(instanceState.key, `${PREFIX}%`), sql`${instanceState.key} < ${oldest}`))
  })

/** Recorded results of each component, and the first day (ISO 8601, without time). */
export const readUptime = (db: Database): Promise<{ totals: Record<string, Tally>; since: string | null }> =>
  systemTransaction(db, async (transaction) => {
    const rows = await transaction
      .select()
      .from(instanceState)
      .where(like(instanceState.key, `${PREFIX}%`))
      .orderBy(desc(instanceState.key))
    const totals: Record<string, Tally> = {}
    for (const { value } of rows)
      for (const [name, { checks, succeeded }] of Object.entries(dayRecord.parse(value))) {
        const sum = totals[name] ?? { checks: 0, succeeded: 0 }
        totals[name] = { checks: sum.checks + checks, succeeded: sum.succeeded + succeeded }
      }
    return { totals, since: rows.at(-1)?.key.slice(PREFIX.length) ?? null }
  })

/** Every five minutes, once for all processes. */
export const recordUptimeJob = (options: { db: Database; probes: Record<string, Probe> }) =>
  defineJob({
    name: 'operations.uptime',
    schema: z.object({}),
    cron: '*/5 * * * *',
    retryLimit: 0,
    expireInSeconds: 60,
    handler: async () => recordUptime(options.db, await tryProbes(options.probes), new Date()),
  })
