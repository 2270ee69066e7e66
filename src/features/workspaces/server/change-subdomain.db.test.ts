import { expect, it } from 'vitest'
import { createTestApp, type Tenant } from '../../../../tests/support/app/test-app.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { releaseWorkspaces } from './release-workspaces.ts'

const app = await createTestApp()
const mine = await app.tenant('Renamed')
const other = await app.tenant('Bystander')

const change = async ({ cookie, workspaceId }: Tenant, subdomain: string) => {
  const { status, body } = await app.rpc('workspaces/changeSubdomain', { subdomain }, { cookie, workspaceId })
  const { json } = body as { json: { subdomain?: string; data?: { code: string } } }
  return { status, ...(json.subdomain ? { subdomain: json.subdomain } : { code: json.data?.code }) }
}
const held = (subdomain: string) =>
  app.rows(
    `select workspace_id, held_until > now() + interval '20 days' as kept from held_subdomains where subdomain = '${subdomain}'`,
  )

it('a subdomain can be changed, redirects from the former one, and can be changed back', async () => {
  expect(await change(mine, ' Woven-Goods ')).toEqual({ status: 200, subdomain: 'woven-goods' })
  expect(await held('renamed')).toEqual([{ workspace_id: mine.workspaceId, kept: true }])
  expect(await change(other, 'renamed')).toEqual({ status: 409, code: 'workspace.subdomain_taken' })
  expect(await change(mine, 'renamed')).toEqual({ status: 200, subdomain: 'renamed' })
  expect(await held('renamed')).toEqual([])
  expect(await held('woven-goods')).toEqual([{ workspace_id: mine.workspaceId, kept: true }])
  expect(await change(mine, 'renamed')).toEqual({ status: 200, subdomain: 'renamed' })
})

it.each(['www', 'ab', 'a--b', '-ab', 'ä-b', 'a.b', 'x'.repeat(51)])('a subdomain is never %j', async (subdomain) => {
  expect(await change(mine, subdomain)).toEqual({ status: 400, code: 'workspace.subdomain' })
})

it('a subdomain belongs to one workspace, also for simultaneous requests', async () => {
  expect(await change(mine, 'bystander')).toEqual({ status: 409, code: 'workspace.subdomain_taken' })
  const outcomes = await Promise.all([change(mine, 'the-same-name'), change(other, 'the-same-name')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('a subdomain stays reserved for thirty days after the workspace is deleted, including former ones', async () => {
  const gone = await app.tenant('Short Lived')
  await change(gone, 'short-lived-2')
  const { cookie, workspaceId, password } = gone
  const answer = await app.rpc('workspaces/delete', { confirm_name: 'Short Lived', password }, { cookie, workspaceId })
  expect(answer.status).toBe(200)
  for (const subdomain of ['short-lived', 'short-lived-2']) {
    expect(await held(subdomain)).toEqual([{ workspace_id: null, kept: true }])
    expect(await change(mine, subdomain)).toEqual({ status: 409, code: 'workspace.subdomain_taken' })
  }
})

it("a deleted workspace's subdomain can be used again by its owner only", async () => {
  const gone = await app.tenant('Coming Back')
  await change(gone, 'coming-back-2')
  const { cookie, workspaceId, memberCookie, password } = gone
  await app.rpc('workspaces/delete', { confirm_name: 'Coming Back', password }, { cookie, workspaceId })
  const create = async (as: string, name: string) => {
    const { body } = await app.rpc('workspaces/create', { name, website_url: 'https://woven.invalid' }, { cookie: as })
    return (body as { json: { id: string; subdomain: string } }).json
  }
  const formerMember = await create(memberCookie, 'Coming Back')
  expect(formerMember.subdomain, 'a member did not have it').toBe('coming-back-3')
  const own = await create(cookie, 'Coming Back 2')
  expect(own.subdomain).toBe('coming-back-2')
  expect(await held('coming-back-2')).toEqual([])
  const again = { ...gone, workspaceId: own.id }
  expect(await change(again, 'coming-back')).toEqual({ status: 200, subdomain: 'coming-back' })
  expect(await held('coming-back-2'), 'it leads on now').toEqual([{ workspace_id: own.id, kept: true }])
  expect(await change(mine, 'coming-back-2')).toEqual({ status: 409, code: 'workspace.subdomain_taken' })
})

it("a deleted account's subdomain is reserved for no user", async () => {
  const gone = await app.tenant('Left Behind')
  const { cookie, workspaceId, password } = gone
  await app.rpc('workspaces/delete', { confirm_name: 'Left Behind', password }, { cookie, workspaceId })
  const formerOwners = () =>
    app.rows(`select former_owner_ids as ids from held_subdomains where subdomain = 'left-behind'`)
  const [{ ids }] = (await formerOwners()) as [{ ids: string[] }]
  expect(ids).toHaveLength(1)
  await systemTransaction(app.core.db, (transaction) => releaseWorkspaces(app.core.services, transaction, ids[0] ?? ''))
  expect(await formerOwners()).toEqual([{ ids: [] }])
})
