// Permission to buy a plan, and taking over the billing of a workspace that another user pays for.
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf } from '../../../../tests/support/accounts/account-client.ts'
import { callsIn, newOwner, type Teammate, teammate, tokenOf } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { actInSandbox, known, openCheckout, payAt, subscribe } from '../../../../tests/support/billing/sandbox-life.ts'
import { notifyTrials } from '../../billing/server/notify-trials.ts'
import type { AuditEntry } from '../../workspaces/contract.ts'
import type { Member, Transfer } from '../contract.ts'

const app = await createTestApp({}, { work: true })

const endTrial = (person: { id: string }) =>
  app.rows(`update profiles set trial_ends_at = now() - interval '1 day' where id = '${person.id}'`)
const payerOf = async (person: Teammate) =>
  (await person.call<{ items: Member[] }>('team/members/list')).items.find(({ pays }) => pays)?.id
const takeOver = (person: Teammate, payer: { id: string }) => person.call('team/transfers/takeOver', { id: payer.id })
const planIn = async (person: Teammate) =>
  (await person.call<{ access: { plan: string } }>('workspaces/current')).access.plan
const offers = async (person: Teammate) => (await person.call<{ items: Transfer[] }>('team/transfers/list')).items
const audit = async (person: Teammate) =>
  (await person.call<{ items: AuditEntry[] }>('workspaces/auditLog/list', { limit: 1 })).items[0]

const auditOf = ({ id }: Teammate, action: string) =>
  `select id from audit_log where actor_id = '${id}' and action = '${action}'`

/** Subscribes to Starter for a workspace that the person says they will create. */
async function subscribeForLater(person: Teammate): Promise<void> {
  const ids = { product_id: 'starter', price_id: 'starter' }
  const { checkout_url } = await person.client.billing.checkout({ ...ids, for_new_workspace: true })
  await payAt(app, person, new URL(checkout_url).pathname)
}

const invitationFor = async (owner: Teammate, email: string) => ({
  token: tokenOf(app, await owner.call<{ id: string }>('team/invitations/send', { email, role: 'owner' })),
})

/** A workspace on Pro, its payer, and a co-owner who pays for nothing. */
async function sharedWorkspace(name: string) {
  const payer = await newOwner(app, name)
  await subscribe(app, payer, 'pro')
  const coOwner = await teammate(app, payer, 'owner')
  return { payer, coOwner }
}

describe('a checkout', () => {
  it('is refused for a user who pays for none of their workspaces', async () => {
    const { payer, coOwner } = await sharedWorkspace('Paid by Ada')
    const member = await teammate(app, payer)
    await endTrial(coOwner)
    for (const person of [coOwner, member])
      expect(await refusalOf(openCheckout(person, 'pro'))).toMatchObject({
        kind: 'conflict',
        code: 'billing.not_payer',
        message:
          'Another user pays for your workspaces, so a plan of yours would not apply to them. An owner can take over the billing first.',
      })
    expect(await coOwner.client.billing.overview()).toMatchObject({ plan_applies: false })
    expect(await payer.client.billing.overview()).toMatchObject({ plan_applies: true })
  })
  it('is allowed for a workspace about to be created, and for a user without one', async () => {
    const { coOwner } = await sharedWorkspace('Joined first')
    await endTrial(coOwner)
    const { checkout_url } = await coOwner.client.billing.checkout({
      product_id: 'pro',
      price_id: 'pro',
      for_new_workspace: true,
    })
    expect(checkout_url).toContain('/billing/sandbox/checkout/')
    await openCheckout(await join(app), 'starter')
  })

  it('is refused for a larger plan too, while the subscription applies to nothing', async () => {
    const { payer, coOwner } = await sharedWorkspace('Larger')
    await subscribeForLater(coOwner)
    const [own] = await known(app, coOwner)
    const change = { id: own?.id ?? '', plan: 'pro' } as const
    for (const call of [coOwner.client.billing.previewChange, coOwner.client.billing.changePlan])
      expect(await refusalOf(call(change))).toMatchObject({ code: 'billing.not_payer' })
    await takeOver(coOwner, payer)
    await coOwner.client.billing.changePlan(change)
    expect(await planIn(payer)).toBe('pro')
  })
})

