// Invitations from the mail to the membership: once, in time, and by whom they were meant for.
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, tokenIn, visit } from '../../../../tests/support/accounts/account-client.ts'
import { newOwner, teammate, tokenOf } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { type Invitation, type InvitationLink, OPEN_INVITATIONS_MAX } from '../contract.ts'

const app = await createTestApp({ BILLING: 'off' }, { work: true })

let addresses = 0
const address = () => `invited-${process.pid}-${++addresses}@example.com`
const send = (owner: Awaited<ReturnType<typeof newOwner>>, email: string, role = 'member') =>
  owner.call<Invitation>('team/invitations/send', { email, role })
const rolesIn = async (workspaceId: string) =>
  (
    (await app.rows(`select role from workspace_members where workspace_id = '${workspaceId}' order by role`)) as {
      role: string
    }[]
  ).map(({ role }) => role)
const expire = (invitation: Invitation) =>
  app.rows(`update workspace_invitations set expires_at = now() - interval '1 minute' where id = '${invitation.id}'`)

describe('an invitation', () => {
  it('is mailed, names inviter and workspace, and admits its recipient once', async () => {
    const owner = await newOwner(app, 'Mailed')
    const guest = await join(app)
    const sent = await send(owner, `  ${guest.email.toUpperCase()} `)
    expect(sent).toMatchObject({ email: guest.email, role: 'member', expired: false })
    const mail = await mailTo(app, guest.email, /^Ada Weaver invites you to Mailed$/)
    expect(mail.text).toContain('as a member')
    const token = tokenIn(mail)
    expect(await visit(app).client.team.invitation.read({ token })).toEqual({
      state: 'open',
      workspace_name: 'Mailed',
      inviter: 'Ada Weaver',
      role: 'member',
      email: guest.email,
      has_account: true,
    } satisfies InvitationLink)

    const race = await Promise.all([1, 2].map(() => guest.client.team.invitation.accept({ token })))
    expect(race).toEqual([{ workspace_id: owner.workspaceId }, { workspace_id: owner.workspaceId }])
    expect(await rolesIn(owner.workspaceId)).toEqual(['member', 'owner'])
    expect((await guest.client.workspaces.list()).items).toMatchObject([
      { id: owner.workspaceId, role: 'member', member_count: 2, billed_to_me: false },
    ])
    const other = await join(app)
    expect(await refusalOf(other.client.team.invitation.accept({ token }))).toMatchObject({
      code: 'invitation.used',
      message: 'This invitation was used already.',
    })
    expect(await visit(app).client.team.invitation.read({ token })).toMatchObject({ state: 'accepted' })
    expect(await owner.call('team/invitations/list')).toEqual({ items: [] })
  })

  it('is valid for its address only', async () => {
    const owner = await newOwner(app, 'Addressed')
    const email = address()
    const token = tokenOf(app, await send(owner, email))
    const other = await join(app)
    expect(await refusalOf(other.client.team.invitation.accept({ token }))).toMatchObject({
      kind: 'forbidden',
      code: 'invitation.other_address',
      message: `This invitation was sent to ${email}. You are signed in as ${other.email}.`,
    })
    expect(await refusalOf(visit(app).client.team.invitation.accept({ token }))).toMatchObject({
      kind: 'unauthenticated',
    })
    expect(await rolesIn(owner.workspaceId)).toEqual(['owner'])
  })

  it('expires, and is valid again after it was sent again', async () => {
    const owner = await newOwner(app, 'Expired')
    const guest = await join(app)
    const sent = await send(owner, guest.email)
    const token = tokenOf(app, sent)
    await expire(sent)
    expect(await guest.client.team.invitation.read({ token })).toMatchObject({ state: 'expired' })
    expect(await refusalOf(guest.client.team.invitation.accept({ token }))).toMatchObject({
      code: 'invitation.expired',
      message: 'This invitation has expired. Please ask for a new one.',
    })
    expect(await owner.call('team/invitations/list')).toMatchObject({ items: [{ expired: true }] })
    expect(await owner.call('team/invitations/resend', { id: sent.id })).toMatchObject({ expired: false })
    await guest.client.team.invitation.accept({ token })
    expect(await rolesIn(owner.workspaceId)).toEqual(['member', 'owner'])
    expect(await refusalOf(owner.call('team/invitations/resend', { id: sent.id }))).toMatchObject({
      code: 'invitation.not_found',
    })
  })

  it('can be sent as a new one after it has expired', async () => {
    const owner = await newOwner(app, 'Anew')
    const sent = await send(owner, address())
    await expire(sent)
    expect(await send(owner, sent.email, 'owner')).toMatchObject({ id: sent.id, role: 'owner', expired: false })
  })

  it('returns 404 after it was revoked or when it is forged', async () => {
    const owner = await newOwner(app, 'Revoked')
    const guest = await join(app)
    const sent = await send(owner, guest.email)
    await owner.call('team/invitations/revoke', { id: sent.id })
    const forged = `${tokenOf(app, sent).slice(0, -4)}AAAA`
    for (const token of [tokenOf(app, sent), forged, '']) {
      expect(await guest.client.team.invitation.read({ token })).toBeNull()
      expect(await refusalOf(guest.client.team.invitation.accept({ token }))).toMatchObject({
        code: 'invitation.gone',
        message: 'This invitation was withdrawn, or its link is not complete.',
      })
    }
  })

  it('is refused for a member, and sent once by concurrent requests', async () => {
    const owner = await newOwner(app, 'Racing')
    const colleague = await teammate(app, owner)
    expect(await refusalOf(send(owner, colleague.email))).toMatchObject({
      code: 'team.already_member',
      details: { fields: [{ path: 'email', message: 'This person is a member already.' }] },
    })
    const email = address()
    const race = await Promise.allSettled([send(owner, email), send(owner, email)])
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(send(owner, email))).toMatchObject({
      code: 'invitation.pending',
      message: 'This person is invited already. You can send the invitation again.',
    })
    for (const wrong of ['', 'nobody', `${'x'.repeat(250)}@example.com`])
      expect(await refusalOf(send(owner, wrong))).toMatchObject({ code: 'request.invalid' })
  })

  it('is limited in number, also for two concurrent requests', async () => {
    const owner = await newOwner(app, 'Full')
    await app.rows(
      `insert into workspace_invitations (workspace_id, id, email, role, expires_at)
       select '${owner.workspaceId}', gen_random_uuid(), 'p' || n || '@example.com', 'member', now() + interval '1 day'
       from generate_series(2, ${OPEN_INVITATIONS_MAX}) n`,
    )
    const race = await Promise.allSettled([send(owner, address()), send(owner, address())])
    expect(race.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { data: { kind: 'limit', code: 'limit.invitations' } } },
    ])
  })
})

