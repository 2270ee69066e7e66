// Who may call what, generated from the contract: every procedure × {anonymous, other tenant, member, owner, API key}.
// A procedure without a sample input fails the test, so none can be added without being covered.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { ACTIONS, type Action } from '../src/features/workspaces/contract.ts'
import type { ProcedureMeta } from '../src/kernel/procedure.ts'
import { createTestApp, type Tenant, type TestApp } from './support/test-app.ts'

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

/** A tenant in a team: with an invitation that is open, and the ownership offered to the member. */
interface TeamTenant extends Tenant {
  team: { member: string; invitation: string; transfer: string }
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
  for (const [procedure, input] of [
    ['team/invitations/send', { email: `invited-${workspaceId}@example.com` }],
    ['team/transfers/offer', { id: member, kind: 'ownership' }],
  ] as const)
    expect(await app.rpc(procedure, input, { cookie, workspaceId })).toMatchObject({ status: 200 })
  const invitation = await id(`select id from workspace_invitations ${inWorkspace}`)
  const transfer = await id(`select id from workspace_transfers ${inWorkspace}`)
  return { ...tenant, team: { member, invitation, transfer } }
}

/** Valid input of every procedure, naming objects of `owner`. */
const samples = (owner: TeamTenant): Record<string, object> => ({
  'accounts/instance': {},
  'accounts/signUp': {
    first_name: 'A',
    last_name: 'B',
    email: `new-${owner.workspaceId}@example.com`,
    password: 'woven-thread-7',
  },
  'accounts/signIn': { email: owner.email, password: owner.password },
  'accounts/signOut': {},
  'accounts/me': {},
  'accounts/updateProfile': { first_name: 'A', last_name: 'B' },
  'accounts/signInWithCode': { code: '123456' },
  'accounts/startGoogle': {},
  'accounts/resendVerification': { email: owner.email },
  'accounts/requestPasswordReset': { email: owner.email },
  'accounts/verifyEmail': { token: 'none' },
  'accounts/checkResetLink': { access_token: 'none' },
  'accounts/resetPassword': { access_token: 'none', password: 'woven-thread-8' },
  'accounts/confirmEmailChange': { token: 'none' },
  'accounts/setAvatar': {},
  'accounts/removeAvatar': {},
  'accounts/requestEmailChange': { email: 'another@example.com', password: owner.password },
  'accounts/cancelEmailChange': {},
  'accounts/changePassword': { current_password: owner.password, password: 'woven-thread-8' },
  'accounts/twoFactor/start': { password: owner.password },
  'accounts/twoFactor/confirm': { code: '123456' },
  'accounts/twoFactor/disable': { password: owner.password },
  'accounts/twoFactor/renewRecoveryCodes': { password: owner.password },
  'accounts/sessions/list': {},
  'accounts/sessions/revoke': { id: owner.workspaceId },
  'accounts/sessions/revokeAll': {},
  'accounts/delete': { confirm: 'DELETE' },
  'billing/access': {},
  'workspaces/list': {},
  'workspaces/create': { name: 'Another', website_url: 'https://example.com' },
  'workspaces/current': {},
  'workspaces/changeSubdomain': { subdomain: `renamed-${owner.workspaceId.slice(-12)}` },
  'workspaces/delete': { confirm_name: owner.name },
  'workspaces/settings/get': {},
  'workspaces/settings/update': { answer_tone: 'formal' },
  'workspaces/allowedOrigins/list': {},
  'workspaces/allowedOrigins/replace': { origins: ['https://shop.example'] },
  'workspaces/auditLog/list': {},
  'workspaces/auditLog/actors': {},
  'workspaces/apiKeys/list': {},
  'workspaces/apiKeys/create': { name: 'k', scope: 'read' },
  'workspaces/apiKeys/revoke': { id: owner.ids.api_key },
  'team/members/list': {},
  'team/members/changeRole': { id: owner.team.member, role: 'owner' },
  'team/members/remove': { id: owner.team.member },
  'team/members/leave': {},
  'team/invitations/list': {},
  'team/invitations/send': { email: `another-${owner.workspaceId}@example.com`, role: 'member' },
  'team/invitations/resend': { id: owner.team.invitation },
  'team/invitations/revoke': { id: owner.team.invitation },
  'team/transfers/list': {},
  'team/transfers/offer': { id: owner.team.member, kind: 'ownership' },
  'team/transfers/accept': { id: owner.team.transfer },
  'team/transfers/withdraw': { id: owner.team.transfer },
  'team/invitation/read': { token: 'none' },
  'team/invitation/accept': { token: 'none' },
  'knowledge/sources': {},
  'knowledge/createTexts': { items: [{ title: 'T', content: 'Some text.' }] },
  'knowledge/deleteSource': { id: owner.ids.source },
  'knowledge/readSource': { id: owner.ids.source },
  'knowledge/uploadDocument': { file: new File(['A document.'], 'a.txt', { type: 'text/plain' }) },
  'knowledge/retrySource': { id: owner.ids.document },
  'knowledge/content/list': {},
  'knowledge/content/stats': {},
  'knowledge/content/delete': { ids: [owner.ids.source] },
  'faqs/list': {},
  'faqs/create': { question: 'Q?', answer: 'A' },
  'faqs/update': { id: owner.ids.faq, answer: 'changed' },
  'faqs/delete': { id: owner.ids.faq },
  'faqs/import': { items: [{ question: 'I?', answer: 'A' }] },
  'faqs/archiveAll': {},
  'faqs/deleteAll': {},
  'faqs/categories': {},
  'appearance/get': {},
  'appearance/update': { widget_heading: 'Changed' },
  'dashboard/stats': {},
  'dashboard/activity': {},
  'dashboard/insights': { edges: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] },
  'dashboard/firstSteps': {},
  'dashboard/dismissFirstSteps': { dismissed: true },
  'domains/get': {},
  'domains/set': { custom_domain: 'help.woven.example' },
  'domains/verify': {},
  'domains/remove': {},
  'questions/list': {},
  'questions/unread': {},
  'questions/markViewed': {},
  'questions/delete': { id: owner.ids.question },
  'questions/deleteAll': {},
  'questions/moveToFaq': { id: owner.ids.question },
  'questions/moveAllToFaqs': {},
  'visitors/widgetPages': {},
})

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
    'messages',
    'sources',
    'knowledge_chunks',
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
  app = await createTestApp()
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