describe('taking over the billing', () => {
  it('bills the workspace to the owner who asks, and applies the plan that they choose', async () => {
    const { payer, coOwner } = await sharedWorkspace('Woven')
    await endTrial(coOwner)
    await takeOver(coOwner, payer)
    expect(await payerOf(payer)).toBe(coOwner.id)
    expect(await planIn(payer), 'the new payer has no plan yet').toBe('none')
    await subscribe(app, coOwner, 'starter')
    expect(await planIn(payer)).toBe('starter')
    expect((await known(app, payer)).map(({ status, plan }) => [status, plan])).toEqual([['active', 'pro']])
    expect(await payer.client.billing.overview()).toMatchObject({ plan_applies: false, access: { plan: 'pro' } })
    expect(await audit(payer)).toMatchObject({
      action: 'billing.taken_over',
      actor: { id: coOwner.id },
      details: { from: 'Ada Weaver', to: 'Ada Weaver' },
    })
    const lost = await mailTo(app, payer.email, /^Ada Weaver has taken over the billing of Woven$/)
    expect(lost.text).toContain('If you have a subscription, it was not changed')
    await mailTo(app, coOwner.email, /^You have taken over the billing of Woven$/)
  })

  it('can be undone by the former payer, who is still an owner', async () => {
    const { payer, coOwner } = await sharedWorkspace('Back again')
    await takeOver(coOwner, payer)
    await takeOver(payer, coOwner)
    expect([await payerOf(payer), await planIn(coOwner)]).toEqual([payer.id, 'pro'])
  })

  it('works while the paywall is shown', async () => {
    const { payer, coOwner } = await sharedWorkspace('Not paid')
    await endTrial(payer)
    await actInSandbox(app, payer, 'end')
    expect(await planIn(coOwner)).toBe('none')
    await takeOver(coOwner, payer)
    expect(await planIn(coOwner), 'the free trial of the new payer').toBe('trial')
  })

  it('is refused for a member and after another owner became the payer, and happens once when requested twice', async () => {
    const { payer, coOwner } = await sharedWorkspace('Refused')
    const [third, member] = [await teammate(app, payer, 'owner'), await teammate(app, payer)]
    expect(await refusalOf(takeOver(member, payer))).toMatchObject({ code: 'workspace.owner_only' })
    await takeOver(coOwner, payer)
    await takeOver(coOwner, payer)
    expect(await app.rows(auditOf(coOwner, 'billing.taken_over'))).toHaveLength(1)
    expect(await refusalOf(takeOver(third, payer))).toMatchObject({
      code: 'billing.payer_changed',
      message: 'Ada Weaver pays for this workspace now. Please look again.',
    })
    expect(await payerOf(member)).toBe(coOwner.id)
  })

  it('is refused with an instruction when the plan has no capacity for another workspace', async () => {
    const { payer, coOwner } = await sharedWorkspace('Too many')
    await coOwner.client.workspaces.create({ name: 'Own', website_url: 'https://example.com' })
    expect(await refusalOf(takeOver(coOwner, payer))).toMatchObject({
      kind: 'limit',
      code: 'limit.workspaces',
      message:
        'Your plan allows only 1 workspace, and you pay for as many already. Upgrade to Pro to take over the billing of this workspace.',
    })
    await subscribe(app, coOwner, 'pro')
    await takeOver(coOwner, payer)
    expect(await payerOf(payer)).toBe(coOwner.id)
  })

  it('succeeds for one of two simultaneous owners, and for one of two workspaces at the limit', async () => {
    const { payer, coOwner } = await sharedWorkspace('Raced')
    const third = await teammate(app, payer, 'owner')
    const settled = await Promise.allSettled([takeOver(coOwner, payer), takeOver(third, payer)])
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

    const [one, two] = [await sharedWorkspace('First'), await sharedWorkspace('Second')]
    const greedy = await teammate(app, one.payer, 'owner')
    const { token } = await invitationFor(two.payer, greedy.email)
    await greedy.client.team.invitation.accept({ token })
    const inTwo = { ...greedy, call: callsIn(app, greedy, two.payer.workspaceId) }
    const both = await Promise.allSettled([takeOver(greedy, one.payer), takeOver(inTwo, two.payer)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('removes open offers of the billing', async () => {
    const { payer, coOwner } = await sharedWorkspace('Offered')
    const third = await teammate(app, payer, 'owner')
    await payer.call('team/transfers/offer', { id: third.id, kind: 'billing' })
    await takeOver(coOwner, payer)
    expect(await offers(third)).toEqual([])
  })
})

describe('the emails about a trial', () => {
  it('do not ask a user to choose a plan that would apply to nothing', async () => {
    const { coOwner } = await sharedWorkspace('Quiet')
    const alone = await join(app)
    for (const person of [coOwner, alone]) await endTrial(person)
    await notifyTrials(app.core.billing.services, new Date())
    await mailTo(app, alone.email, /^Your free trial has ended$/)
    const asked = (await app.rows(
      `select user_id from billing_notices where user_id in ('${coOwner.id}', '${alone.id}')`,
    )) as { user_id: string }[]
    expect(asked.map(({ user_id }) => user_id)).toEqual([alone.id])
  })
})
