// The audit log: written with the audited change, immutable, and readable by owners.
import { describe, expect, it } from 'vitest'
import { join } from '../../../../tests/support/accounts/account-client.ts'
import { newOwner, type Teammate, teammate } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { systemTransaction, workspaceTransaction } from '../../../platform/db/index.ts'
import { AUDIT_AREAS, AUDIT_PAGE_SIZE, type AuditEntry } from '../contract.ts'
import { recordAudit } from './audit-log.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>
type Page = { items: AuditEntry[]; next_cursor: string | null }

const app = await createTestApp({ BILLING: 'off' })

const read = (person: Teammate, input: object = {}) => person.call<Page>('workspaces/auditLog/list', input)
/** As `action subject`, newest first. */
const lines = async (person: Teammate, input: object = {}) =>
  (await read(person, input)).items.map(({ action, subject }) => `${action} ${subject}`.trim())
const newest = async (owner: Owner) => (await read(owner, { limit: 1 })).items[0]

describe('recorded actions', () => {
  it('include each changed setting, and only changes', async () => {
    const owner = await newOwner(app, 'Settled')
    const settings = { name: 'Resettled', contact_email: 'help@example.com', answer_tone: 'formal' }
    await owner.call('workspaces/settings/update', settings)
    await owner.call('workspaces/settings/update', settings)
    expect((await read(owner)).items).toMatchObject([
      {
        actor: { kind: 'person', id: owner.id, name: 'Ada Weaver' },
        action: 'workspace.settings_changed',
        details: {
          changes: [
            { field: 'name', from: 'Settled', to: 'Resettled' },
            { field: 'contact_email', from: '', to: 'help@example.com' },
            { field: 'answer_tone', from: 'friendly', to: 'formal' },
          ],
        },
      },
      { action: 'workspace.created', subject: 'Settled' },
    ])
  })

  it('include the public address, the widget and the domain', async () => {
    const owner = await newOwner(app, 'Placed')
    await owner.call('workspaces/changeSubdomain', { subdomain: 'placed-elsewhere' })
    expect(await newest(owner)).toMatchObject({ details: { from: 'placed', to: 'placed-elsewhere' } })
    await owner.call('workspaces/allowedOrigins/replace', { origins: ['shop.example'] })
    expect(await newest(owner)).toMatchObject({
      details: { changes: [{ field: 'origins', from: '', to: 'https://shop.example' }] },
    })
    await owner.call('appearance/update', { widget_heading: 'Ask us' })
    await owner.call('domains/set', { custom_domain: 'help.placed.example' })
    await owner.call('domains/remove')
    await owner.call('domains/remove')
    expect(await lines(owner, { area: 'settings' })).toEqual([
      'domain.removed help.placed.example',
      'domain.set help.placed.example',
      'widget.changed',
      'widget.origins_changed',
      'workspace.subdomain_changed',
      'workspace.created Placed',
    ])
  })

  it('include API keys by name, never the key itself', async () => {
    const owner = await newOwner(app, 'Keyed')
    const made = await owner.call<{ id: string; api_key: string }>('workspaces/apiKeys/create', {
      password: owner.password,
      name: 'Import',
    })
    await owner.call('workspaces/apiKeys/revoke', { id: made.id })
    expect(await lines(owner, { area: 'api_keys' })).toEqual(['api_key.revoked Import', 'api_key.created Import'])
    const [{ text }] = (await app.rows(
      `select string_agg(to_jsonb(a)::text, ' ') as text from audit_log a where workspace_id = '${owner.workspaceId}'`,
    )) as [{ text: string }]
    expect(text).not.toContain(made.api_key.slice(3, 10))
  })

  it('include bulk actions with their number, unless it is zero', async () => {
    const owner = await newOwner(app, 'Emptied')
    await owner.call('faqs/deleteAll')
    await owner.call('questions/deleteAll')
    await owner.call('faqs/create', { question: 'Q?', answer: 'A' })
    await owner.call('faqs/archiveAll')
    await owner.call('faqs/deleteAll')
    const { ids } = await owner.call<{ ids: string[] }>('knowledge/createTexts', {
      items: ['One', 'Two'].map((title) => ({ title, content: 'A text.' })),
    })
    await owner.call('knowledge/content/delete', { ids })
    expect((await read(owner, { area: 'content' })).items).toMatchObject([
      { action: 'source.selected_deleted', details: { count: 2 } },
      { action: 'faq.all_deleted', details: { count: 1 } },
      { action: 'faq.all_archived', details: { count: 1 } },
    ])
  })

  it('include the team, from invitations to removals and their consequences', async () => {
    const owner = await newOwner(app, 'Teamed')
    const colleague = await teammate(app, owner, 'owner')
    await colleague.call('workspaces/apiKeys/create', { password: colleague.password, name: 'Theirs' })
    await owner.call('team/members/changeRole', { id: colleague.id, role: 'member' })
    const revoked = (await read(owner, { area: 'api_keys' })).items[0]
    expect(revoked?.details.reason).toBe('Ada Weaver, who made it, is no longer an owner')
    await owner.call('team/transfers/offer', { id: colleague.id, kind: 'ownership' })
    await owner.call('team/members/remove', { id: colleague.id })
    const sent = await owner.call<{ id: string }>('team/invitations/send', { email: 'somebody@example.com' })
    await owner.call('team/invitations/resend', { id: sent.id })
    await owner.call('team/invitations/revoke', { id: sent.id })
    expect(await lines(owner, { area: 'team' })).toEqual([
      'invitation.revoked somebody@example.com',
      'invitation.resent somebody@example.com',
      'invitation.sent somebody@example.com',
      'member.removed Ada Weaver',
      'ownership.offered Ada Weaver',
      'member.role_changed Ada Weaver',
      'member.joined Ada Weaver',
      `invitation.sent ${colleague.email}`,
    ])
  })

  it('include the new owner of a workspace whose owner deleted the account', async () => {
    const owner = await newOwner(app, 'Inherited')
    const successor = await teammate(app, owner)
    await owner.client.accounts.delete({ password: owner.password, confirm: 'DELETE' })
    expect((await lines(successor)).slice(0, 3)).toEqual([
      'member.left Ada Weaver',
      'billing.transferred Inherited',
      'ownership.transferred Inherited',
    ])
    expect((await read(successor)).items[0]?.actor, 'by the name they had').toMatchObject({ name: 'Ada Weaver' })
  })

  it('exclude actions that failed', async () => {
    const owner = await newOwner(app, 'Undone')
    app.core.events.within('workspace.changed', async (_, event) => {
      if (event.workspace_id === owner.workspaceId) throw new Error('a subscriber fails')
    })
    await expect(owner.call('workspaces/settings/update', { name: 'Done' })).rejects.toThrow()
    expect(await lines(owner)).toEqual(['workspace.created Undone'])
  })
})

