// A workspace that requires two-factor authentication: who has none is refused everywhere with one code, by every
// procedure of the contract, every file and the event stream; who has one, and API keys, work on.
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { createArchiveFiles } from '../src/features/archive/server/index.ts'
import { createFaqFiles } from '../src/features/faqs/server/index.ts'
import { createDocumentFiles } from '../src/features/knowledge/server/index.ts'
import { createQuestionFiles } from '../src/features/questions/server/index.ts'
import type { HttpEnv } from '../src/platform/http/index.ts'
import { asAppError } from '../src/platform/rpc/index.ts'
import { createEventStream } from '../src/wire/event-stream.ts'
import { join, refusalOf, visit } from './support/accounts/account-client.ts'
import { Authenticator } from './support/accounts/authenticator.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { newOwner, teammate } from './support/accounts/teams.ts'
import { totp } from './support/accounts/totp.ts'
import { procedures } from './support/app/procedures.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import { samples, type TeamTenant } from './support/app/sample-inputs.ts'
import type { TestApp } from './support/app/test-app.ts'
import { fingerprint } from './support/database/fingerprint.ts'

const inWorkspace = procedures(contract).filter((p) => p.meta.access === 'workspace')
const REFUSED = { code: 'workspace.second_factor_required', kind: 'forbidden' }

let app: TestApp
/** Browser requests other than procedures. */
let pages: Hono<HttpEnv>
let mine: TeamTenant
beforeAll(async () => {
  app = await createSampleApp()
  mine = await teamTenant(app, 'Mine')
  const services = { workspaces: app.core.services, auth: app.core.accounts.auth, storage: app.core.storage }
  pages = new Hono<HttpEnv>().onError((error, context) =>
    context.text(asAppError(error)?.code ?? error.message, (asAppError(error)?.status ?? 500) as 403),
  )
  for (const part of [
    createArchiveFiles(services),
    createFaqFiles({ ...services, appUrl: app.core.config.appUrl }),
    createQuestionFiles(services),
    createDocumentFiles({ ...services, limitDownloads: async () => {} }),
  ])
    pages.route('/', part)
  pages.route('/', createEventStream(app.core.services, app.core.accounts.auth))
  await app.rows(`update workspaces set second_factor_required = true where id = '${mine.workspaceId}'`)
})

const addresses = (id: string, document: string) => [
  `/api/events?workspace_id=${id}`,
  `/files/workspaces/${id}/export.zip`,
  `/files/workspaces/${id}/faqs.csv`,
  `/files/workspaces/${id}/faqs.json`,
  `/files/workspaces/${id}/faqs.md`,
  `/files/workspaces/${id}/questions.csv`,
  `/files/workspaces/${id}/documents/${document}`,
]

async function turnOnTwoFactor({ client, password }: Pick<Awaited<ReturnType<typeof join>>, 'client' | 'password'>) {
  const { secret } = await client.accounts.twoFactor.start({ password })
  await client.accounts.twoFactor.confirm({ code: totp(secret) })
}

async function addPasskey({ client, password }: Pick<Awaited<ReturnType<typeof join>>, 'client' | 'password'>) {
  const device = new Authenticator()
  const options = await client.accounts.passkeys.startAdding({ password })
  await client.accounts.passkeys.add({ passkey: device.create(options) })
  return device
}

