// Failures during an import.
import { beforeEach, describe, expect, test } from 'vitest'
import { importedNotion } from '../../../../tests/support/notion/imported-notion.ts'
import { paragraph } from '../../../../tests/support/notion/notion-content.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion/notion-server.ts'
import { jobContext } from '../../workspaces/server/index.ts'
import { accessTo } from './credentials.ts'
import { TokenRefused } from './provider.ts'

let notion: NotionServer
/** A Notion of each test's own: what one does to it is not the next one's. */
beforeEach(async () => {
  notion = await startNotion()
  return () => notion.stop()
})
const imported = (options?: { renewable: boolean }) => importedNotion(notion, options)

describe('a failing Notion API', () => {
  const RETRY_AT_ONCE = { 'retry-after': '0' }

  test('is retried after the time that Notion requests', async () => {
    const { pass, pages } = await imported()
    notion.edit(pages.returns, [paragraph('Changed.')])
    notion.failNext(3, 429, () => true, RETRY_AT_ONCE)
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1, failed: 0 })
  })

  test('ends the sync when Notion requests a longer delay than a sync may take', async () => {
    const { pass, search } = await imported()
    notion.failNext(1, 429, () => true, { 'retry-after': '3600' })
    expect(await pass()).toMatchObject({
      state: 'failed',
      reason: 'Notion limits the number of requests. We will try again later.',
    })
    expect((await search('warranty'))[0]).toMatchObject({ title: 'Warranty' })
  })

  test('removes nothing when it returns 500 for an hour, and is retried within the hour', async () => {
    const { pass, search, integration, ledger } = await imported()
    notion.failNext(1000, 500, () => true, RETRY_AT_ONCE)
    expect(await pass()).toMatchObject({
      state: 'failed',
      reason:
        'Notion returned an unexpected response. Imported content is still used for answers. We will try again later.',
      removed: 0,
    })
    const { is_active, next_sync_at } = await integration()
    expect(is_active).toBe(true)
    expect(Date.parse(next_sync_at ?? '')).toBeLessThanOrEqual(Date.now() + 3_600_000)
    expect((await ledger()).size).toBe(3)
    expect((await search('warranty'))[0]).toMatchObject({ title: 'Warranty' })
    notion.recover()
    expect(await pass()).toMatchObject({ state: 'completed', unchanged: 3 })
  })

  test('is reported as unavailable', async () => {
    const { pass, ledger } = await imported()
    await notion.stop()
    expect(await pass()).toMatchObject({
      state: 'failed',
      reason: 'Notion cannot be reached. We will try again later.',
    })
    expect((await ledger()).size).toBe(3)
  })

  test('keeps the previous text of a page that fails, and reads it at the next sync', async () => {
    const { pass, pages, ledger, search } = await imported()
    notion.edit(pages.returns, [paragraph('Changed.')])
    notion.edit(pages.warranty, [paragraph('The warranty lasts twelve years.')])
    notion.failNext(5, 500, ({ path }) => path.includes(pages.returns.id), RETRY_AT_ONCE)
    expect(await pass()).toMatchObject({
      state: 'completed',
      updated: 1,
      failed: 1,
      problems: [{ title: 'Returns', state: 'failed' }],
    })
    expect((await ledger()).get('Returns')).toMatchObject({
      state: 'ready',
      reason: expect.stringMatching(/The last version that was read is still used for answers\.$/),
    })
    expect((await search('return blankets'))[0]?.excerpt).toContain('thirty days')
    expect(await pass()).toMatchObject({ updated: 1, failed: 0 })
    expect((await ledger()).get('Returns')).toMatchObject({ state: 'ready', reason: null })
  })

  test('has an expired token renewed once for all requests, without an error', async () => {
    const { pass, pages, integration, call, id } = await imported({ renewable: true })
    notion.edit(pages.returns, [paragraph('Changed.')])
    notion.revokeAll({ renewable: true })
    const [run] = await Promise.all([pass(), ...[1, 2, 3].map(() => call('integrations/browse', { id }))])
    expect(run).toMatchObject({ state: 'completed', updated: 1 })
    expect(notion.counters.renewed).toBe(1)
    expect((await integration()).is_active).toBe(true)
  })

  test('has a token that two nodes renew at the same time renewed once', async () => {
    const { app, id, owner } = await imported({ renewable: true })
    const second = { ...app.core.integrations.services }
    notion.revokeAll({ renewable: true })
    const tokens = await Promise.all(
      [app.core.integrations.services, second, second].map((services) => {
        const context = jobContext(app.core.services, owner.workspaceId)
        return accessTo(
          services,
          context,
          id,
          AbortSignal.timeout(10_000),
        )(async (token) => {
          if (!notion.knows(token)) throw new TokenRefused('over')
          return token
        })
      }),
    )
    expect(new Set(tokens).size).toBe(1)
    expect(notion.counters.renewed).toBe(1)
  })

  test('ends the sync when access is revoked, keeps imported content, and is not retried', async () => {
    const { pass, pages, integration, app, id, search, call, rpc } = await imported({ renewable: true })
    for (const page of Object.values(pages)) notion.edit(page, [paragraph('Changed.')])
    notion.onCall = ({ path }) => {
      if (path.endsWith('/children')) notion.revokeAll()
    }
    const reason = 'Notion no longer grants access. Connect it again. Imported content is still used for answers.'
    expect(await pass()).toMatchObject({ state: 'failed', reason, removed: 0 })
    expect(await integration()).toMatchObject({ is_active: false, reason, next_sync_at: null })
    expect(await app.rows(`select credentials from integrations where id = '${id}'`)).toEqual([{ credentials: null }])
    expect((await search('eleven years warranty')).length).toBeGreaterThan(0)
    expect(await rpc('integrations/sync', { id })).toMatchObject({
      status: 409,
      body: { json: { data: { code: 'integration.inactive', message: reason } } },
    })
    notion.onCall = () => {}
    // After reconnecting, the import continues.
    await call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
    expect(await integration()).toMatchObject({ id, is_active: true, reason: null })
    expect(await pass()).toMatchObject({ state: 'completed', added: 0 })
  })
})
