import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let mine: Tenant
let other: Tenant

beforeAll(async () => {
  app = await createTestApp()
  mine = await app.tenant('Renamed')
  other = await app.tenant('Bystander')
})

const change = async ({ cookie, workspaceId }: Tenant, subdomain: string) => {
  const { status, body } = await app.rpc('workspaces/changeSubdomain', { subdomain }, { cookie, workspaceId })
  const { json } = body as { json: { subdomain?: string; data?: { code: string } } }
  return { status, ...(json.subdomain ? { subdomain: json.subdomain } : { code: json.data?.code }) }
}
const held = (subdomain: string) =>
  app.rows(
    `select workspace_id, held_until > now() + interval '20 days' as kept from held_subdomains where subdomain = '${subdomain}'`,
  )

it('is changed, leads on from the former one, and can be taken back', async () => {
  expect(await change(mine, ' Woven-Goods ')).toEqual({ status: 200, subdomain: 'woven-goods' })
  expect(await held('renamed')).toEqual([{ workspace_id: mine.workspaceId, kept: true }])
  expect(await change(other, 'renamed')).toEqual({ status: 409, code: 'workspace.subdomain_taken' })
  expect(await change(mine, 'renamed')).toEqual({ status: 200, subdomain: 'renamed' })
  expect(await held('renamed')).toEqual([])
  expect(await held('woven-goods')).toEqual([{ workspace_id: mine.workspaceId, kept: true }])
  expect(await change(mine, 'renamed')).toEqual({ status: 200, subdomain: 'renamed' })
})

it.each(['www', 'ab', 'a--b', '-ab', 'ä-b', 'a.b', 'x'.repeat(51)])('is never %j', async (subdomain) => {
  expect(await change(mine, subdomain)).toEqual({ status: 400, code: 'workspace.subdomain' })
})

it("is not another workspace's, also where both want it at once", async () => {
  expect(await change(mine, 'bystander')).toEqual({ status: 409, code: 'workspace.subdomain_taken' })
  const outcomes = await Promise.all([change(mine, 'the-same-name'), change(other, 'the-same-name')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('stays reserved for thirty days once its workspace is gone, the former ones too', async () => {
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
