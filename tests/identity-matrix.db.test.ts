// Everything that outlasts a session or cannot be undone asks for the identity once more: generated from the contract,
// every procedure that declares it × {nothing, a wrong password, the right one}. And what counts as a proof, for whom.
import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { join, refusalOf, visit } from './support/accounts/account-client.ts'
import { Authenticator } from './support/accounts/authenticator.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { nextTotp, totp, wrongTotp } from './support/accounts/totp.ts'
import { type Procedure, procedures } from './support/app/procedures.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import { samples } from './support/app/sample-inputs.ts'

const confirmed = procedures(contract).filter((p) => p.meta.confirmsIdentity)

const app = await createSampleApp()
const mine = await teamTenant(app, 'Mine')

it('procedures that grant lasting access or delete everything require a confirmation', () => {
  expect(confirmed.map((p) => p.path)).toEqual([
    'accounts/requestEmailChange',
    'accounts/changePassword',
    'accounts/passkeys/startAdding',
    'accounts/passkeys/remove',
    'accounts/twoFactor/start',
    'accounts/twoFactor/disable',
    'accounts/twoFactor/renewRecoveryCodes',
    'accounts/google/connect',
    'accounts/google/disconnect',
    'accounts/delete',
    'workspaces/delete',
    'workspaces/requireSecondFactor',
    'workspaces/apiKeys/create',
    'mcp/allowConnection',
  ])
})

describe.each(confirmed.map((p) => [p.path, p] as const))('%s', (_, p: Procedure) => {
  const passwordField = p.path === 'accounts/changePassword' ? 'current_password' : 'password'
  const call = (input: object) =>
    app.rpc(
      p.path,
      { ...(samples(mine)[p.path] ?? {}), ...input },
      { cookie: mine.cookie, workspaceId: mine.workspaceId },
    )

  it.each(['', 'not it'])('is refused with the password %j', async (given) => {
    expect(await call({ [passwordField]: given })).toMatchObject({
      status: 400,
      body: { json: { data: { code: 'auth.wrong_password', details: { fields: [{ path: passwordField }] } } } },
    })
  })
})

type Person = Awaited<ReturnType<typeof join>>

/** Something that only asks for the identity: an email change to the address one has is refused after that. */
const confirm = (person: Pick<Person, 'client'> & { email: string }, proof: object) =>
  refusalOf(person.client.accounts.requestEmailChange({ email: person.email, ...proof }))
const CONFIRMED = { code: 'account.same_email' }

async function withTwoFactor(person: Person) {
  const { twoFactor } = person.client.accounts
  const { secret, recovery_codes } = await twoFactor.start({ password: person.password })
  await twoFactor.confirm({ code: totp(secret) })
  return { secret, recovery_codes }
}

/** State of a user who signed in with Google. */
const withoutPassword = (person: Person) =>
  app.rows(`delete from sign_in_methods where user_id = '${person.id}' and provider_id = 'credential'`)