describe('a workspace that requires a second factor', () => {
  it.each(inWorkspace.map((p) => [p.path, p] as const))(
    'refuses %s to an owner and a member without one',
    async (_, p) => {
      const before = await fingerprint(app, mine)
      for (const cookie of [mine.cookie, mine.memberCookie]) {
        const answer = await app.rpc(p.path, samples(mine)[p.path] ?? {}, { cookie, workspaceId: mine.workspaceId })
        expect(answer).toMatchObject({ status: 403, body: { json: { data: REFUSED } } })
      }
      expect(await fingerprint(app, mine)).toBe(before)
    },
  )

  it('serves no file and no event stream without one', async () => {
    for (const address of addresses(mine.workspaceId, mine.ids.document)) {
      const answer = await pages.request(address, { headers: { cookie: mine.cookie } })
      expect([address, answer.status, await answer.text()]).toEqual([address, 403, REFUSED.code])
    }
  })

  it("allows API keys and the user's own settings without one", async () => {
    expect(await app.rest({ method: 'GET', path: '/faqs' }, {}, mine.readKey)).toMatchObject({ status: 200 })
    expect(
      await app.rest({ method: 'POST', path: '/faqs' }, { question: 'Q?', answer: 'A' }, mine.apiKey),
    ).toMatchObject({ status: 201 })
    const { body } = await app.rpc('workspaces/list', {}, { cookie: mine.memberCookie })
    expect(body).toMatchObject({ json: { items: [{ second_factor_missing: 'set_up' }] } })
    expect(await app.rpc('billing/access', {}, { cookie: mine.cookie })).toMatchObject({ status: 200 })
  })

  it('does not reveal the requirement to strangers', async () => {
    const other = await join(app)
    expect(await app.rpc('faqs/list', {}, { cookie: other.cookie(), workspaceId: mine.workspaceId })).toMatchObject({
      status: 404,
    })
  })
})

describe('the requirement of a second factor', () => {
  it('can be set by owners who have one, after a confirmation, and is recorded in the audit log', async () => {
    const owner = await newOwner(app, 'Required')
    await app.rows(`update profiles set has_free_access = true where id = '${owner.id}'`)
    const member = await teammate(app, owner)
    const require = (who: typeof member, required: boolean) =>
      who.call('workspaces/requireSecondFactor', { required, password: who.password })
    expect(await refusalOf(require(member, true))).toMatchObject({ code: 'workspace.owner_only' })
    expect(await refusalOf(require(owner, true))).toMatchObject({ code: 'workspace.own_second_factor_missing' })
    expect(await member.call('faqs/list')).toMatchObject({ items: [] })

    await turnOnTwoFactor(owner)
    expect(await refusalOf(owner.call('workspaces/requireSecondFactor', { required: true }))).toMatchObject({
      code: 'auth.wrong_password',
    })
    expect(await require(owner, true)).toEqual({ required: true })
    expect(await owner.call('workspaces/settings/get')).toMatchObject({ second_factor_required: true })
    expect(await refusalOf(member.call('faqs/list'))).toMatchObject(REFUSED)
    await turnOnTwoFactor(member)
    expect(await member.call('faqs/list')).toMatchObject({ items: [] })

    // A member who turns the second factor off loses access, and regains it when it is no longer required.
    await member.client.accounts.twoFactor.disable({ password: member.password })
    expect(await refusalOf(member.call('faqs/list'))).toMatchObject(REFUSED)
    await require(owner, true)
    await require(owner, false)
    expect(await member.call('faqs/list')).toMatchObject({ items: [] })
    const { items } = await owner.call<{ items: { action: string }[] }>('workspaces/auditLog/list')
    expect(items.map(({ action }) => action).filter((action) => action.includes('second_factor'))).toEqual([
      'workspace.second_factor_optional',
      'workspace.second_factor_required',
    ])
  })
})

