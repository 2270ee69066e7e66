// Every call of the product once: procedures, REST routes, visitor endpoints, files, and links in emails.
import { expect } from 'vitest'
import { contract } from '../../../src/contract.ts'
import { createPublicApi, createVisitorTokens } from '../../../src/features/answering/server/index.ts'
import { createArchiveFiles } from '../../../src/features/archive/server/index.ts'
import { endDigest } from '../../../src/features/digest/server/digest-settings.ts'
import { createDomainDirectory } from '../../../src/features/domains/server/index.ts'
import { createFaqFiles } from '../../../src/features/faqs/server/index.ts'
import { createDocumentFiles } from '../../../src/features/knowledge/server/index.ts'
import { createQuestionFiles } from '../../../src/features/questions/server/index.ts'
import { invitationAddress } from '../../../src/features/team/server/invitation-link.ts'
import { recordWidgetPages } from '../../../src/features/visitors/server/index.ts'
import { ACTIONS, type Action } from '../../../src/features/workspaces/contract.ts'
import { jobContext } from '../../../src/features/workspaces/server/index.ts'
import { createLimits } from '../../../src/wire/limits.ts'
import { loadPublicPage } from '../../../src/wire/public-pages.ts'
import { loadFrame } from '../../../src/wire/widget-frames.ts'
import { teamTenant } from '../accounts/team-tenant.ts'
import { withBodies } from '../network/with-bodies.ts'
import { procedures } from './procedures.ts'
import { samples, type TeamTenant } from './sample-inputs.ts'
import type { TestApp } from './test-app.ts'

/** Names what the following statements belong to; null for the test's own work. */
type During = (name: string | null) => void

/** Calls every procedure and every REST route once, and everything that visitors and links reach. */
export async function callEverything(app: TestApp, during: During): Promise<void> {
  await callProcedures(app, during)
  const tenant = await freshTenant(app, during)
  await callAsVisitor(app, during, tenant)
  await callFiles(app, during, tenant)
  await callWithLinks(app, during, tenant)
  during(null)
}

async function freshTenant(app: TestApp, during: During): Promise<TeamTenant> {
  during(null)
  return teamTenant(app, 'Fresh')
}

/** Calls each procedure; a tenant whose objects an earlier call deleted is replaced. */
async function callProcedures(app: TestApp, during: During): Promise<void> {
  let tenant = await freshTenant(app, during)
  const call = async (name: string, send: () => Promise<{ status: number }>, inWorkspace: boolean): Promise<void> => {
    during(name)
    // A route that takes a file refuses the JSON of its sample, after it has looked up the key.
    const isRefused = ({ status }: { status: number }) =>
      inWorkspace ? status >= 300 && status !== 400 : status === 401
    if (!isRefused(await send())) return
    tenant = await freshTenant(app, during)
    during(name)
    expect({ name, isRefused: isRefused(await send()) }).toEqual({ name, isRefused: false })
  }
  for (const { path, meta, route } of procedures(contract)) {
    const inWorkspace = meta.access === 'workspace'
    const allowsMember = inWorkspace && ACTIONS[meta.action as Action].some((role) => role === 'member')
    const input = () => samples(tenant)[path] ?? {}
    const rpc = () =>
      app.rpc(path, input(), {
        cookie: allowsMember ? tenant.memberCookie : tenant.cookie,
        workspaceId: tenant.workspaceId,
      })
    await call(path, rpc, inWorkspace)
    if (route.path) await call(`${route.method} ${route.path}`, () => app.rest(route, input(), tenant.apiKey), true)
  }
}

