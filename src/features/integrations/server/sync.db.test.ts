// Importing again: what changed, and what is gone.
import { beforeEach, describe, expect, test } from 'vitest'
import { importedNotion } from '../../../../tests/support/notion/imported-notion.ts'
import { paragraph } from '../../../../tests/support/notion/notion-content.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion/notion-server.ts'

let notion: NotionServer
/** A Notion of each test's own: what one does to it is not the next one's. */
beforeEach(async () => {
  notion = await startNotion()
  return () => notion.stop()
})
const imported = (options?: { renewable: boolean }) => importedNotion(notion, options)
const blockReads = () => notion.calls.filter(({ path }) => path.endsWith('/children')).map(({ path }) => path)

describe('a later sync', () => {
  test('reads changed pages, removes deleted ones, and leaves the rest unchanged', async () => {
    const { pass, pages, search, ledger } = await imported()
    notion.edit(pages.returns, [paragraph('Blankets are returned within ninety days.')])
    pages.repairs.trashed = true
    expect(await pass()).toMatchObject({
      state: 'completed',
      reason: null,
      added: 0,
      updated: 1,
      unchanged: 1,
      removed: 1,
      failed: 0,
    })
    expect(blockReads()).toEqual([`/v1/blocks/${pages.returns.id}/children`])
    expect((await search('return blankets'))[0]?.excerpt).toContain('ninety days')
    expect((await search('darned for free')).filter(({ title }) => title === 'Repairs')).toEqual([])
    expect([...(await ledger()).keys()].sort()).toEqual(['Returns', 'Warranty'])
  })

  test('reads a page again that was edited within the same minute, since Notion rounds to minutes', async () => {
    const { pass, pages } = await imported()
    notion.edit(pages.returns, [paragraph('Within sixty days.')])
    await pass()
    // In the same minute, so that its time stays.
    const { edited } = pages.returns
    notion.edit(pages.returns, [paragraph('Within ninety days.')])
    pages.returns.edited = edited
    expect(await pass()).toMatchObject({ updated: 1 })
    expect(await pass()).toMatchObject({ updated: 0, unchanged: 3 })
  })

  test('removes a page that is no longer shared, but not one that the search omits', async () => {
    const { pass, pages, ledger } = await imported()
    pages.warranty.indexed = false
    notion.unshare(pages.repairs)
    expect(await pass()).toMatchObject({ state: 'completed', unchanged: 2, removed: 1 })
    expect([...(await ledger()).keys()].sort()).toEqual(['Returns', 'Warranty'])
  })

  test('skips a page that a member removed, until it is retried', async () => {
    const { pass, pages, ledger, call, integration } = await imported()
    const item = (await ledger()).get('Returns')
    await call('knowledge/deleteSource', { id: item?.id })
    expect((await ledger()).get('Returns')).toMatchObject({
      state: 'excluded',
      reason: 'You removed it, so it is skipped when the service is read again.',
    })
    notion.edit(pages.returns, [paragraph('Changed.')])
    expect(await pass()).toMatchObject({ added: 0, updated: 0 })
    expect((await ledger()).get('Returns')?.state).toBe('excluded')
    await call('knowledge/retrySource', { id: item?.id })
    expect((await integration()).run).toMatchObject({ state: 'queued' })
    expect(await pass()).toMatchObject({ added: 1 })
    expect((await ledger()).get('Returns')).toMatchObject({ id: item?.id, state: 'ready', reason: null })
  })

  test('removes the answers of a page that became empty', async () => {
    const { pass, pages, ledger, search } = await imported()
    notion.edit(pages.repairs, [paragraph('')])
    expect(await pass()).toMatchObject({ state: 'completed', skipped: 1, removed: 1, unchanged: 2 })
    expect((await ledger()).get('Repairs')).toMatchObject({ state: 'skipped', reason: 'It is empty.', chunk_count: 0 })
    expect((await search('darned for free')).filter(({ title }) => title === 'Repairs')).toEqual([])
  })

  test('keeps cached answers valid when nothing changed', async () => {
    const { pass, app, owner, pages } = await imported()
    const version = async () => {
      const rows = await app.rows(`select content_version as v from workspaces where id = '${owner.workspaceId}'`)
      return (rows as { v: string }[])[0]?.v
    }
    const before = await version()
    await pass()
    expect(await version()).toBe(before)
    notion.edit(pages.returns, [paragraph('Changed.')])
    await pass()
    expect(await version()).not.toBe(before)
  })

  test('starts automatically when it is due', async () => {
    const { app, id, integration, tend } = await imported()
    const { next_sync_at, last_sync_at } = await integration()
    const hours = (Date.parse(next_sync_at ?? '') - Date.parse(last_sync_at ?? '')) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    await tend()
    expect((await integration()).run?.state).toBe('completed')
    await app.rows(`update integrations set next_sync_at = now() - interval '1 second' where id = '${id}'`)
    await tend()
    expect((await integration()).run?.state).toBe('queued')
  })

  test('runs once when started twice at the same time', async () => {
    const { call, id, runs } = await imported()
    await Promise.all([1, 2, 3].map(() => call('integrations/sync', { id })))
    expect((await runs()).filter(({ state }) => state === 'queued')).toHaveLength(1)
    expect(await call('integrations/syncAll')).toEqual({ integrations: 1 })
    expect((await runs()).filter(({ state }) => state === 'queued')).toHaveLength(1)
  })

  test('continues after its process was killed, and reads nothing twice', async () => {
    const { pages, id, app, owner, runs, ledger, integration } = await imported()
    for (let index = 0; index < 12; index++) notion.page(`Further ${index}`, [paragraph(`Says ${index}.`)])
    const killed = new AbortController()
    notion.onCall = ({ path }) => {
      if (path.endsWith('/children') && blockReads().length === 6) killed.abort(new Error('the process ends'))
    }
    const { handler } = app.core.integrations.jobs.find(({ name }) => name === 'integrations.sync') ?? {}
    const payload = { workspace_id: owner.workspaceId, integration_id: id }
    await expect(handler?.(payload, { signal: killed.signal, attempt: 1, final: false, jobId: 'a' })).rejects.toThrow(
      'the process ends',
    )
    expect((await integration()).run?.state).toBe('running')
    const kept = [...(await ledger()).values()].filter(
      ({ title, state }) => title.startsWith('Further') && state === 'ready',
    )
    expect(kept.length).toBeGreaterThan(0)
    notion.onCall = () => {}
    notion.calls.length = 0
    await handler?.(payload, { signal: new AbortController().signal, attempt: 2, final: true, jobId: 'a' })
    expect(blockReads()).toHaveLength(12 - kept.length)
    expect((await runs())[0]).toMatchObject({ state: 'completed', found: 15 })
    expect([...(await ledger()).values()].map(({ state }) => state)).toEqual(Array(15).fill('ready'))
    expect(pages.returns.trashed).toBe(false)
  })

  test('ends with a reason after its process died permanently, without waiting items', async () => {
    const { id, app, owner, runs, ledger, tend } = await imported()
    for (let index = 0; index < 12; index++) notion.page(`Further ${index}`, [paragraph(`Says ${index}.`)])
    const killed = new AbortController()
    notion.onCall = ({ path }) => {
      if (path.endsWith('/children')) killed.abort(new Error('the process ends'))
    }
    const { handler } = app.core.integrations.jobs.find(({ name }) => name === 'integrations.sync') ?? {}
    const payload = { workspace_id: owner.workspaceId, integration_id: id }
    const broken = handler?.(payload, { signal: killed.signal, attempt: 1, final: false, jobId: 'a' })
    await expect(broken).rejects.toThrow('the process ends')
    notion.onCall = () => {}
    const states = async () => [...(await ledger()).values()].map(({ state }) => state)
    expect(await states()).toContain('queued')
    await tend()
    expect((await runs())[0]?.state).toBe('running')
    await app.rows(`update integration_runs set updated_at = now() - interval '91 minutes' where state = 'running'`)
    await tend()
    expect((await runs())[0]).toMatchObject({
      state: 'failed',
      reason: 'The import was interrupted. Imported content stays, and the next import continues.',
    })
    expect(await states()).not.toContain('queued')
  })
})
