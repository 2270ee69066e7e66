import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../tests/support/content/knowledge-tenant.ts'

const app = await createTestApp({ BILLING: 'off' })

/** Long enough that few of them are written together. */
const longTexts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Text ${index}`,
    content: `Loom ${index} is serviced. `.repeat(1_500),
  }))

async function tenant() {
  const own = await knowledgeTenant(app)
  const count = async (table: 'sources' | 'knowledge_chunks') => {
    const [row] = (await app.rows(
      `select count(*)::int as count from ${table} where workspace_id = '${own.owner.workspaceId}'`,
    )) as { count: number }[]
    return row?.count ?? 0
  }
  return { ...own, count }
}

describe('many long texts', () => {
  it('are saved in several transactions, so that other requests are served between them', async () => {
    const { call, count } = await tenant()
    const before = await count('sources')
    const texts = longTexts(30)
    let isDone = false
    const creating = call<{ ids: string[] }>('createTexts', { items: texts }).finally(() => {
      isDone = true
    })
    const seen = new Set<number>()
    while (!isDone) seen.add((await count('sources')) - before)
    const { ids } = await creating
    expect(new Set(ids).size).toBe(30)
    expect((await count('sources')) - before).toBe(30)
    expect([...seen].filter((number) => number > 0 && number < 30).length).toBeGreaterThan(3)
  })

  it('leave nothing when one of them cannot be saved', async () => {
    const { call, count, owner } = await tenant()
    await app.core.db.pool.query(`
      create function refuse_text() returns trigger language plpgsql as $$
      begin
        if new.title = 'Text 7' and new.workspace_id = '${owner.workspaceId}' then raise exception 'refused by the test'; end if;
        return new;
      end $$`)
    await app.core.db.pool.query(
      'create trigger refuse_text before insert on sources for each row execute function refuse_text()',
    )
    const before = [await count('sources'), await count('knowledge_chunks')]
    await expect(call('createTexts', { items: longTexts(10) })).rejects.toThrow()
    expect([await count('sources'), await count('knowledge_chunks')]).toEqual(before)
  })
})
