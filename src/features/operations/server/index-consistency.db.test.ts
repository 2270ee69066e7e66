import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { searchMemoryIndex } from '../../ranking/server/index.ts'
import { findIndexFaults, repairIndex } from './index-consistency.ts'

const app = await createTestApp({ BILLING: 'off' })
const tenant = await app.tenant('Woven')
const other = await app.tenant('Knitted')

const faults = async () =>
  (await findIndexFaults(app.core.db)).map(({ workspace_id, problem }) => [workspace_id, problem])
const found = async (question: string) => {
  const workspace = { id: tenant.workspaceId, contentVersion: null }
  const { hits } = await searchMemoryIndex(app.core.db, workspace, { text: question, limit: 10 })
  return hits.map((hit) => hit.source_id)
}
const mine = () => `workspace_id = '${tenant.workspaceId}'`

describe('the index check', () => {
  it('finds no error after ordinary work', async () => {
    expect(await faults()).toEqual([])
    expect(await found('About Woven?')).toContain(tenant.ids.faq)
  })

  it.each([
    ['a FAQ that cannot be found', () => `delete from search_entries where ${mine()} and kind = 'faq'`, ['missing']],
    [
      'a passage that cannot be found',
      () => `delete from search_entries where ${mine()} and kind = 'passage'`,
      ['missing'],
    ],
    [
      'a FAQ without a passage',
      () => `delete from knowledge_chunks where ${mine()} and source_type = 'faq'`,
      ['missing', 'superfluous'],
    ],
    [
      'an entry without its passage',
      () => `delete from knowledge_chunks where ${mine()} and source_id = '${tenant.ids.source}'`,
      ['superfluous'],
    ],
    ['a FAQ that is not published', () => `update faqs set status = 'draft' where ${mine()}`, ['superfluous']],
  ])('finds and repairs %s in its workspace only', async (_name, damage, problems) => {
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
