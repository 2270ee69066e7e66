import { expect, it, vi } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { confidenceFit, GLOBAL_THRESHOLDS } from '../../ranking/server/index.ts'
import { inTransaction, visitorContext } from '../../workspaces/server/index.ts'
import { readThresholds } from './thresholds.ts'

it('bounds from another scale of confidence do not hold, and are fitted anew when a process of this version starts', async () => {
  const app = await createTestApp({ BILLING: 'off' })
  const { workspaceId } = await app.tenant('Woven')
  const thresholds = async () => {
    const visitor = await visitorContext(app.core.services, { workspace_id: workspaceId })
    if (!visitor) throw new Error('The workspace is gone.')
    return inTransaction(visitor, readThresholds)
  }
  const store = (fit: string) =>
    app.rows(`insert into answer_calibrations (workspace_id, answer_threshold, refuse_threshold, content_version, fit)
      values ('${workspaceId}', 9, -9, 1, '${fit}')
      on conflict (workspace_id) do update set answer_threshold = 9, refuse_threshold = -9, fit = excluded.fit`)
  await store(confidenceFit)
  expect(await thresholds()).toEqual({ answer: 9, refuse: -9 })
  await store('of an earlier version')
  expect(await thresholds()).toEqual(GLOBAL_THRESHOLDS)

  await createTestApp({ BILLING: 'off' }, { db: app.core.db, work: true })
  const stored = () => app.rows(`select fit from answer_calibrations where workspace_id = '${workspaceId}'`)
  await vi.waitFor(async () => expect(await stored()).toEqual([{ fit: confidenceFit }]), soon)
  const { answer } = await thresholds()
  expect(answer).toBeLessThan(9)
})