describe('audit log entries cannot be changed', () => {
  const statements = ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']

  it('by the database roles of the product or by the owner of the table', async () => {
    const { workspaceId } = await newOwner(app, 'Kept')
    const { db } = app.core
    for (const statement of statements) {
      await expect(systemTransaction(db, (transaction) => transaction.execute(statement))).rejects.toThrow()
      await expect(
        workspaceTransaction(db, { workspaceId, userId: null }, (transaction) => transaction.execute(statement)),
      ).rejects.toThrow()
      await expect(db.pool.query(statement)).rejects.toThrow('The audit log is only ever added to.')
    }
    expect(await app.rows(`select 1 from audit_log where workspace_id = '${workspaceId}'`)).toHaveLength(1)
  })

  it('until their workspace is deleted', async () => {
    const owner = await newOwner(app, 'Gone')
    await owner.call('workspaces/delete', { password: owner.password, confirm_name: 'Gone' })
    expect(await app.rows(`select 1 from audit_log where workspace_id = '${owner.workspaceId}'`)).toEqual([])
  })
})

describe('reading the audit log', () => {
  it('is paginated for owners, by area and by person', async () => {
    const owner = await newOwner(app, 'Paged')
    const second = await teammate(app, owner, 'owner')
    for (let index = 0; index < AUDIT_PAGE_SIZE; index++)
      await second.call('workspaces/apiKeys/create', { password: second.password, name: `Key ${index}`, scope: 'read' })
    const first = await read(owner)
    expect(first.items).toHaveLength(AUDIT_PAGE_SIZE)
    const rest = await read(owner, { cursor: first.next_cursor })
    expect(rest.next_cursor).toBeNull()
    const all = [...first.items, ...rest.items]
    expect(new Set(all.map(({ id }) => id)).size).toBe(AUDIT_PAGE_SIZE + 3)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(await lines(owner, { actor_id: owner.id })).toEqual([
      `invitation.sent ${second.email}`,
      'workspace.created Paged',
    ])
    expect(await lines(owner, { actor_id: second.id, area: 'team' })).toEqual(['member.joined Ada Weaver'])
    const { items: actors } = await owner.call<{ items: { id: string }[] }>('workspaces/auditLog/actors')
    expect(actors.map(({ id }) => id).sort()).toEqual([owner.id, second.id].sort())
  })

  it('shows every kind of entry in one area, with the product as the author of automatic actions', async () => {
    const owner = await newOwner(app, 'Everything')
    const { db } = app.core
    const kinds = Object.values(AUDIT_AREAS).flat()
    expect(new Set(kinds).size).toBe(kinds.length)
    await systemTransaction(db, (transaction) =>
      recordAudit(
        { tx: transaction, workspaceId: owner.workspaceId, actor: null, services: app.core.services },
        { action: 'domain.verified', subject: 'help.example.com' },
      ),
    )
    expect(await newest(owner)).toMatchObject({ actor: { kind: 'system', id: null, name: 'Answerloom' } })
  })

  it('is refused for others', async () => {
    const owner = await newOwner(app, 'Private')
    const colleague = await teammate(app, owner)
    await expect(read(colleague)).rejects.toMatchObject({ data: { code: 'workspace.owner_only' } })
    const stranger = await join(app)
    const answer = await app.rpc(
      'workspaces/auditLog/list',
      {},
      { cookie: stranger.cookie(), workspaceId: owner.workspaceId },
    )
    expect(answer.status).toBe(404)
  })
})
