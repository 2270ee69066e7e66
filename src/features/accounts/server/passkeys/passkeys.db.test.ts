// Passkeys over the real protocol, with a device in software: added, listed, signing in, and what they are refused for.
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { Authenticator, type AuthenticatorOptions } from '../../../../../tests/support/accounts/authenticator.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'

const app = await createTestApp({}, { work: true })

type Person = Awaited<ReturnType<typeof join>>

async function addPasskey(person: Person, o: AuthenticatorOptions & { name?: string } = {}) {
  const device = new Authenticator(o)
  const options = await person.client.accounts.passkeys.startAdding({ password: person.password })
  const passkey = await person.client.accounts.passkeys.add({ name: o.name, passkey: device.create(options) })
  return { device, passkey }
}

async function personWithPasskey() {
  const person = await join(app)
  return { person, ...(await addPasskey(person)) }
}

/** Signs in with the device in a browser of its own. */
async function signInWith(device: Authenticator) {
  const visitor = visit(app)
  const options = await visitor.client.accounts.passkeys.challenge()
  await visitor.client.accounts.passkeys.signIn({ passkey: device.answer(options) })
  return visitor
}

describe('adding a passkey', () => {
  it('requires confirmation of the identity, stores the name, sends an email, and lists the passkey', async () => {
    const person = await join(app)
    const { passkeys } = person.client.accounts
    expect(await refusalOf(passkeys.startAdding({}))).toMatchObject({ code: 'auth.wrong_password' })
    const { passkey } = await addPasskey(person, { name: 'Work laptop' })
    expect(passkey).toMatchObject({ name: 'Work laptop' })
    expect(await passkeys.list()).toEqual({ items: [passkey] })
    expect(await person.client.accounts.me()).toMatchObject({ passkey_count: 1, two_factor: false })
    await mailTo(app, person.email, /^A passkey was added to your account$/)
    expect(await passkeys.rename({ id: passkey.id, name: 'Old laptop' })).toMatchObject({ name: 'Old laptop' })
  })

  it("uses the device's name when no name is given", async () => {
    const person = visit(app, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0' })
    const { email, password } = await join(app)
    await person.client.accounts.signIn({ email, password })
    const options = await person.client.accounts.passkeys.startAdding({ password })
    const passkey = new Authenticator().create(options)
    expect(await person.client.accounts.passkeys.add({ passkey })).toMatchObject({ name: 'Firefox on Linux' })
  })

  it.each<[string, AuthenticatorOptions]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of a device that did not verify its user', { verifiesUser: false }],
  ])('refuses a passkey that is %s', async (_, options) => {
    const person = await join(app)
    expect(await refusalOf(addPasskey(person, options))).toMatchObject({ code: 'passkey.refused' })
    expect(await person.client.accounts.passkeys.list()).toEqual({ items: [] })
  })

  it("refuses an answer without this browser's challenge, to another challenge, or used before", async () => {
    const person = await join(app)
    const other = await join(app)
    const options = await person.client.accounts.passkeys.startAdding({ password: person.password })
    const passkey = new Authenticator().create(options)
    expect(await refusalOf(other.client.accounts.passkeys.add({ passkey }))).toMatchObject({ code: 'passkey.refused' })
    // A challenge to sign in is none to add a passkey: no identity was confirmed for it.
    const { challenge } = await other.client.accounts.passkeys.challenge()
    const answer = new Authenticator().create({ challenge })
    expect(await refusalOf(other.client.accounts.passkeys.add({ passkey: answer }))).toMatchObject({
      code: 'passkey.refused',
    })
    await person.client.accounts.passkeys.add({ passkey })
    expect(await refusalOf(person.client.accounts.passkeys.add({ passkey }))).toMatchObject({ code: 'passkey.refused' })
  })

  it('is refused for a passkey of another account', async () => {
    const { device, person } = await personWithPasskey()
    const other = await join(app)
    await app.rows(`update passkeys set user_id = '${other.id}' where user_id = '${person.id}'`)
    expect((await (await signInWith(device)).client.accounts.me())?.id).toBe(other.id)
    expect(
      await refusalOf(person.client.accounts.passkeys.remove({ id: other.id, password: person.password })),
    ).toMatchObject({ code: 'passkey.not_found' })
  })
})

describe('signing in with a passkey', () => {
  it('requires neither password nor code, and ends with the session', async () => {
    const { person, device } = await personWithPasskey()
    const visitor = await signInWith(device)
    expect(await visitor.client.accounts.me()).toMatchObject({ email: person.email })
    expect((await visitor.client.accounts.sessions.list()).items).toHaveLength(2)
    await visitor.client.accounts.signOut()
    expect(await visitor.client.accounts.me()).toBeNull()
  })

  it.each<[string, AuthenticatorOptions]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a device that did not verify its user', { verifiesUser: false }],
  ])('is refused for an answer of %s', async (_, o) => {
    const { person } = await personWithPasskey()
    const device = new Authenticator(o)
    // The same key, as if the device had been asked elsewhere.
    const honest = new Authenticator()
    const options = await person.client.accounts.passkeys.startAdding({ password: person.password })
    await person.client.accounts.passkeys.add({ passkey: honest.create(options) })
    device.takeKeyOf(honest)
    expect(await refusalOf(signInWith(device))).toMatchObject({ code: 'auth.wrong_passkey' })
    await signInWith(honest)
  })

  it('is refused for an unknown passkey, another key, and an answer that is replayed or from another browser', async () => {
    const { device } = await personWithPasskey()
    const visitor = visit(app)
    const { passkeys } = visitor.client.accounts
    const unknown = new Authenticator()
    unknown.create(await passkeys.challenge())
    expect(await refusalOf(signInWith(unknown))).toMatchObject({ code: 'auth.wrong_passkey' })
    const passkey = device.answer(await passkeys.challenge())
    expect(await refusalOf(visit(app).client.accounts.passkeys.signIn({ passkey }))).toMatchObject({
      code: 'auth.wrong_passkey',
    })
    const forged = unknown.answer(await passkeys.challenge())
    expect(await refusalOf(passkeys.signIn({ passkey: { ...forged, id: passkey.id } }))).toMatchObject({
      code: 'auth.wrong_passkey',
    })
    const again = device.answer(await passkeys.challenge())
    await passkeys.signIn({ passkey: again })
    expect(await refusalOf(passkeys.signIn({ passkey: again }))).toMatchObject({ code: 'auth.wrong_passkey' })
  })

  it('is refused after the passkey was removed', async () => {
    const { person, device, passkey } = await personWithPasskey()
    const { passkeys } = person.client.accounts
    expect(await refusalOf(passkeys.remove({ id: passkey.id }))).toMatchObject({ code: 'auth.wrong_password' })
    await passkeys.remove({ id: passkey.id, password: person.password })
    await mailTo(app, person.email, /^A passkey was removed from your account$/)
    expect(await refusalOf(signInWith(device))).toMatchObject({ code: 'auth.wrong_passkey' })
  })
})

it('an instance reached by its IP address offers no passkeys', async () => {
  const numbered = await createTestApp({ APP_URL: 'http://127.0.0.1:3000' })
  const { client } = visit(numbered)
  expect(await client.accounts.instance()).toMatchObject({ passkeys: false })
  expect(await refusalOf(client.accounts.passkeys.challenge())).toMatchObject({ code: 'passkey.unavailable' })
  expect(await visit(app).client.accounts.instance()).toMatchObject({ passkeys: true })
})
