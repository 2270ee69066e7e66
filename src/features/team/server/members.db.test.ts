// Members of a workspace: roles, removing, leaving, and required owners.
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../../tests/support/accounts/account-client.ts'
import { newOwner, type Teammate, teammate } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import type { Member } from '../contract.ts'

const app = await createTestApp({ BILLING: 'off' }, { work: true })

const members = async (person: Teammate) => (await person.call<{ items: Member[] }>('team/members/list')).items
const LAST_OWNER = 'A workspace needs an owner. Transfer the ownership first, or delete the workspace.'
const PAYER = 'A workspace is billed to one of its owners. Transfer the billing to another owner first.'

describe('the members of a workspace', () => {
  it('are listed in the order in which they joined', async () => {
    const owner = await newOwner(app, 'Listed')
    const colleague = await teammate(app, owner)
    const [first, second, ...rest] = await members(colleague)
    expect(rest).toEqual([])
    expect(first).toMatchObject({ id: owner.id, name: 'Ada Weaver', role: 'owner', pays: true, you: false })
    expect(second).toMatchObject({ id: colleague.id, email: colleague.email, role: 'member', pays: false, you: true })
    expect(Date.parse(second?.joined_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.joined_at ?? ''))
  })

  it('become owners and members again, with an immediate change of their permissions', async () => {
    const owner = await newOwner(app, 'Roles')
    const colleague = await teammate(app, owner)
    expect(await refusalOf(colleague.call('faqs/archiveAll'))).toMatchObject({ code: 'workspace.owner_only' })
    await owner.call('team/members/changeRole', { id: colleague.id, role: 'owner' })
    await colleague.call('faqs/archiveAll')
    const { api_key: key } = await colleague.call<{ api_key: string }>('workspaces/apiKeys/create', {
      password: colleague.password,
      name: 'Theirs',
    })
    const faqs = () => app.rest({ method: 'GET', path: '/faqs' }, {}, key)
    expect(await faqs()).toMatchObject({ status: 200 })
    await owner.call('team/members/changeRole', { id: colleague.id, role: 'member' })
    expect(await refusalOf(colleague.call('faqs/archiveAll'))).toMatchObject({ code: 'workspace.owner_only' })
    expect(await faqs(), 'a key acts as an owner, and its maker knows it').toMatchObject({ status: 401 })
  })

  it('can leave, except the only owner and the payer', async () => {
    const owner = await newOwner(app, 'Left')
    const colleague = await teammate(app, owner)
    expect(await refusalOf(owner.call('team/members/leave'))).toMatchObject({
      kind: 'conflict',
      code: 'team.last_owner',
      message: LAST_OWNER,
    })
    expect(await refusalOf(owner.call('team/members/changeRole', { id: owner.id, role: 'member' }))).toMatchObject({
      code: 'team.last_owner',
    })
    await owner.call('team/members/changeRole', { id: colleague.id, role: 'owner' })
    expect(await refusalOf(owner.call('team/members/leave'))).toMatchObject({ code: 'team.payer', message: PAYER })
    expect(await refusalOf(colleague.call('team/members/remove', { id: owner.id }))).toMatchObject({
      code: 'team.payer',
    })
    await colleague.call('team/members/leave')
    expect(await refusalOf(colleague.call('team/members/list'))).toMatchObject({ code: 'workspace.not_found' })
    expect(await members(owner)).toHaveLength(1)
  })

  it('are removed by others, not by themselves, and only in their workspace', async () => {
    const owner = await newOwner(app, 'Removed')
    const stranger = await newOwner(app, 'Elsewhere')
    expect(await refusalOf(owner.call('team/members/remove', { id: owner.id }))).toMatchObject({ code: 'team.self' })
    expect(await refusalOf(owner.call('team/members/remove', { id: stranger.id }))).toMatchObject({
      code: 'member.not_found',
    })
  })

  it('include one of two owners who remove each other at the same moment', async () => {
    const owner = await newOwner(app, 'Duel')
    const one = await teammate(app, owner, 'owner')
    const two = await teammate(app, owner, 'owner')
    const race = await Promise.allSettled([
      one.call('team/members/remove', { id: two.id }),
      two.call('team/members/remove', { id: one.id }),
    ])
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await members(owner)).toHaveLength(2)
  })
})
