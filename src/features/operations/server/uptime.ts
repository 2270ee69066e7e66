import { and, desc, like, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import type { Probe } from '../../../platform/http/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { instanceState } from './operations.table.ts'

/** Number of days that are kept and counted. */
export const UPTIME_DAYS = 90
const KEY_PREFIX = 'uptime.'

/** Checks of one component in a day. */
const tallySchema = z.object({ checks: z.number().int(), succeeded: z.number().int() })
const dayRecord = z.record(z.string(), tallySchema)
export type Tally = z.output<typeof tallySchema>

const keyOfDay = (checkedDay: Date) => `${KEY_PREFIX}${checkedDay.toISOString().slice(0, 10)}`

/** Tries every probe. @returns whether each worked */
export async function tryProbes(healthProbes: Record<string, Probe>): Promise<Record<string, boolean>> {
  const outcomes = Object.entries(healthProbes).map(async ([name, probe]) => {
    const hasWorked = await probe().then(
      () => true,
      () => false,
    )
    return [name, hasWorked] as const
  })
  return Object.fromEntries(await Promise.all(outcomes))
}

/** Adds one check of each component to the record of the day, and forgets what is older than 90 days. */
export const recordUptime = (db: Database, probeResults: Record<string, boolean>, currentTime: Date): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const dayKey = keyOfDay(currentTime)
    await transaction.insert(instanceState).values({ key: dayKey, value: {} }).onConflictDoNothing()
    const [row] = await transaction
      .select()
      .from(instanceState)
      .where(sql`${instanceState.key} = ${dayKey}`)
      .for('update')
    const storedRecord = dayRecord.parse(row?.value ?? {})
    for (const [name, ok] of Object.entries(probeResults)) {
      const { checks, succeeded } = storedRecord[name] ?? { checks: 0, succeeded: 0 }
      storedRecord[name] = { checks: checks + 1, succeeded: succeeded + (ok ? 1 : 0) }
    }
    await transaction
      .update(instanceState)
      .set({ value: storedRecord, updatedAt: currentTime })
      .where(sql`${instanceState.key} = ${dayKey}`)
    const oldestKey = keyOfDay(new Date(currentTime.getTime() - UPTIME_DAYS * 86_400_000))
    await transaction
      .delete(instanceState)
      .where(and(like(instanceState.key, `${KEY_PREFIX}%`), sql`${instanceState.key} < ${oldestKey}`))
  })

/** Recorded results of each component, and the first day (ISO 8601, without time). */
export const readUptime = (db: Database): Promise<{ totals: Record<string, Tally>; since: string | null }> =>
  systemTransaction(db, async (transaction) => {
    const dayRows = await transaction
      .select()
      .from(instanceState)
      .where(like(instanceState.key, `${KEY_PREFIX}%`))
      .orderBy(desc(instanceState.key))
    const totalByPart: Record<string, Tally> = {}
    for (const { value } of dayRows)
      for (const [name, { checks, succeeded }] of Object.entries(dayRecord.parse(value))) {
        const partTotal = totalByPart[name] ?? { checks: 0, succeeded: 0 }
        totalByPart[name] = { checks: partTotal.checks + checks, succeeded: partTotal.succeeded + succeeded }
      }
    return { totals: totalByPart, since: dayRows.at(-1)?.key.slice(KEY_PREFIX.length) ?? null }
  })

/** Every five minutes, once for all processes. */
export const recordUptimeJob = (uptimeOptions: { db: Database; probes: Record<string, Probe> }) =>
  defineJob({
    name: 'operations.uptime',
    schema: z.object({}),
    cron: '*/5 * * * *',
    retryLimit: 0,
    expireInSeconds: 60,
    handler: async () => recordUptime(uptimeOptions.db, await tryProbes(uptimeOptions.probes), new Date()),
  })
