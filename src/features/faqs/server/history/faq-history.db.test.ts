import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../../tests/support/content/test-context.ts'
import { inTransaction } from '../../../workspaces/server/index.ts'
import { importFaqsInput } from '../../contract.ts'
import { archiveAllFaqs } from '../archive-all-faqs.ts'
import { createFaq } from '../create-faq.ts'
import { importFaqs } from '../transfer/import-faqs.ts'
import { deleteFaq } from '../trash/delete-faq.ts'
import { updateFaq } from '../update-faq.ts'
import { listVersions, readVersion, restoreVersion } from './faq-history.ts'
import { VERSIONS_KEPT } from './faq-versions.ts'

const testContext = await createTestContext()

async function setUp(options: { freeAccess?: boolean } = { freeAccess: true }) {
  const { id } = await testContext.workspace(await testContext.person(options))
  const userId = await testContext.person()
  await testContext.join(id, userId, 'owner')
  return { id, ctx: await testContext.as(userId, id, 'faq.write') }
}

describe('the history of a FAQ', () => {
  it('records author, time and changed fields of each save, newest first', async () => {
    const { ctx } = await setUp()
    const { id, version } = await createFaq(ctx, faqInput({ question: 'Old?', answer: 'Old.' }))
    expect(version).toBe(1)
    const second = await updateFaq(ctx, { id, answer: 'New.', category: 'Billing' })
    expect(second.version).toBe(2)
    await updateFaq(ctx, { id, status: 'archived', alternative_questions: ['Autre?'] })
    const by = { kind: 'person', name: 'Test Person' }
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await listVersions(ctx, id)).toEqual([
      {
        version: 3,
        saved_at: at,
        saved_by: by,
        changed: ['status', 'alternative_questions'],
        restored_from: null,
      },
      { version: 2, saved_at: at, saved_by: by, changed: ['answer', 'category'], restored_from: null },
      { version: 1, saved_at: at, saved_by: by, changed: [], restored_from: null },
    ])
    const { content, before, now } = await readVersion(ctx, id, 2)
    expect(content).toMatchObject({ question: 'Old?', answer: 'New.', category: 'Billing', status: 'published' })
    expect(before).toMatchObject({ answer: 'Old.', category: 'General' })
    expect(now).toMatchObject({ status: 'archived', alternative_questions: ['Autre?'] })
    expect((await readVersion(ctx, id, 1)).before).toBeNull()
    await expect(readVersion(ctx, id, 9)).rejects.toMatchObject({ code: 'faq_version.not_found' })
  })

  it('has no version for an unchanged save or a move in the order', async () => {
    const { ctx } = await setUp()
    const first = await createFaq(ctx, faqInput())
    await createFaq(ctx, faqInput({ question: 'Another?' }))
    await updateFaq(ctx, { id: first.id, answer: first.answer, status: first.status })
    const moved = await updateFaq(ctx, { id: first.id, display_order: 2 })
    expect(moved).toMatchObject({ display_order: 2, version: 1 })
    expect(await listVersions(ctx, first.id)).toHaveLength(1)
  })

  it('is committed together with the change', async () => {
    const { ctx, id } = await setUp()
    const faq = await createFaq(ctx, faqInput())
    const failing = inTransaction(ctx, async (transaction) => {
      await updateFaq(transaction, { id: faq.id, answer: 'Never seen.' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await testContext.count('faq_versions', `workspace_id = '${id}'`)).toBe(1)
  })

  it('reads a field as empty when its snapshot is older than the field', async () => {
    const { ctx } = await setUp()
    const { id } = await createFaq(ctx, faqInput({ category: 'Billing' }))
    await updateFaq(ctx, { id, answer: 'New.' })
    await testContext.db.pool.query(`update faq_versions set content = content - 'category' where faq_id = $1`, [id])
    expect((await readVersion(ctx, id, 1)).content).toMatchObject({ category: 'General' })
    expect((await listVersions(ctx, id))[0]).toMatchObject({ changed: ['answer'] })
    await updateFaq(ctx, { id, category: 'Support' })
    expect((await listVersions(ctx, id))[0]).toMatchObject({ changed: ['category'] })
  })

  it('is recorded by every way of writing', async () => {
    const { ctx, id } = await setUp()
    const items = [{ question: 'Imported?', answer: 'Once.' }]
    const { ids } = await importFaqs(ctx, importFaqsInput.parse({ items }))
    const again = importFaqsInput.parse({
      items: [{ question: 'Imported?', answer: 'Twice.' }],
      on_duplicate: 'update',
    })
    await importFaqs(ctx, again)
    await archiveAllFaqs(ctx)
    const versions = await listVersions(ctx, ids[0]!)
    expect(versions.map(({ changed }) => changed)).toEqual([['status'], ['answer'], []])
    // The newest version of each FAQ equals its current content.
    expect(
      await testContext.count(
        'faqs f',
        `f.workspace_id = '${id}' and not exists (select from faq_versions v where v.faq_id = f.id
          and v.version = f.version and v.content ->> 'answer' = f.answer
          and v.content ->> 'status' = f.status)`,
      ),
    ).toBe(0)
  })

  it(`is limited to the last ${VERSIONS_KEPT} versions`, async () => {
    const { ctx } = await setUp()
    const { id } = await createFaq(ctx, faqInput())
    await inTransaction(ctx, async (transaction) => {
      for (let n = 2; n <= VERSIONS_KEPT + 2; n++) await updateFaq(transaction, { id, answer: `Answer ${n}` })
    })
    const versions = await listVersions(ctx, id)
    expect(versions).toHaveLength(VERSIONS_KEPT)
    expect(versions.at(0)).toMatchObject({ version: VERSIONS_KEPT + 2 })
    expect(versions.at(-1)).toMatchObject({ version: 3, changed: [] })
  })
})

describe('restoring a version', () => {
  it('makes it the newest one, searchable by visitors, and keeps the history', async () => {
    const { ctx, id: workspaceId } = await setUp()
    const { id } = await createFaq(ctx, faqInput({ question: 'Is linen ironed?', answer: 'Damp.' }))
    await updateFaq(ctx, { id, question: 'Spoilt?', answer: 'Spoilt.', status: 'draft' })
    expect(await testContext.count('search_entries', `workspace_id = '${workspaceId}'`)).toBe(0)
    const back = await restoreVersion(ctx, id, 1)
    expect(back).toMatchObject({ question: 'Is linen ironed?', answer: 'Damp.', status: 'published', version: 3 })
    expect(await listVersions(ctx, id)).toMatchObject([
      { version: 3, restored_from: 1 },
      { version: 2 },
      { version: 1 },
    ])
    expect(await testContext.count('search_entries', `workspace_id = '${workspaceId}'`)).toBe(1)
    expect(
      await testContext.count(
        'knowledge_chunks',
        `workspace_id = '${workspaceId}' and source_name = 'Is linen ironed?'`,
      ),
    ).toBe(1)
    expect((await restoreVersion(ctx, id, 1)).version).toBe(3)
  })

  it('restores no archived FAQ beyond the limit', async () => {
    const { ctx } = await setUp({ freeAccess: false })
    const { id } = await createFaq(ctx, faqInput())
    await updateFaq(ctx, { id, status: 'archived' })
    const items = Array.from({ length: 50 }, (_, index) => ({ question: `Number ${index}?`, answer: 'x' }))
    await importFaqs(ctx, importFaqsInput.parse({ items }))
    await expect(restoreVersion(ctx, id, 1)).rejects.toMatchObject({ code: 'limit.faqs' })
  })

  it('is refused for a FAQ of another workspace or in the trash', async () => {
    const mine = await setUp()
    const other = await setUp()
    const { id } = await createFaq(mine.ctx, faqInput())
    const calls = [
      () => listVersions(other.ctx, id),
      () => readVersion(other.ctx, id, 1),
      () => restoreVersion(other.ctx, id, 1),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'not_found' })
    await deleteFaq(mine.ctx, id)
    await expect(listVersions(mine.ctx, id)).rejects.toMatchObject({ details: { in_trash: true } })
  })
})

describe('two members who edit the same FAQ', () => {
  it("see a conflict with the other's text, and overwrite nothing", async () => {
    const { ctx } = await setUp()
    const seen = await createFaq(ctx, faqInput({ answer: 'One.' }))
    const theirs = await updateFaq(ctx, { id: seen.id, answer: 'Theirs.', version: seen.version })
    const mine = updateFaq(ctx, { id: seen.id, answer: 'Mine.', version: seen.version })
    const { warnings: _warnings, ...current } = theirs
    await expect(mine).rejects.toMatchObject({
      kind: 'conflict',
      code: 'faq.changed_meanwhile',
      details: { current, saved_by: { kind: 'person', name: 'Test Person' } },
    })
    expect(await updateFaq(ctx, { id: seen.id, answer: 'Both.', version: theirs.version })).toMatchObject({
      version: 3,
    })
  })

  it('cannot both save at the same moment', async () => {
    const { ctx } = await setUp()
    const { id, version } = await createFaq(ctx, faqInput())
    const race = await Promise.allSettled(['A.', 'B.'].map((answer) => updateFaq(ctx, { id, answer, version })))
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('have no conflict when they change different fields', async () => {
    const { ctx } = await setUp()
    const { id, version } = await createFaq(ctx, faqInput({ answer: 'One.' }))
    await updateFaq(ctx, { id, answer: 'Two.', version })
    expect(await updateFaq(ctx, { id, answer: 'Two.', version })).toMatchObject({ version: 2 })
    expect(await updateFaq(ctx, { id, display_order: 1, version })).toMatchObject({ version: 2 })
    expect(await updateFaq(ctx, { id, status: 'draft' })).toMatchObject({ version: 3, answer: 'Two.' })
  })

  it('are informed of its deletion and by which member', async () => {
    const { ctx } = await setUp()
    const { id, version } = await createFaq(ctx, faqInput())
    await deleteFaq(ctx, id)
    await expect(updateFaq(ctx, { id, answer: 'Mine.', version })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'faq.not_found',
      details: { in_trash: true, deleted_by: { name: 'Test Person' } },
    })
  })
})