describe('the confirmation of an identity', () => {
  it('accepts an authenticator or recovery code once, when two-factor authentication is on', async () => {
    const person = await join(app)
    expect(await confirm(person, { code: '123456' })).toMatchObject({ code: 'auth.wrong_code' })
    const { secret, recovery_codes } = await withTwoFactor(person)
    const [recovery = ''] = recovery_codes
    expect(await confirm(person, { code: wrongTotp(secret) })).toMatchObject({ code: 'auth.wrong_code' })
    const code = nextTotp(secret)
    expect(await confirm(person, { code })).toMatchObject(CONFIRMED)
    expect(await confirm(person, { code })).toMatchObject({ code: 'auth.code_used' })
    expect(await confirm(person, { code: recovery })).toMatchObject(CONFIRMED)
    expect(await confirm(person, { code: recovery })).toMatchObject({ code: 'auth.wrong_code' })
  })

  it('does not complete an unfinished setup by a code', async () => {
    const person = await join(app)
    const { secret } = await person.client.accounts.twoFactor.start({ password: person.password })
    expect(await confirm(person, { code: totp(secret) })).toMatchObject({ code: 'auth.wrong_code' })
    expect(await person.client.accounts.me()).toMatchObject({ two_factor: false })
  })

  it('accepts a passkey of the user, and starts no session', async () => {
    const person = await join(app)
    const other = await join(app)
    const device = new Authenticator()
    const options = await person.client.accounts.passkeys.startAdding({ password: person.password })
    await person.client.accounts.passkeys.add({ passkey: device.create(options) })
    const answer = async (visitor: Pick<Person, 'client'>) =>
      device.answer(await visitor.client.accounts.passkeys.challenge())
    const passkey = await answer(person)
    expect(await confirm(person, { passkey })).toMatchObject(CONFIRMED)
    expect(await confirm(person, { passkey })).toMatchObject({ code: 'auth.wrong_passkey' })
    expect(await confirm(other, { passkey: await answer(other) })).toMatchObject({ code: 'auth.wrong_passkey' })
    expect((await person.client.accounts.sessions.list()).items).toHaveLength(1)
    expect((await other.client.accounts.sessions.list()).items).toHaveLength(1)
  })

  it('requires the password for changes of the password and the second factor', async () => {
    const person = await join(app)
    const { secret } = await withTwoFactor(person)
    const { twoFactor, changePassword } = person.client.accounts
    for (const change of [
      () => twoFactor.disable({ code: nextTotp(secret) }),
      () => twoFactor.renewRecoveryCodes({ code: nextTotp(secret) }),
      () => changePassword({ code: nextTotp(secret), password: 'woven-thread-8' }),
    ])
      expect(await refusalOf(change())).toMatchObject({ code: 'auth.wrong_password' })
  })

  it('accepts a sign-in with Google of the last five minutes, in this session, from a user without a password', async () => {
    const person = await join(app)
    const googleAt = (minutes: number) =>
      app.rows(
        `update sessions set google_confirmed_at = now() - interval '${minutes} minutes' where user_id = '${person.id}'`,
      )
    await googleAt(0)
    expect(await confirm(person, {})).toMatchObject({ code: 'auth.wrong_password' })
    const elsewhere = visit(app)
    await elsewhere.client.accounts.signIn(person)
    await withoutPassword(person)
    await app.rows(`update sessions set google_confirmed_at = null where user_id = '${person.id}'`)
    expect(await confirm(person, {})).toMatchObject({ code: 'auth.confirmation_required', kind: 'forbidden' })
    await googleAt(6)
    expect(await confirm(person, {})).toMatchObject({ code: 'auth.confirmation_required' })
    await googleAt(4)
    expect(await confirm(person, {})).toMatchObject(CONFIRMED)
    const { items } = await person.client.accounts.sessions.list()
    const here = items.find(({ current }) => current)?.id
    await app.rows(`update sessions set google_confirmed_at = null where id <> '${here}'`)
    expect(await confirm({ ...elsewhere, email: person.email }, {})).toMatchObject({
      code: 'auth.confirmation_required',
    })
  })
})

describe('wrong confirmations', () => {
  it('are refused after ten for one account, of any kind, and reset by a correct one', async () => {
    const limited = await createSampleApp({ RATE_LIMITS: 'on' })
    const [person, other] = [await join(limited), await join(limited)]
    const guess = (proof: object) => confirm(person, proof)
    for (let index = 0; index < 9; index++)
      expect(await guess(index % 2 ? { password: 'not it' } : { code: '123456', password: '' })).toMatchObject({
        kind: 'invalid',
      })
    expect(await guess({ password: person.password })).toMatchObject(CONFIRMED)
    for (let index = 0; index < 10; index++)
      expect(await guess({ password: 'not it' })).toMatchObject({ kind: 'invalid' })
    expect(await guess({ password: 'not it' })).toMatchObject({ kind: 'rate_limited' })
    expect(await guess({ password: person.password })).toMatchObject({ kind: 'rate_limited' })
    expect(await confirm(other, { password: other.password })).toMatchObject(CONFIRMED)
  })
})
