import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { systemTransaction, workspaceTransaction } from '../../../platform/db/index.ts'
import { createFaq } from '../../faqs/server/index.ts'
import type { Action, ApiKeyLimits } from '../contract.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys/api-keys.ts'
import { authorizeApiKey, visitorContext } from './authorize.ts'
import { createWorkspace } from './create-workspace.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { workspacesOf } from './workspaces.queries.ts'
import { apiKeys } from './workspaces.table.ts'

const testContext = await createTestContext()

describe('creating a workspace', () => {
  it('gives a readable subdomain, and a numbered one for the same name', async () => {
    const names = []
    for (let index = 0; index < 3; index++) {
      const userId = await testContext.person()
      names.push(
        (await createWorkspace(testContext.services, userId, { name: 'Blue Kettle', website_url: 'example.com' }))
          .subdomain,
      )
    }
    expect(names).toEqual(['blue-kettle', 'blue-kettle-2', 'blue-kettle-3'])
  })

  it('gives concurrent requests different subdomains', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => testContext.person()))
    const made = await Promise.all(
      people.map((userId) =>
        createWorkspace(testContext.services, userId, { name: 'Race Track', website_url: 'https://example.com' }),
      ),
    )
    expect(new Set(made.map((w) => w.subdomain)).size).toBe(6)
  })

  it('never uses a reserved word, and handles a name without usable characters', async () => {
    const reserved = await createWorkspace(testContext.services, await testContext.person(), {
      name: 'Admin',
      website_url: 'example.com',
    })
    expect(reserved.subdomain).not.toBe('admin')
    const emoji = await createWorkspace(testContext.services, await testContext.person(), {
      name: '🦊🦊',
      website_url: 'example.com',
    })
    expect(emoji.subdomain).toMatch(/^[a-z0-9][a-z0-9-]+$/)
  })

  it('allows one on a trial, also for concurrent requests, with the specified message', async () => {
    const userId = await testContext.person()
    const race = await Promise.allSettled(
      ['A', 'B'].map((name) => createWorkspace(testContext.services, userId, { name, website_url: 'example.com' })),
    )
    expect(race.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(race.find((r) => r.status === 'rejected')).toMatchObject({
      reason: {
        kind: 'limit',
        code: 'limit.workspaces',
        message: 'Free plan allows only 1 workspace. Please upgrade to Pro to create more workspaces.',
      },
    })
  })

  it('requires no website', async () => {
    const userId = await testContext.person()
    const made = await createWorkspace(testContext.services, userId, { name: 'Offline', website_url: '' })
    expect(made).toMatchObject({ name: 'Offline', website_url: null })
  })

  it('refuses an invalid address, with its field', async () => {
    const userId = await testContext.person()
    const attempt = createWorkspace(testContext.services, userId, { name: 'X', website_url: 'javascript:alert(1)' })
    await expect(attempt).rejects.toMatchObject({ kind: 'invalid', details: { fields: [{ path: 'website_url' }] } })
  })
})

