// A tenant that has one of everything: what the generated matrices of access call procedures with.
import { expect } from 'vitest'
import type { TeamTenant } from '../app/sample-inputs.ts'
import type { TestApp } from '../app/test-app.ts'
import { checkIds } from '../content/check-ids.ts'
import { gapIds } from '../content/gap-ids.ts'
import { suggestionId } from '../content/suggestion-ids.ts'
import { webhookIds } from '../content/webhook-ids.ts'
import { assistantRequest } from '../mcp/assistant-request.ts'

/** A new tenant with something of everything that a procedure can name. */
export async function teamTenant(app: TestApp, name: string): Promise<TeamTenant> {
  const tenant = await app.tenant(name)
  const { cookie, workspaceId } = tenant
  const id = async (sql: string) => ((await app.rows(sql)) as { id: string }[])[0]?.id ?? ''
  const inWorkspace = `where workspace_id = '${workspaceId}'`
  const member = await id(`select user_id as id from workspace_members ${inWorkspace} and role = 'member'`)
  await app.rows(
    `update profiles set has_free_access = true where id in (select user_id from workspace_members ${inWorkspace})`,
  )
  // A visitor who can be replied to.
  await app.rows(`update messages set visitor_email = 'visitor@example.test' ${inWorkspace}`)
  for (const [procedure, input] of [
    ['team/invitations/send', { email: `invited-${workspaceId}@example.com` }],
    ['team/transfers/offer', { id: member, kind: 'ownership' }],
  ] as const)
    expect(await app.rpc(procedure, input, { cookie, workspaceId })).toMatchObject({ status: 200 })
  const deleted = (await app.rpc('faqs/create', { question: 'Deleted?', answer: 'Yes.' }, { cookie, workspaceId }))
    .body as { json: { id: string } }
  const trashed = deleted.json.id
  expect(await app.rpc('faqs/delete', { id: trashed }, { cookie, workspaceId })).toMatchObject({ status: 200 })
  const invitation = await id(`select id from workspace_invitations ${inWorkspace}`)
  const transfer = await id(`select id from workspace_transfers ${inWorkspace}`)
  const gaps = await gapIds(app, workspaceId, tenant.ids.faq)
  // Each gets the digest, so that one can be asked for.
  await app.rows(
    `insert into digest_subscriptions (workspace_id, user_id, id, frequency)
     select workspace_id, user_id, gen_random_uuid(), 'weekly' from workspace_members ${inWorkspace}`,
  )
  const suggestion = await suggestionId(app, workspaceId)
  const checks = await checkIds(app, workspaceId, tenant.ids.faq, tenant.ids.question)
  const webhooks = await webhookIds(app, workspaceId)
  const connection = await assistantRequest(app)
  return {
    ...{ ...tenant, trashed, gaps, suggestion, checks, webhooks, connection },
    team: { member, invitation, transfer },
  }
}
