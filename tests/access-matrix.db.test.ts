// Access matrix generated from the contract: every procedure × {anonymous, other tenant, member, owner, API key}. A
// procedure without a sample input fails the test, so none can be added without being covered.
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { ACTIONS, type Action } from '../src/features/workspaces/contract.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { type Procedure, procedures } from './support/app/procedures.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import { samples, type TeamTenant } from './support/app/sample-inputs.ts'
import { fingerprint } from './support/database/fingerprint.ts'

const all = procedures(contract)
const inWorkspace = all.filter((p) => p.meta.access === 'workspace')
const withIds = inWorkspace.filter((p) => p.meta.ids)
const rest = all.filter((p) => p.route.path)

const app = await createSampleApp()
const mine = await teamTenant(app, 'Mine')
const other = await teamTenant(app, 'Other')
const before = await fingerprint(app, mine)

const sample = (procedure: Procedure): object => samples(mine)[procedure.path] ?? {}
const unchanged = async () => expect(await fingerprint(app, mine)).toBe(before)

it('the samples cover every procedure, and the table every action', () => {
  expect(Object.keys(samples(mine)).sort()).toEqual(all.map((p) => p.path).sort())
  for (const p of inWorkspace) expect(Object.keys(ACTIONS)).toContain(p.meta.action)
})

it('no procedure that writes is a GET', () => {
  expect(rest.filter((p) => p.meta.writes && !/^(POST|PUT|PATCH|DELETE)$/.test(String(p.route.method)))).toEqual([])
})

describe('an anonymous caller', () => {
  it.each(all.filter((p) => p.meta.access !== 'anonymous').map((p) => [p.path, p] as const))(
    'is refused by %s',
    async (_, p) => {
      const answer = await app.rpc(p.path, sample(p), { workspaceId: mine.workspaceId })
      expect(answer).toMatchObject({ status: 401, body: { json: { data: { kind: 'unauthenticated' } } } })
      await unchanged()
    },
  )

  it.each(rest.map((p) => [`${p.route.method} ${p.route.path}`, p] as const))(
    'is refused by %s without a key and with a wrong one',
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

describe('a caller of another workspace', () => {
  it.each(inWorkspace.map((p) => [p.path, p] as const))('cannot access this workspace: %s', async (_, p) => {
    const answer = await app.rpc(p.path, sample(p), { cookie: other.cookie, workspaceId: mine.workspaceId })
    expect(answer).toMatchObject({ status: 404, body: { json: { data: { code: 'workspace.not_found' } } } })
    await unchanged()
  })

  it.each(withIds.map((p) => [p.path, p] as const))(
    'cannot access its objects from their own workspace: %s',
    async (_, p) => {
      const answer = await app.rpc(p.path, sample(p), { cookie: other.cookie, workspaceId: other.workspaceId })
      expect(answer).toMatchObject({ status: 404, body: { json: { data: { kind: 'not_found' } } } })
      await unchanged()
    },
  )

  it.each(rest.filter((p) => p.meta.ids).map((p) => [p.path, p] as const))(
    'cannot access its objects by their API key: %s',
    async (_, p) => {
      expect(await app.rest(p.route, sample(p), other.apiKey)).toMatchObject({
        status: 404,
        body: { error: { code: expect.stringMatching(/not_found$/) } },
      })
      await unchanged()
    },
  )
})

describe('roles', () => {
  const ownerOnly = inWorkspace.filter(
    (p) => !(ACTIONS[p.meta.action as Action] as readonly string[]).includes('member'),
  )

  it('there are calls for owners only', () => expect(ownerOnly.length).toBeGreaterThan(3))

  it.each(ownerOnly.map((p) => [p.path, p] as const))('a member is refused by %s', async (_, p) => {
    const answer = await app.rpc(p.path, sample(p), { cookie: mine.memberCookie, workspaceId: mine.workspaceId })
    expect(answer).toMatchObject({ status: 403, body: { json: { data: { code: 'workspace.owner_only' } } } })
    await unchanged()
  })

  it.each(rest.filter((p) => p.meta.writes).map((p) => [p.path, p] as const))(
    'a read-only key is refused by %s',
    async (_, p) => {
      expect(await app.rest(p.route, sample(p), mine.readKey)).toMatchObject({
        status: 403,
        body: { error: { code: 'api_key.read_only' } },
      })
      await unchanged()
    },
  )

  let read: TeamTenant
  beforeAll(async () => {
    read = await teamTenant(app, 'Read')
  })

  // Writing procedures get a tenant of their own, since many of them delete data that the next one needs.
  it.each(inWorkspace.map((p) => [p.path, p] as const))(
    '%s is allowed for the listed roles, and for an API key if it has a route',
    async (_, p) => {
      const tenant = p.meta.writes ? await teamTenant(app, 'Fresh') : read
      const allowsMember = (ACTIONS[p.meta.action as Action] as readonly string[]).includes('member')
      const cookie = allowsMember ? tenant.memberCookie : tenant.cookie
      const answer = await app.rpc(p.path, samples(tenant)[p.path] ?? {}, { cookie, workspaceId: tenant.workspaceId })
      expect({ path: p.path, status: answer.status, body: answer.body }).toMatchObject({
        status: 200,
      })
      if (!p.route.path) return
      const byKey = p.meta.writes ? await teamTenant(app, 'Fresh') : read
      const restAnswer = await app.rest(p.route, samples(byKey)[p.path] ?? {}, byKey.apiKey)
      expect({ path: p.path, status: restAnswer.status, body: restAnswer.body }).toMatchObject({
        status: p.route.successStatus ?? 200,
      })
    },
  )
})

describe('invalid ids', () => {
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
