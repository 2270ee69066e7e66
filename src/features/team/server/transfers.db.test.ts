// Handing over a workspace and its billing: one offers, the other accepts, and nothing is left without an owner or a payer.
import { describe, expect, it } from 'vitest'
import { mailTo, refusalOf } from '../../../../tests/support/accounts/account-client.ts'
import { newOwner, type Teammate, teammate } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import type { Member, Transfer } from '../contract.ts'

const app = await createTestApp({}, { work: true })

const free = (person: { id: string }, on = true) =>
  app.rows(`update profiles set has_free_access = ${on} where id = '${person.id}'`)

async function proOwner(name: string) {
  const owner = await newOwner(app, name)
  await free(owner)
  return owner
}
const standing = async (person: Teammate) =>
  (await person.call<{ items: Member[] }>('team/members/list')).items.map(({ id, role, pays }) => [id, role, pays])
const offers = async (person: Teammate) => (await person.call<{ items: Transfer[] }>('team/transfers/list')).items
const offerOf = async (person: Teammate) => (await offers(person))[0]?.id ?? ''

describe('a transfer of the ownership', () => {
  it('includes the billing, and the former owner stays as a member', async () => {
    const owner = await proOwner('Handed over')
    const successor = await teammate(app, owner)
    await free(successor)
    const { api_key: key } = await owner.call<{ api_key: string }>('workspaces/apiKeys/create', {
      password: owner.password,
      name: 'Old',
    })
    await owner.call('team/transfers/offer', { id: successor.id, kind: 'ownership' })
    await mailTo(app, successor.email, /^Ada Weaver offers you the ownership of Handed over$/)
    expect(await standing(owner), 'nothing changes before').toEqual([
      [owner.id, 'owner', true],
      [successor.id, 'member', false],
    ])
    expect(await offers(successor)).toMatchObject([{ kind: 'ownership', with_billing: true, to: { id: successor.id } }])
    const id = await offerOf(owner)
    expect(await refusalOf(owner.call('team/transfers/accept', { id }))).toMatchObject({ code: 'transfer.not_found' })
    await successor.call('team/transfers/accept', { id })
    expect(await standing(successor)).toEqual([
      [owner.id, 'member', false],
      [successor.id, 'owner', true],
    ])
    expect(await app.rest({ method: 'GET', path: '/faqs' }, {}, key)).toMatchObject({ status: 401 })
    expect(await refusalOf(successor.call('team/transfers/accept', { id }))).toMatchObject({
      code: 'transfer.not_found',
    })
  })

  it('ends without a change when it is declined, revoked or replaced, or when a participant has left', async () => {
    const owner = await proOwner('Kept')
    const [one, two] = [await teammate(app, owner), await teammate(app, owner)]
    const offer = (id: string) => owner.call('team/transfers/offer', { id, kind: 'ownership' })
    await offer(one.id)
    await one.call('team/transfers/withdraw', { id: await offerOf(owner) })
    expect(await offers(owner)).toEqual([])
    await offer(one.id)
    expect(await refusalOf(two.call('team/transfers/withdraw', { id: await offerOf(owner) }))).toMatchObject({
      code: 'transfer.not_found',
    })
    await offer(two.id)
    expect(await offers(owner)).toMatchObject([{ to: { id: two.id } }])
    await owner.call('team/members/remove', { id: two.id })
    expect(await offers(owner)).toEqual([])
    await offer(one.id)
    await owner.call('team/transfers/withdraw', { id: await offerOf(owner) })
    expect(await offers(owner)).toEqual([])
    expect(await refusalOf(offer(owner.id))).toMatchObject({ code: 'transfer.self' })
  })

  it('is refused when the offering user is no longer an owner', async () => {
    const owner = await proOwner('Outdated')
    const second = await teammate(app, owner, 'owner')
    const successor = await teammate(app, owner)
    await second.call('team/transfers/offer', { id: successor.id, kind: 'ownership' })
    await owner.call('team/members/changeRole', { id: second.id, role: 'member' })
    expect(await refusalOf(successor.call('team/transfers/accept', { id: await offerOf(successor) }))).toMatchObject({
      code: 'transfer.outdated',
    })
  })
})

describe('a transfer of the billing', () => {
  it('goes from the payer to another owner only', async () => {
    const owner = await proOwner('Billed')
    const second = await teammate(app, owner, 'owner')
    const colleague = await teammate(app, owner)
    await free(second)
    const offer = (from: Teammate, to: Teammate) => from.call('team/transfers/offer', { id: to.id, kind: 'billing' })
    expect(await refusalOf(offer(owner, colleague))).toMatchObject({ code: 'transfer.not_owner' })
    expect(await refusalOf(offer(second, owner))).toMatchObject({ code: 'transfer.not_payer' })
    await offer(owner, second)
    await second.call('team/transfers/accept', { id: await offerOf(second) })
    expect(await standing(colleague)).toEqual([
      [owner.id, 'owner', false],
      [second.id, 'owner', true],
      [colleague.id, 'member', false],
    ])
    await owner.call('team/members/leave')
  })

  it('is accepted by a plan with capacity for a workspace, with or without a team', async () => {
    const owner = await proOwner('Too much')
    const second = await teammate(app, owner, 'owner')
    await owner.call('team/transfers/offer', { id: second.id, kind: 'billing' })
    const accept = async () => second.call('team/transfers/accept', { id: await offerOf(second) })
    await second.client.workspaces.create({ name: 'Own', website_url: 'https://example.com' })
    expect(await refusalOf(accept())).toMatchObject({
      code: 'limit.workspaces',
      message:
        'Your plan allows only 1 workspace, and you pay for as many already. Upgrade to Pro to take over the billing of this workspace.',
    })
    expect(await offers(owner), 'the offer stands').toHaveLength(1)
    await free(second)
    await accept()
    await free(owner, false)
    await second.call('team/transfers/offer', { id: owner.id, kind: 'billing' })
    await owner.call('team/transfers/accept', { id: await offerOf(owner) })
    expect(await standing(second), 'members stay under a smaller plan').toEqual([
      [owner.id, 'owner', true],
      [second.id, 'owner', false],
    ])
  })
})