async function callAsVisitor(app: TestApp, during: During, tenant: TeamTenant): Promise<void> {
  const { core } = app
  const api = withBodies(
    createPublicApi({
      workspaces: core.services,
      answering: core.answering,
      limits: createLimits(core).visitors,
      visitorTokens: createVisitorTokens(core.config.secretKeys),
    }),
  )
  const send = async (path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> => {
    during(path)
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await api.request(`/api/public/${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    expect({ path, status: response.status, text }).toMatchObject({ status: expect.toSatisfy((is) => is < 300) })
    return text.startsWith('{') ? JSON.parse(text) : null
  }
  const workspace_id = tenant.workspaceId
  const { subdomain } = (await app.rows(`select subdomain from workspaces where id = '${workspace_id}'`))[0] as {
    subdomain: string
  }
  const question = `What is there about ${tenant.name}?`
  const { message_id, conversation_id } = (await send('ask', { subdomain, question })) as Record<string, string>
  await send('ask', { workspace_id, question: 'And more?', conversation_id }, { accept: 'text/event-stream' })
  await send(`search?subdomain=${subdomain}&q=answer`)
  await send(`search?workspace_id=${workspace_id}&q=answ&prefix=1`)
  for (const vote of ['up', 'down', null]) await send('feedback', { message_id, vote })
  const email = 'visitor@example.test'
  await send('handoff', { message_id, email })
  await send('handoff', { workspace_id, question, conversation_id, email })
  await send('handoff', { workspace_id, question: 'Is anybody there?', email })
  await send(`workspaces/${subdomain}`)
  await send(`workspaces/${subdomain}/faqs`)
  during('the public page')
  expect(await loadPublicPage(core.services, subdomain)).not.toBeNull()
  expect(await loadPublicPage(core.services, 'no-such-workspace')).toBeNull()
  during('the public page on a domain of its own')
  expect(await createDomainDirectory(core.services, core.config).find('help.woven.example')).toBeNull()
  during('the widget')
  expect(await loadFrame(core.services, { workspace_id })).not.toBeNull()
  await recordWidgetPages(jobContext(core.services, workspace_id), new Map([['https://shop.example/', new Date()]]))
}

async function callFiles(app: TestApp, during: During, tenant: TeamTenant): Promise<void> {
  const { services: workspaces, accounts, storage } = app.core
  const files = createArchiveFiles({ workspaces, auth: accounts.auth, storage })
    .route('/', createFaqFiles({ workspaces, auth: accounts.auth, appUrl: app.core.config.appUrl }))
    .route('/', createQuestionFiles({ workspaces, auth: accounts.auth }))
    .route('/', createDocumentFiles({ workspaces, auth: accounts.auth, storage, limitDownloads: async () => {} }))
  const of = `/files/workspaces/${tenant.workspaceId}`
  for (const path of ['/export.zip', '/faqs.csv', '/questions.csv', `/documents/${tenant.ids.document}`]) {
    during(path)
    const response = await files.request(of + path, { headers: { cookie: tenant.cookie } })
    expect([path, response.status]).toEqual([path, 200])
    await response.arrayBuffer()
  }
}

/** Statements that look a workspace up by something other than its id. */
async function callWithLinks(app: TestApp, during: During, tenant: TeamTenant): Promise<void> {
  const { appUrl, secretKeys } = app.core.config
  const [secretKey = ''] = secretKeys
  during(null)
  const onTrial = await app.tenant('Trial')
  during('a second workspace on the trial')
  const refused = await app.rpc(
    'workspaces/create',
    { name: 'Second', website_url: 'https://second.invalid' },
    { cookie: onTrial.cookie },
  )
  expect(refused.status).toBe(402)
  const token = new URL(invitationAddress({ appUrl, secretKey }, tenant.team.invitation)).searchParams.get('token')
  for (const name of ['read', 'accept']) {
    during(`an invitation: ${name}`)
    const answer = await app.rpc(`team/invitation/${name}`, { token }, { cookie: onTrial.cookie })
    expect([name, answer.status]).toEqual([name, name === 'read' ? 200 : 403])
  }
  during(null)
  const [digest] = await app.rows(`select id from digest_subscriptions where workspace_id = '${tenant.workspaceId}'`)
  during('the end of a digest')
  expect(await endDigest(app.core.db, (digest as { id: string }).id)).toBe(tenant.name)
}
