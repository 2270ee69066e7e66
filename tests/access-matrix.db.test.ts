// Who may call what, generated from the contract: every procedure × {anonymous, other tenant, member, owner, API key}.
// A procedure without a sample input fails the test, so none can be added without being covered.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { ACTIONS, type Action } from '../src/features/workspaces/contract.ts'
import type { ProcedureMeta } from '../src/kernel/procedure.ts'
import { checkIds } from './support/check-ids.ts'
import { atEnd } from './support/database.ts'
import { groupIds } from './support/group-ids.ts'
import { startNotion } from './support/notion-server.ts'
import { samples, type TeamTenant } from './support/sample-inputs.ts'
import { suggestionId } from './support/suggestion-ids.ts'
import { createTestApp, ENTERED_TOKEN, type Tenant, type TestApp } from './support/test-app.ts'

interface Procedure {
  path: string
  meta: ProcedureMeta
  route: { method?: string; path?: string }
}

function procedures(node: unknown, path: string[] = []): Procedure[] {
  if (typeof node !== 'object' || node === null) return []
  if ('~orpc' in node) {
    const { meta, route } = node['~orpc'] as Pick<Procedure, 'meta' | 'route'>
    return [{ path: path.join('/'), meta, route }]
  }
  return Object.entries(node).flatMap(([name, child]) => procedures(child, [...path, name]))
}

async function teamTenant(name: string): Promise<TeamTenant> {
  const tenant = await app.tenant(name)
  const { cookie, workspaceId } = tenant
  const id = async (sql: string) => ((await app.rows(sql)) as { id: string }[])[0]?.id ?? ''
  const inWorkspace = `where workspace_id = '${workspaceId}'`
  const member = await id(`select user_id as id from workspace_members ${inWorkspace} and role = 'member'`)
  await app.rows(
    `update profiles set has_free_access = true where id in (select user_id from workspace_members ${inWorkspace})`,
  )
  // Somebody to reply to.
  await app.rows(`update messages set visitor_email = 'visitor@example.test' ${inWorkspace}`)
  for (const [procedure, input] of [
    ['team/invitations/send', { email: `invited-${workspaceId}@example.com` }],
    ['team/transfers/offer', { id: member, kind: 'ownership' }],
  ] as const)
    expect(await app.rpc(procedure, input, { cookie, workspaceId })).toMatchObject({ status: 200 })
  const deleted = (await app.rpc('faqs/create', { question: 'Deleted?', answer: 'Yes.' }, { cookie, workspaceId }))
    .body as { json: { id: string } }
  const trashed = deleted.json.id
  expect(await app.rpc('faqs/delete', { id: trashed }, { cookie, workspaceId })).toMatchObject({ status: 200 })
  const invitation = await id(`select id from workspace_invitations ${inWorkspace}`)
  const transfer = await id(`select id from workspace_transfers ${inWorkspace}`)
  const groups = await groupIds(app, workspaceId, tenant.ids.faq)
  // Each gets the digest, so that one can be asked for.
  await app.rows(
    `insert into digest_subscriptions (workspace_id, user_id, id, frequency)
     select workspace_id, user_id, gen_random_uuid(), 'weekly' from workspace_members ${inWorkspace}`,
  )
  const suggestion = await suggestionId(app, workspaceId)
  const checks = await checkIds(app, workspaceId)
  return { ...tenant, trashed, groups, suggestion, checks, team: { member, invitation, transfer } }
}

const all = procedures(contract)
const inWorkspace = all.filter((p) => p.meta.access === 'workspace')
const withIds = inWorkspace.filter((p) => p.meta.ids)
const rest = all.filter((p) => p.route.path)

let app: TestApp
let mine: TeamTenant
let other: TeamTenant
let before: string

/** A fingerprint of everything the tenant has, to show that a refused call changed nothing. */
async function fingerprint(tenant: Tenant): Promise<string> {
  const hash = createHash('sha256')
  for (const table of [
    'faqs',
    'faq_versions',
    'trashed_faqs',
    'faq_categories',
    'messages',
    'message_replies',
    'question_groups',
    'grouped_questions',
    'suggested_faqs',
    'settled_suggestions',
    'digest_subscriptions',
    'answer_tests',
    'contradictions',
    'sources',
    'knowledge_chunks',
    'integrations',
    'integration_runs',
    'oauth_states',
    'api_keys',
    'workspace_members',
    'workspace_invitations',
    'workspace_transfers',
    'audit_log',
    'workspaces',
    'postings',
  ]) {
    const column = table === 'workspaces' ? 'id' : 'workspace_id'
    const volatile = table === 'api_keys' ? " - 'last_used_at'" : ''
    hash.update(
      JSON.stringify(
        await app.rows(
          `select to_jsonb(t)${volatile} as row from ${table} t where ${column} = '${tenant.workspaceId}' order by to_jsonb(t)::text`,
        ),
      ),
    )
  }
  return hash.digest('hex')
}

