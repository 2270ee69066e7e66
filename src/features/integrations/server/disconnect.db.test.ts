// Disconnecting, and what becomes of what was imported.
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

describe('disconnecting a service', () => {
  test('can keep the imported content, which continues to answer and is reused by a new connection', async () => {
    const { call, id, integrations, search, ledger, pass, runs, pages } = await imported()
    await call('integrations/disconnect', { id, keep: true })
    expect(await integrations()).toEqual([])
    expect((await search('warranty'))[0]).toMatchObject({ title: 'Warranty' })
    const before = await ledger()
    expect([...before.values()].map(({ integration_id }) => integration_id)).toEqual([null, null, null])
    expect(await runs()).toMatchObject([{ state: 'completed', type: 'notion', added: 3 }])
    await call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
    pages.repairs.trashed = true
    expect(await pass()).toMatchObject({ added: 0, unchanged: 2, removed: 1 })
    expect((await ledger()).get('Returns')?.id).toBe(before.get('Returns')?.id)
  })

  test('can remove the imported content, which no longer answers', async () => {
    const { call, id, integrations, search, ledger } = await imported()
    await call('integrations/disconnect', { id, keep: false })
    expect(await integrations()).toEqual([])
    expect((await ledger()).size).toBe(0)
    expect((await search('eleven years warranty')).filter(({ title }) => title === 'Warranty')).toEqual([])
  })

  test('revokes the access at Notion', async () => {
    const { call, id, app } = await imported({ renewable: true })
    await call('integrations/disconnect', { id, keep: true })
    expect(notion.counters.revoked).toBe(1)
    expect(await app.rows(`select 1 from integrations where id = '${id}'`)).toEqual([])
  })

  test('removes the local tokens even when Notion does not respond', async () => {
    const { call, id, integrations } = await imported({ renewable: true })
    await notion.stop()
    await call('integrations/disconnect', { id, keep: true })
    expect(await integrations()).toEqual([])
  })

  test('stops a running sync without incomplete content', async () => {
    const { call, id, pass, pages, ledger, runs, integrations } = await imported()
    for (const page of Object.values(pages)) notion.edit(page, [paragraph('Changed.')])
    notion.page('New', [paragraph('New.')])
    let disconnected: Promise<unknown> | null = null
    notion.onCall = ({ path }) => {
      if (path.endsWith('/children')) disconnected ??= call('integrations/disconnect', { id, keep: false })
    }
    await pass()
    await disconnected
    expect(await integrations()).toEqual([])
    expect((await ledger()).size).toBe(0)
    expect((await runs()).every(({ ended_at }) => ended_at !== null)).toBe(true)
  })

  test('deleting the workspace removes the connection too', async () => {
    const { app, owner, call } = await imported()
    await call('workspaces/delete', { confirm_name: owner.name, password: owner.password })
    for (const table of ['integrations', 'integration_runs', 'sources'])
      expect(await app.rows(`select 1 from ${table} where workspace_id = '${owner.workspaceId}'`)).toEqual([])
  })
})