describe('the isolation of workspaces', () => {
  it('hides the workspaces of other users', async () => {
    const { id } = await testContext.workspace(await testContext.person())
    await expect(testContext.as(await testContext.person(), id, 'faq.read', false)).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  it("refuses owners' actions to a member", async () => {
    const { id } = await testContext.workspace(await testContext.person())
    const member = await testContext.person()
    await testContext.join(id, member, 'member')
    await expect(testContext.as(member, id, 'faq.write')).resolves.toBeDefined()
    await expect(testContext.as(member, id, 'faq.bulk')).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('hides rows by row-level security even without a condition in the query', async () => {
    const [mine, theirs] = [
      await testContext.workspace(await testContext.person()),
      await testContext.workspace(await testContext.person()),
    ]
    for (const { id } of [mine, theirs]) {
      const owner = await systemTransaction(testContext.db, (transaction) =>
        transaction.execute<{ user_id: string }>(`select user_id from workspace_members where workspace_id = '${id}'`),
      )
      await createFaq(await testContext.as(owner.rows[0]!.user_id, id, 'faq.write'), faqInput())
    }
    const tables = ['faqs', 'knowledge_chunks', 'search_entries', 'workspace_members', 'workspaces']
    for (const table of tables) {
      const column = table === 'workspaces' ? 'id' : 'workspace_id'
      const { rows } = await workspaceTransaction(
        testContext.db,
        { workspaceId: mine.id, userId: null },
        (transaction) => transaction.execute<{ w: string }>(`select distinct ${column} as w from ${table}`),
      )
      expect({ table, rows }).toEqual({ table, rows: [{ w: mine.id }] })
    }
    const intrusion = workspaceTransaction(testContext.db, { workspaceId: mine.id, userId: null }, (transaction) =>
      transaction.execute(
        `insert into integrations (workspace_id, id, type) values ('${theirs.id}', gen_random_uuid(), 'notion')`,
      ),
    )
    await expect(intrusion).rejects.toThrow()
  })

  it('forces row-level security on every table with a workspace_id, with a policy per role and an index starting with it', async () => {
    const { rows } = await testContext.db.pool.query(`
      select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as leads
      from pg_class c join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id' and not w.attisdropped
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not in ('held_subdomains')`)
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) expect(row).toEqual({ table: row.table, forced: true, policies: 2, leads: 'workspace_id' })
  })
})

describe('API keys', () => {
  const write = { action: 'faq.write', writes: true, duringPaywall: false } as const

  it('give access to their own workspace, read-only if set, and none after revocation', async () => {
    const userId = await testContext.person()
    const { id } = await testContext.workspace(userId)
    const context = await testContext.as(userId, id, 'api_key.manage')
    const key = await createApiKey(context, { name: 'Import', scope: 'write' })
    const reader = await createApiKey(context, { name: '', scope: 'read' })
    expect(await testContext.count('api_keys', `key_hash like '%${key.api_key.slice(3, 10)}%'`)).toBe(0)
    expect(await authorizeApiKey(testContext.services, `Bearer ${key.api_key}`, write, '127.0.0.1')).toMatchObject({
      workspaceId: id,
      role: 'owner',
    })
    await expect(
      authorizeApiKey(testContext.services, `Bearer ${reader.api_key}`, write, '127.0.0.1'),
    ).rejects.toMatchObject({
      code: 'api_key.read_only',
    })
    await revokeApiKey(context, key.id)
    await expect(
      authorizeApiKey(testContext.services, `Bearer ${key.api_key}`, write, '127.0.0.1'),
    ).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
    await expect(authorizeApiKey(testContext.services, null, write, '127.0.0.1')).rejects.toMatchObject({
      code: 'api_key.required',
    })
  })

  it('can be limited to areas, networks and a time', async () => {
    const userId = await testContext.person()
    const { id } = await testContext.workspace(userId)
    const context = await testContext.as(userId, id, 'api_key.manage')
    const make = (limits: Partial<ApiKeyLimits>) =>
      createApiKey(context, { name: 'Limited', scope: 'write', ...limits })
    const use = (
      key: { api_key: string },
      demand: { duringPaywall: boolean; action: Action; writes: boolean },
      from = '203.0.113.7',
    ) => authorizeApiKey(testContext.services, `Bearer ${key.api_key}`, demand, from)
    const read = (action: Action) => ({ action, writes: false, duringPaywall: false })
    const areas = await make({ areas: ['faqs:write', 'questions:read'] })
    await expect(use(areas, write)).resolves.toMatchObject({ workspaceId: id })
    await expect(use(areas, read('faq.read'))).resolves.toMatchObject({ workspaceId: id })
    await expect(use(areas, read('question.read'))).resolves.toMatchObject({ workspaceId: id })
    for (const demand of [{ ...write, action: 'question.write' as const }, read('source.read'), read('workspace.read')])
      await expect(use(areas, demand)).rejects.toMatchObject({ kind: 'forbidden', code: 'api_key.not_allowed' })

    const networks = await make({ networks: ['203.0.113.0/24', '2001:db8::1'] })
    await expect(use(networks, write, '203.0.113.7')).resolves.toMatchObject({ workspaceId: id })
    await expect(use(networks, write, '2001:db8::1')).resolves.toMatchObject({ workspaceId: id })
    for (const address of ['203.0.114.7', '2001:db8::2', 'unknown'])
      await expect(use(networks, write, address)).rejects.toMatchObject({ kind: 'forbidden', code: 'api_key.network' })

    const brief = await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    await expect(use(brief, write)).resolves.toMatchObject({ workspaceId: id })
    await systemTransaction(testContext.db, (transaction) =>
      transaction.update(apiKeys).set({ expiresAt: new Date() }).where(eq(apiKeys.id, brief.id)),
    )
    await expect(use(brief, write)).rejects.toMatchObject({ kind: 'unauthenticated', code: 'api_key.expired' })
    expect((await listApiKeys(context)).items).toMatchObject([
      { areas: [], networks: [], expires_at: expect.any(String) },
      { networks: ['203.0.113.0/24', '2001:db8::1'], expires_at: null },
      { areas: ['faqs:write', 'questions:read'] },
    ])
  })
})

describe('deleting a workspace', () => {
  it('requires its name, removes every row and reserves the subdomain', async () => {
    const userId = await testContext.person({ freeAccess: true })
    const { id, subdomain } = await testContext.workspace(userId, 'Going Away')
    await createFaq(await testContext.as(userId, id, 'faq.write'), faqInput())
    const context = await testContext.as(userId, id, 'workspace.delete')
    await expect(deleteWorkspace(context, { confirm_name: 'Something else' })).rejects.toMatchObject({
      kind: 'invalid',
    })
    await deleteWorkspace(context, { confirm_name: 'Going Away' })
    const left =
      await testContext.db.pool.query(`select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not a.attisdropped`)
    for (const { relname } of left.rows)
      expect([relname, await testContext.count(relname, `workspace_id = '${id}'`)]).toEqual([relname, 0])
    expect(await visitorContext(testContext.services, { subdomain })).toBeNull()
    const name = { name: 'Going Away', website_url: 'example.com' }
    const others = await createWorkspace(testContext.services, await testContext.person(), name)
    expect(others.subdomain, 'reserved for whoever had it').not.toBe(subdomain)
    const again = await createWorkspace(testContext.services, userId, name)
    expect(again.subdomain).toBe(subdomain)
    expect(await visitorContext(testContext.services, { subdomain })).toMatchObject({ workspaceId: again.id })
    expect(await systemTransaction(testContext.db, (transaction) => workspacesOf(transaction, userId))).toHaveLength(1)
  })
})
