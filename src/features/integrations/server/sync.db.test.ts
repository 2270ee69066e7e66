// Importing again: what changed, what is gone, and what goes wrong meanwhile.
import { beforeEach, describe, expect, test } from 'vitest'
import { integrationTenant } from '../../../../tests/support/integration-tenant.ts'
import { paragraph } from '../../../../tests/support/notion-content.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion-server.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { jobContext } from '../../workspaces/server/index.ts'
import { accessTo, sealCredentials } from './credentials.ts'
import { TokenRefused } from './provider.ts'

let notion: NotionServer

/** A Notion of each test's own: what one does to it is not the next one's. */
beforeEach(async () => {
  notion = await startNotion()
  return () => notion.stop()
})

/** Three pages that were imported. */
async function imported({ renewable = false } = {}) {
  const own = await createTestApp(notion.env)
  const tenant = await integrationTenant(own)
  const pages = {
    returns: notion.page('Returns', [paragraph('Blankets are returned within thirty days.')]),
    warranty: notion.page('Warranty', [paragraph('The warranty lasts eleven years.')]),
    repairs: notion.page('Repairs', [paragraph('Holes are darned for free.')]),
  }
  await tenant.call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
  const { id } = await tenant.integration()
  if (renewable) await renew(own, tenant.owner.workspaceId, id)
  expect(await tenant.pass()).toMatchObject({ state: 'completed', added: 3, found: 3, done: 3 })
  notion.calls.length = 0
  return { ...tenant, app: own, id, pages }
}

/** As after OAuth: with a refresh token. */
async function renew(app: TestApp, workspaceId: string, id: string): Promise<void> {
  const grant = notion.grant()
  const credentials = { accessToken: grant.access_token, refreshToken: grant.refresh_token, expiresAt: null }
  const sealed = sealCredentials(app.core.integrations.services, { workspaceId, id }, credentials)
  await app.rows(`update integrations set credentials = '${sealed}' where id = '${id}'`)
}

const blockReads = () => notion.calls.filter(({ path }) => path.endsWith('/children')).map(({ path }) => path)