describe('signing up with an invitation', () => {
  it('creates the account, confirms the address and admits the user, also on an instance by invitation', async () => {
    const inviting = await createTestApp({ SIGNUP: 'invite', BILLING: 'off' })
    inviting.core.config.signup = 'open'
    const owner = await newOwner(inviting, 'By invitation')
    inviting.core.config.signup = 'invite'
    const email = address()
    const token = tokenOf(inviting, await owner.call<Invitation>('team/invitations/send', { email, role: 'owner' }))
    const person = { first_name: 'Bo', last_name: 'Guest', email, password: 'woven-thread-7' }
    for (const wrong of [
      person,
      { ...person, invitation: 'forged' },
      { ...person, email: address(), invitation: token },
    ])
      expect(await refusalOf(visit(inviting).client.accounts.signUp(wrong))).toMatchObject({
        code: 'auth.signup_closed',
      })
    const guest = visit(inviting)
    expect(await guest.client.accounts.signUp({ ...person, invitation: token })).toEqual({ signed_in: true })
    expect((await guest.client.workspaces.list()).items).toMatchObject([{ name: 'By invitation', role: 'owner' }])
    expect(await guest.client.team.invitation.accept({ token })).toEqual({ workspace_id: owner.workspaceId })
    expect(
      await refusalOf(visit(inviting).client.accounts.signUp({ ...person, email: address(), invitation: token })),
    ).toMatchObject({ code: 'auth.signup_closed' })
  })
})