beforeAll(async () => {
  const notion = await startNotion()
  atEnd(notion.stop)
  for (const token of [ENTERED_TOKEN, 'ntn_sample']) notion.internalToken(token)
  app = await createTestApp(notion.env)
  mine = await teamTenant('Mine')
  other = await teamTenant('Other')
  before = await fingerprint(mine)
})

const sample = (procedure: Procedure): object => samples(mine)[procedure.path] ?? {}
const unchanged = async () => expect(await fingerprint(mine)).toBe(before)

it('covers every procedure with a sample, and knows every action', () => {
  expect(Object.keys(samples(mine)).sort()).toEqual(all.map((p) => p.path).sort())
  for (const p of inWorkspace) expect(Object.keys(ACTIONS)).toContain(p.meta.action)
})

describe('anonymous', () => {
  it.each(all.filter((p) => p.meta.access !== 'anonymous').map((p) => [p.path, p] as const))(
    '%s is refused',
    async (_, p) => {
      const answer = await app.rpc(p.path, sample(p), { workspaceId: mine.workspaceId })
      expect(answer).toMatchObject({ status: 401, body: { json: { data: { kind: 'unauthenticated' } } } })
      await unchanged()
    },
  )

  it.each(rest.map((p) => [`${p.route.method} ${p.route.path}`, p] as const))(
    '%s without a key, and with a wrong one',
    async (_, p) => {
      for (const key of [undefined, 'al_wrong']) {
        const answer = await app.rest(p.route, sample(p), key)
        expect(answer).toMatchObject({
          status: 401,
          body: { error: { code: expect.stringMatching(/^api_key\./), request_id: expect.any(String) } },
        })
      }
      await unchanged()
    },
  )
})

describe('another tenant', () => {
  it.each(inWorkspace.map((p) => [p.path, p] as const))('%s: this workspace does not exist for them', async (_, p) => {
    const answer = await app.rpc(p.path, sample(p), { cookie: other.cookie, workspaceId: mine.workspaceId })
    expect(answer).toMatchObject({ status: 404, body: { json: { data: { code: 'workspace.not_found' } } } })
    await unchanged()
  })

  it.each(withIds.map((p) => [p.path, p] as const))(
    '%s: nor do its objects, named from their own workspace',
    async (_, p) => {
      const answer = await app.rpc(p.path, sample(p), { cookie: other.cookie, workspaceId: other.workspaceId })
      expect(answer).toMatchObject({ status: 404, body: { json: { data: { kind: 'not_found' } } } })
      await unchanged()
    },
  )

  it.each(rest.filter((p) => p.meta.ids).map((p) => [p.path, p] as const))('%s: nor by their API key', async (_, p) => {
    expect(await app.rest(p.route, sample(p), other.apiKey)).toMatchObject({
      status: 404,
      body: { error: { code: expect.stringMatching(/not_found$/) } },
    })
    await unchanged()
  })
})

describe('roles', () => {
  const ownerOnly = inWorkspace.filter(
    (p) => !(ACTIONS[p.meta.action as Action] as readonly string[]).includes('member'),
  )

  it('there are calls that only owners may make', () => expect(ownerOnly.length).toBeGreaterThan(3))

  it.each(ownerOnly.map((p) => [p.path, p] as const))('%s is refused to a member', async (_, p) => {
    const answer = await app.rpc(p.path, sample(p), { cookie: mine.memberCookie, workspaceId: mine.workspaceId })
    expect(answer).toMatchObject({ status: 403, body: { json: { data: { code: 'workspace.owner_only' } } } })
    await unchanged()
  })

  it.each(rest.filter((p) => p.meta.writes).map((p) => [p.path, p] as const))(
    '%s is refused to a key that may only read',
    async (_, p) => {
      expect(await app.rest(p.route, sample(p), mine.readKey)).toMatchObject({
        status: 403,
        body: { error: { code: 'api_key.read_only' } },
      })
      await unchanged()
    },
  )

  // Each on a tenant of its own, since many of these calls delete what the next one needs.
  it.each(inWorkspace.map((p) => [p.path, p] as const))('%s is allowed to whom the table allows it', async (_, p) => {
    const tenant = await teamTenant('Fresh')
    const allowsMember = (ACTIONS[p.meta.action as Action] as readonly string[]).includes('member')
    const cookie = allowsMember ? tenant.memberCookie : tenant.cookie
    const answer = await app.rpc(p.path, samples(tenant)[p.path] ?? {}, { cookie, workspaceId: tenant.workspaceId })
    expect({ path: p.path, status: answer.status, body: answer.body }).toMatchObject({
      status: 200,
    })
  })
})

describe('ids that are none', () => {
  it.each(withIds.map((p) => [p.path, p] as const))('%s', async (_, p) => {
    const input = { ...sample(p), id: "1' or '1'='1" }
    const answer = await app.rpc(p.path, input, { cookie: mine.cookie, workspaceId: mine.workspaceId })
    expect(answer).toMatchObject({
      status: 400,
      body: { json: { data: { code: 'request.invalid', details: { fields: [{ path: 'id' }] } } } },
    })
    await unchanged()
  })
})
