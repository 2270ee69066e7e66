import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database/database.ts'
import { readUptime, recordUptime, tryProbes } from './uptime.ts'

it('uptime is counted per component for ninety days', async () => {
  const db = await testDatabase()
  expect(await readUptime(db)).toEqual({ totals: {}, since: null })
  const day = (text: string) => new Date(`2026-${text}T10:00:00Z`)
  await recordUptime(db, { database: true, storage: true }, day('05-01'))
  await recordUptime(db, { database: true, storage: false }, day('05-02'))
  await recordUptime(db, { database: true }, day('05-02'))
  expect(await readUptime(db)).toEqual({
    totals: { database: { checks: 3, succeeded: 3 }, storage: { checks: 2, succeeded: 1 } },
    since: '2026-05-01',
  })
  await recordUptime(db, { database: false }, day('07-31'))
  expect(await readUptime(db)).toMatchObject({
    totals: { database: { checks: 3, succeeded: 2 } },
    since: '2026-05-02',
  })
})

it('a probe that throws counts as failed and does not delay the others', async () => {
  const probes = { database: async () => {}, storage: () => Promise.reject(new Error('gone')) }
  expect(await tryProbes(probes)).toEqual({ database: true, storage: false })
})
