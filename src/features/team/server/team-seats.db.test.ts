// Member limits of the plans: one on Starter, five on the trial including open invitations, unlimited on Pro.
import { describe, expect, it } from 'vitest'
import { join, refusalOf, visit } from '../../../../tests/support/accounts/account-client.ts'
import { newOwner, teammate, tokenOf } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { subscribe } from '../../../../tests/support/billing/sandbox-life.ts'
import { PLAN_FEATURES } from '../../billing/contract.ts'
import { type Invitation, type Member, noSeatLeft, TEAM_NEEDS_PRO } from '../contract.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

const app = await createTestApp()

const SEATS = PLAN_FEATURES.trial.members ?? 0
const FULL = {
  kind: 'limit',
  code: 'limit.team',
  message: 'Your plan allows 5 members, open invitations included. Upgrade to Pro for more, or remove some.',
  details: { title: 'Team Members', limit: 5 },
}

let addresses = 0
const address = () => `seat-${process.pid}-${++addresses}@example.com`
const invite = (owner: Pick<Owner, 'call'>, email = address()) =>
  owner.call<Invitation>('team/invitations/send', { email, role: 'member' })
const inviteMany = async (owner: Owner, n: number) => {
  for (let index = 0; index < n; index++) await invite(owner)
}
const free = (person: { id: string }, on: boolean) =>
  app.rows(`update profiles set has_free_access = ${on} where id = '${person.id}'`)
const members = async (owner: Owner) => (await owner.call<{ items: Member[] }>('team/members/list')).items
const openInvitations = async (owner: Owner) =>
  (await owner.call<{ items: Invitation[] }>('team/invitations/list')).items

/** A person on Starter, whose free access the operator can give and take. */
async function starterOwner(name: string): Promise<Owner> {
  const owner = await newOwner(app, name)
  await subscribe(app, owner, 'starter')
  return owner
}

describe('a team on Starter', () => {
  it('cannot invite, resend an invitation or accept one', async () => {
    const owner = await starterOwner('Alone')
    const guest = await join(app)
    expect(await refusalOf(invite(owner, guest.email))).toMatchObject({
      ...FULL,
      message: TEAM_NEEDS_PRO,
      details: { limit: 1 },
    })
    expect(await app.rows('select 1 from workspace_invitations')).toEqual([])

    await free(owner, true)
    const sent = await invite(owner, guest.email)
    await free(owner, false)
    const accept = () => guest.client.team.invitation.accept({ token: tokenOf(app, sent) })
    expect(await refusalOf(accept())).toMatchObject({
      code: 'limit.team',
      message: 'The plan of Alone has no room for team members at the moment. Please ask its owner to upgrade to Pro.',
    })
    expect(await refusalOf(owner.call('team/invitations/resend', { id: sent.id }))).toMatchObject({
      code: 'limit.team',
    })
    await free(owner, true)
    await accept()
    await free(owner, false)
    expect((await guest.client.workspaces.list()).items, 'members stay').toHaveLength(1)
  })

  it('has the plan of the payer, not of the inviting member', async () => {
    const owner = await starterOwner('Paid')
    await free(owner, true)
    const second = await teammate(app, owner, 'owner')
    expect(await invite(second)).toMatchObject({ role: 'member' })
    await free(second, true)
    await free(owner, false)
    expect(await refusalOf(invite(second))).toMatchObject({ code: 'limit.team', message: noSeatLeft(1) })
  })
})

describe('a team on the trial', () => {
  it('has five seats, including open invitations, and a revoked or expired one frees its seat', async () => {
    const owner = await newOwner(app, 'Five')
    await teammate(app, owner)
    await inviteMany(owner, SEATS - 2)
    expect(await refusalOf(invite(owner))).toMatchObject(FULL)
    const [last, before] = await openInvitations(owner)
    await owner.call('team/invitations/revoke', { id: last?.id })
    await invite(owner)
    await app.rows(
      `update workspace_invitations set expires_at = now() - interval '1 minute' where id = '${before?.id}' returning id`,
    )
    await invite(owner)
    expect(
      await refusalOf(owner.call('team/invitations/resend', { id: before?.id })),
      'its seat is taken',
    ).toMatchObject(FULL)
  })

  it('can resend and accept an open invitation at the limit, since it has a seat', async () => {
    const owner = await newOwner(app, 'Resent')
    const guest = await join(app)
    const sent = await invite(owner, guest.email)
    await inviteMany(owner, SEATS - 2)
    expect(await owner.call('team/invitations/resend', { id: sent.id })).toMatchObject({ email: guest.email })
    await guest.client.team.invitation.accept({ token: tokenOf(app, sent) })
    expect(await members(owner)).toHaveLength(2)
    expect(await refusalOf(invite(owner))).toMatchObject(FULL)
  })

  it('gives the fifth seat to one of three simultaneous invitations', async () => {
    const owner = await newOwner(app, 'Race to invite')
    await inviteMany(owner, SEATS - 2)
    const race = await Promise.allSettled([invite(owner), invite(owner), invite(owner)])
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(race.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { data: FULL } },
      { reason: { data: FULL } },
    ])
    expect(await openInvitations(owner)).toHaveLength(SEATS - 1)
  })

  it('gives the last seat to one of two simultaneous acceptances, and refuses a sixth by sign-up', async () => {
    const owner = await newOwner(app, 'Race to join')
    await free(owner, true)
    for (let index = 0; index < SEATS - 2; index++) await teammate(app, owner)
    const guests = await Promise.all([join(app), join(app)])
    const sent = await Promise.all(guests.map(({ email }) => invite(owner, email)))
    const late = address()
    const invitation = tokenOf(app, await invite(owner, late))
    await free(owner, false)
    const race = await Promise.allSettled(
      guests.map((guest, n) => guest.client.team.invitation.accept({ token: tokenOf(app, { id: sent[n]?.id ?? '' }) })),
    )
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const newcomer = { first_name: 'Bo', last_name: 'Guest', email: late, password: 'woven-thread-7', invitation }
    await visit(app).client.accounts.signUp(newcomer)
    expect(await members(owner)).toHaveLength(SEATS)
  })
})

describe('a team larger than its plan allows', () => {
  it('continues to work and can shrink, but admits no members', async () => {
    const owner = await newOwner(app, 'Six')
    await free(owner, true)
    const team = []
    for (let index = 0; index < SEATS; index++) team.push(await teammate(app, owner))
    await free(owner, false)
    expect(await members(owner)).toHaveLength(SEATS + 1)
    const [one, two] = team
    await one?.call('faqs/create', { question: 'Still here?', answer: 'Yes.', status: 'draft' })
    await owner.call('team/members/changeRole', { id: one?.id, role: 'owner' })
    expect(await refusalOf(invite(owner))).toMatchObject(FULL)
    await owner.call('team/members/remove', { id: two?.id })
    expect(await refusalOf(invite(owner)), 'five of five').toMatchObject(FULL)
    await owner.call('team/members/remove', { id: team.at(-1)?.id })
    await invite(owner)
  })
})

describe('a team on Pro', () => {
  it('has more than five seats', async () => {
    const owner = await newOwner(app, 'Many')
    await subscribe(app, owner, 'pro')
    await inviteMany(owner, SEATS + 1)
  })
})
