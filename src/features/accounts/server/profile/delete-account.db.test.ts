// Leaving for good: what goes, what passes on, and that nothing is left half-done.
import { describe, expect, it, vi } from 'vitest'
import { join, refusalOf, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { avatarFolder } from './avatar.ts'

const app = await createTestApp({ BILLING: 'off' })

const count = async (table: string, where: string) => (await app.rows(`select 1 from ${table} where ${where}`)).length
const addMember = (workspaceId: string, userId: string, role: 'owner' | 'member', daysAgo: number) =>
  app.rows(
    `insert into workspace_members (workspace_id, user_id, role, created_at) values ('${workspaceId}', '${userId}', '${role}', now() - interval '${daysAgo} days')`,
  )
const workspaceOf = async (person: Awaited<ReturnType<typeof join>>, name: string) =>
  (await person.client.workspaces.create({ name, website_url: 'https://example.com' })).id
const standing = async (workspaceId: string) => ({
  payer: (
    (await app.rows(`select billing_user_id as id from workspaces where id = '${workspaceId}'`)) as { id: string }[]
  )[0]?.id,
  members: (
    (await app.rows(
      `select user_id, role from workspace_members where workspace_id = '${workspaceId}' order by created_at`,
    )) as { user_id: string; role: string }[]
  ).map(({ user_id, role }) => [user_id, role]),
})

describe('deleting an account', () => {
  it('requires exactly DELETE', async () => {
    const person = await join(app)
    for (const confirm of ['delete', '', 'DELETE ', 'yes'])
      expect(
        await refusalOf(person.client.accounts.delete({ password: person.password, confirm: confirm as 'DELETE' })),
      ).toMatchObject({
        message: 'Please type "DELETE" to confirm',
      })
    expect(await person.client.accounts.me()).not.toBeNull()
  })

  it('removes the user with every session, link and own workspace, and frees the address', async () => {
    const person = await join(app)
    const elsewhere = visit(app)
    await elsewhere.client.accounts.signIn(person)
    const workspaceId = await workspaceOf(person, 'Alone')
    await person.client.accounts.requestPasswordReset({ email: person.email })
    await person.client.accounts.delete({ password: person.password, confirm: 'DELETE' })
    for (const visitor of [person, elsewhere]) {
      expect(await visitor.client.accounts.me()).toBeNull()
      expect(await refusalOf(visitor.client.workspaces.list())).toMatchObject({ kind: 'unauthenticated' })
    }
    for (const [table, column] of [
      ['users', 'id'],
      ['profiles', 'id'],
      ['sessions', 'user_id'],
      ['sign_in_methods', 'user_id'],
      ['mailed_links', 'user_id'],
      ['workspace_members', 'user_id'],
    ] as const)
      expect([table, await count(table, `${column} = '${person.id}'`)]).toEqual([table, 0])
    expect(await count('workspaces', `id = '${workspaceId}'`)).toBe(0)
    expect(await refusalOf(visit(app).client.accounts.signIn(person))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
    expect((await join(app, { email: person.email })).id).not.toBe(person.id)
  })

  it('removes the profile image later, without waiting for the storage', async () => {
    const busy = await createTestApp({ BILLING: 'off' }, { work: true })
    const person = await join(busy)
    const pictures = () => Array.fromAsync(busy.core.storage.list(avatarFolder(person.id)))
    await busy.core.storage.put(`${avatarFolder(person.id)}me.webp`, Buffer.from('x'), { contentType: 'image/webp' })
    await person.client.accounts.delete({ password: person.password, confirm: 'DELETE' })
    await vi.waitFor(async () => expect(await pictures()).toEqual([]), { timeout: 50_000, interval: 100 })
  })

  it('transfers a shared workspace and its billing to the longest-standing owner, otherwise member', async () => {
    const [leaving, newOwner, oldOwner, oldest] = await Promise.all([join(app), join(app), join(app), join(app)])
    const shared = await workspaceOf(leaving, 'Owners')
    await addMember(shared, newOwner.id, 'owner', 1)
    await addMember(shared, oldOwner.id, 'owner', 5)
    await addMember(shared, oldest.id, 'member', 9)
    const team = await workspaceOf(leaving, 'Members')
    await addMember(team, newOwner.id, 'member', 1)
    await addMember(team, oldest.id, 'member', 9)
    const guest = await workspaceOf(oldest, 'Guest')
    await addMember(guest, leaving.id, 'member', 1)

    await leaving.client.accounts.delete({ password: leaving.password, confirm: 'DELETE' })
    expect(await standing(shared)).toEqual({
      payer: oldOwner.id,
      members: [
        [oldest.id, 'member'],
        [oldOwner.id, 'owner'],
        [newOwner.id, 'owner'],
      ],
    })
    expect(await standing(team)).toEqual({
      payer: oldest.id,
      members: [
        [oldest.id, 'owner'],
        [newOwner.id, 'member'],
      ],
    })
    expect(await standing(guest)).toEqual({ payer: oldest.id, members: [[oldest.id, 'owner']] })
  })

  it('leaves no workspace without an owner when two owners leave at the same time', async () => {
    const [one, two] = await Promise.all([join(app), join(app)])
    const shared = await workspaceOf(one, 'Both leave')
    await addMember(shared, two.id, 'owner', 1)
    await Promise.all([one, two].map(({ client, password }) => client.accounts.delete({ confirm: 'DELETE', password })))
    expect(await count('workspaces', `id = '${shared}'`)).toBe(0)
    expect(await count('users', `id in ('${one.id}', '${two.id}')`)).toBe(0)
  })

  it('keeps everything when a workspace of the user cannot be removed', async () => {
    const person = await join(app)
    const workspaceId = await workspaceOf(person, 'Stays')
    app.core.events.within('workspace.deleted', async (_, event) => {
      if (event.workspace_id === workspaceId) throw new Error('a subscriber fails')
    })
    await expect(person.client.accounts.delete({ password: person.password, confirm: 'DELETE' })).rejects.toThrow()
    expect(await person.client.accounts.me()).toMatchObject({ email: person.email })
    expect(await count('workspaces', `id = '${workspaceId}'`)).toBe(1)
  })
})
