import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { workspaceTransaction } from '../../../platform/db/index.ts'
import { searchEntries } from '../../ranking/server/index.ts'
import { visitorContext } from '../../workspaces/server/index.ts'
import { findIndexFaults, repairIndex } from './index-consistency.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  tenant = await app.tenant('Woven')
  other = await app.tenant('Knitted')
})

const faults = async () =>
  (await findIndexFaults(app.core.db)).map(({ workspace_id, problem }) => [workspace_id, problem])
const found = async (question: string) => {
  const context = await visitorContext(app.core.services, { workspace_id: tenant.workspaceId })
  if (!context) throw new Error('the workspace is missing')
  return workspaceTransaction(app.core.db, { workspaceId: tenant.workspaceId, userId: null }, async (transaction) =>
    (await searchEntries(transaction, tenant.workspaceId, { text: question, limit: 10 })).hits.map(
      (hit) => hit.source_id,
    ),
  )
}
const mine = () => `workspace_id = '${tenant.workspaceId}'`

describe('the consistency of the index', () => {
  it('has no fault after ordinary work', async () => {
    expect(await faults()).toEqual([])
    expect(await found('About Woven?')).toContain(tenant.ids.faq)
  })

  it.each([
    [
      'a FAQ that cannot be found',
      () => `delete from search_entries where ${mine()} and kind = 'faq'`,
      ['missing', 'stray'],
    ],
    [
      'a passage that cannot be found',
      () => `delete from search_entries where ${mine()} and kind = 'passage'`,
      ['missing', 'stray'],
    ],
    [
      'a FAQ without a passage',
      () => `delete from knowledge_chunks where ${mine()} and source_type = 'faq'`,
      ['missing', 'superfluous'],
    ],
    ['words that are lost', () => `delete from postings where ${mine()} and term like 'w%'`, ['incomplete']],
    [
      'a text of nothing',
      () => `delete from knowledge_chunks where ${mine()} and source_id = '${tenant.ids.source}'`,
      ['superfluous'],
    ],
    ['a FAQ that is not published', () => `update faqs set status = 'draft' where ${mine()}`, ['superfluous']],
  ])('%s is noticed and repaired, in its workspace alone', async (_name, damage, problems) => {
    await app.rows(damage())
    const seen = await faults()
    expect([...new Set(seen.map(([, problem]) => problem))].sort()).toEqual(problems)
    expect(seen.every(([workspace]) => workspace === tenant.workspaceId)).toBe(true)
    const before = await app.rows(`select entry_no from search_entries where workspace_id = '${other.workspaceId}'`)
    expect(await repairIndex(app.core.services)).toEqual([])
    expect(await faults()).toEqual([])
    expect(await app.rows(`select entry_no from search_entries where workspace_id = '${other.workspaceId}'`)).toEqual(
      before,
    )
    const [faq] = (await app.rows(`select status from faqs where ${mine()}`)) as { status: string }[]
    expect((await found('About Woven?')).includes(tenant.ids.faq)).toBe(faq?.status === 'published')
  })
})