describe('a passkey', () => {
  it('counts in the session that it signed in to or confirmed, and not in one started by a password only', async () => {
    const owner = await newOwner(app, 'Passkeys')
    const device = await addPasskey(owner)
    await owner.call('workspaces/requireSecondFactor', { required: true, password: owner.password })
    expect(await owner.call('faqs/list')).toMatchObject({ items: [] })

    const elsewhere = visit(app)
    const { accounts, workspaces } = elsewhere.client
    await accounts.signIn({ email: owner.email, password: owner.password })
    const list = () => app.rpc('faqs/list', {}, { cookie: elsewhere.cookie(), workspaceId: owner.workspaceId })
    expect(await list()).toMatchObject({ status: 403, body: { json: { data: REFUSED } } })
    expect(await workspaces.list()).toMatchObject({ items: [{ second_factor_missing: 'confirm' }] })
    const stranger = await join(app)
    const foreign = await addPasskey(stranger)
    const passkey = foreign.answer(await accounts.passkeys.challenge())
    expect(await refusalOf(accounts.passkeys.confirmSession({ passkey }))).toMatchObject({ code: 'auth.wrong_passkey' })
    expect(await list()).toMatchObject({ status: 403 })
    await accounts.passkeys.confirmSession({ passkey: device.answer(await accounts.passkeys.challenge()) })
    expect(await list()).toMatchObject({ status: 200 })
    expect(await workspaces.list()).toMatchObject({ items: [{ second_factor_missing: null }] })

    const byPasskey = visit(app)
    const options = await byPasskey.client.accounts.passkeys.challenge()
    await byPasskey.client.accounts.passkeys.signIn({ passkey: device.answer(options) })
    expect(await byPasskey.client.workspaces.list()).toMatchObject({ items: [{ second_factor_missing: null }] })

    const [kept] = (await accounts.passkeys.list()).items
    await accounts.passkeys.remove({ id: kept?.id ?? '', password: owner.password })
    expect(await list()).toMatchObject({ status: 403, body: { json: { data: REFUSED } } })
  })

  it('cannot be replaced by the password in a session without it, except in the account check', async () => {
    const owner = await newOwner(app, 'Replaced')
    const device = await addPasskey(owner)
    const attacker = visit(app)
    const { accounts } = attacker.client
    const { password } = owner
    await accounts.signIn({ email: owner.email, password })
    const id = (await accounts.passkeys.list()).items[0]?.id ?? ''
    const replacing = [
      (proof: object) => accounts.passkeys.startAdding({ password, ...proof }),
      (proof: object) => accounts.passkeys.remove({ id, password, ...proof }),
      (proof: object) => accounts.twoFactor.start({ password, ...proof }),
      (proof: object) => accounts.requestEmailChange({ email: `thief-${owner.email}`, password, ...proof }),
    ]
    const foreignDevice = await addPasskey(await join(app))
    for (const replace of replacing) {
      expect(await refusalOf(replace({}))).toMatchObject({ code: 'auth.passkey_required', kind: 'forbidden' })
      const passkey = foreignDevice.answer(await accounts.passkeys.challenge())
      expect(await refusalOf(replace({ passkey }))).toMatchObject({ code: 'auth.wrong_passkey' })
    }

    // The passkey itself confirms the change, and with it the session.
    const passkey = device.answer(await accounts.passkeys.challenge())
    const started = await accounts.twoFactor.start({ password, passkey })
    expect(started.secret).not.toBe('')
    await accounts.passkeys.startAdding({ password })

    // A person who lost it resets the password, which takes the mailbox, and removes it in the account check.
    await accounts.signOut()
    await accounts.signIn({ email: owner.email, password })
    await app.rows(`update profiles set account_check_since = now() where id = '${owner.id}'`)
    expect(await accounts.passkeys.remove({ id, password })).toEqual({ done: true })
  })

  it('no longer counts in other sessions after its removal, even if another one is left', async () => {
    const owner = await newOwner(app, 'Two passkeys')
    const stolen = await addPasskey(owner)
    await addPasskey(owner)
    await owner.call('workspaces/requireSecondFactor', { required: true, password: owner.password })
    const attacker = visit(app)
    await attacker.client.accounts.passkeys.signIn({
      passkey: stolen.answer(await attacker.client.accounts.passkeys.challenge()),
    })
    const list = (cookie: string) => app.rpc('faqs/list', {}, { cookie, workspaceId: owner.workspaceId })
    expect(await list(attacker.cookie())).toMatchObject({ status: 200 })
    const oldest = (await owner.client.accounts.passkeys.list()).items.at(-1)
    await owner.client.accounts.passkeys.remove({ id: oldest?.id ?? '', password: owner.password })
    expect(await list(attacker.cookie())).toMatchObject({ status: 403, body: { json: { data: REFUSED } } })
    expect(await list(owner.cookie())).toMatchObject({ status: 200 })
  })
})