describe('importing again', () => {
  test('reads what changed, takes away what is gone, and leaves the rest alone', async () => {
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

  test('a page edited a moment ago is read once more: Notion tells no seconds', async () => {
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

  test('a page that search leaves out is not taken away; one that is not shared any more is', async () => {
    const { pass, pages, ledger } = await imported()
    pages.warranty.indexed = false
    notion.unshare(pages.repairs)
    expect(await pass()).toMatchObject({ state: 'completed', unchanged: 2, removed: 1 })
    expect([...(await ledger()).keys()].sort()).toEqual(['Returns', 'Warranty'])
  })

  test('a page that somebody removed here stays away, until it is wanted again', async () => {
    const { pass, pages, ledger, call, integration } = await imported()
    const item = (await ledger()).get('Returns')
    await call('knowledge/deleteSource', { id: item?.id })
    expect((await ledger()).get('Returns')).toMatchObject({
      state: 'excluded',
      reason: 'You removed it, so it is left out when the service is read again.',
    })
    notion.edit(pages.returns, [paragraph('Changed.')])
    expect(await pass()).toMatchObject({ added: 0, updated: 0 })
    expect((await ledger()).get('Returns')?.state).toBe('excluded')
    await call('knowledge/retrySource', { id: item?.id })
    expect((await integration()).run).toMatchObject({ state: 'queued' })
    expect(await pass()).toMatchObject({ added: 1 })
    expect((await ledger()).get('Returns')).toMatchObject({ id: item?.id, state: 'ready', reason: null })
  })

  test('comes by itself when it is due', async () => {
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

  test('twice at once is one pass', async () => {
    const { call, id, runs } = await imported()
    await Promise.all([1, 2, 3].map(() => call('integrations/sync', { id })))
    expect((await runs()).filter(({ state }) => state === 'queued')).toHaveLength(1)
    expect(await call('integrations/syncAll')).toEqual({ integrations: 1 })
    expect((await runs()).filter(({ state }) => state === 'queued')).toHaveLength(1)
  })

  test('goes on after its process was killed, and reads nothing twice', async () => {
    const { pages, id, app, owner, runs, ledger, integration } = await imported()
    for (let i = 0; i < 12; i++) notion.page(`Further ${i}`, [paragraph(`Says ${i}.`)])
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
})

describe('trouble', () => {
  const RETRY_AT_ONCE = { 'retry-after': '0' }

  test('Notion asks for fewer requests: it is waited as long as it asks for', async () => {
    const { pass, pages } = await imported()
    notion.edit(pages.returns, [paragraph('Changed.')])
    notion.failNext(3, 429, () => true, RETRY_AT_ONCE)
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1, failed: 0 })
  })

  test('Notion asks to wait for longer than a pass does: it ends there, and says so', async () => {
    const { pass, search } = await imported()
    notion.failNext(1, 429, () => true, { 'retry-after': '3600' })
    expect(await pass()).toMatchObject({
      state: 'failed',
      reason: 'Notion asks for fewer requests. It is tried again later.',
    })
    expect((await search('warranty'))[0]).toMatchObject({ title: 'Warranty' })
  })

  test('Notion answers 500 for an hour: nothing is taken away, and it is tried again within the hour', async () => {
    const { pass, search, integration, ledger } = await imported()
    notion.failNext(1000, 500, () => true, RETRY_AT_ONCE)
    expect(await pass()).toMatchObject({
      state: 'failed',
      reason: 'Notion does not answer as it should. What was imported before still answers; it is tried again later.',
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

  test('Notion is not there', async () => {
    const { pass, ledger } = await imported()
    await notion.stop()
    expect(await pass()).toMatchObject({
      state: 'failed',
      reason: 'Notion cannot be reached. It is tried again later.',
    })
    expect((await ledger()).size).toBe(3)
  })

  test('one page cannot be had: what it said before stays, the others go on, and it is read the next time', async () => {
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
      reason: expect.stringMatching(/What was read before still answers\.$/),
    })
    expect((await search('return blankets'))[0]?.excerpt).toContain('thirty days')
    expect(await pass()).toMatchObject({ updated: 1, failed: 0 })
    expect((await ledger()).get('Returns')).toMatchObject({ state: 'ready', reason: null })
  })

  test('the token is over and can be renewed: nobody notices, and one renewal is enough for all', async () => {
    const { pass, pages, integration, call, id } = await imported({ renewable: true })
    notion.edit(pages.returns, [paragraph('Changed.')])
    notion.revokeAll({ renewable: true })
    const [run] = await Promise.all([pass(), ...[1, 2, 3].map(() => call('integrations/browse', { id }))])
    expect(run).toMatchObject({ state: 'completed', updated: 1 })
    expect(notion.counters.renewed).toBe(1)
    expect((await integration()).is_active).toBe(true)
  })

  test('two nodes renew at the same moment: one asks, the other takes what it got', async () => {
    const { app, id, owner } = await imported({ renewable: true })
    const second = { ...app.core.integrations.services }
    notion.revokeAll({ renewable: true })
    const tokens = await Promise.all(
      [app.core.integrations.services, second, second].map((services) => {
        const ctx = jobContext(app.core.services, owner.workspaceId)
        return accessTo(
          services,
          ctx,
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

  test('the access is taken back in the middle: the run says so, what was imported stays, nothing is tried again', async () => {
    const { pass, pages, integration, app, id, search, call, rpc } = await imported({ renewable: true })
    for (const page of Object.values(pages)) notion.edit(page, [paragraph('Changed.')])
    notion.onCall = ({ path }) => {
      if (path.endsWith('/children')) notion.revokeAll()
    }
    const reason = 'Notion no longer gives access. Connect it again; what was imported still answers.'
    expect(await pass()).toMatchObject({ state: 'failed', reason, removed: 0 })
    expect(await integration()).toMatchObject({ is_active: false, reason, next_sync_at: null })
    expect(await app.rows(`select credentials from integrations where id = '${id}'`)).toEqual([{ credentials: null }])
    expect((await search('eleven years warranty')).length).toBeGreaterThan(0)
    expect(await rpc('integrations/sync', { id })).toMatchObject({
      status: 409,
      body: { json: { data: { code: 'integration.inactive', message: reason } } },
    })
    notion.onCall = () => {}
    // Connected again it goes on where it was.
    await call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
    expect(await integration()).toMatchObject({ id, is_active: true, reason: null })
    expect(await pass()).toMatchObject({ state: 'completed', added: 0 })
  })
})

describe('disconnecting', () => {
  test('with what was imported kept: it goes on answering, and a new connection takes it up again', async () => {
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

  test('with it removed: it answers no more', async () => {
    const { call, id, integrations, search, ledger } = await imported()
    await call('integrations/disconnect', { id, keep: false })
    expect(await integrations()).toEqual([])
    expect((await ledger()).size).toBe(0)
    expect((await search('eleven years warranty')).filter(({ title }) => title === 'Warranty')).toEqual([])
  })

  test('gives the access back at Notion', async () => {
    const { call, id, app } = await imported({ renewable: true })
    await call('integrations/disconnect', { id, keep: true })
    expect(notion.counters.revoked).toBe(1)
    expect(await app.rows(`select 1 from integrations where id = '${id}'`)).toEqual([])
  })

  test('forgets the access here also when Notion does not answer', async () => {
    const { call, id, integrations } = await imported({ renewable: true })
    await notion.stop()
    await call('integrations/disconnect', { id, keep: true })
    expect(await integrations()).toEqual([])
  })

  test('in the middle of a pass ends it, and leaves nothing half', async () => {
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

  test('the whole workspace goes with what is connected', async () => {
    const { app, owner, call } = await imported()
    await call('workspaces/delete', { confirm_name: owner.name })
    for (const table of ['integrations', 'integration_runs', 'sources'])
      expect(await app.rows(`select 1 from ${table} where workspace_id = '${owner.workspaceId}'`)).toEqual([])
  })
})
