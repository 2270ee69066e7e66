// Asking for a person sends a mail: many addresses together may not fill a team's mailbox, nor keep other teams from
// being reached.
import { expect, it } from 'vitest'
import { createPublicApi, createVisitorTokens } from '../src/features/answering/server/index.ts'
import { encodeMessageReference } from '../src/features/questions/server/index.ts'
import { asAppError } from '../src/platform/rpc/index.ts'
import { createLimits, LIMIT_RULES } from '../src/wire/limits.ts'
import { createTestApp, type Tenant } from './support/app/test-app.ts'
import { withBodies } from './support/network/with-bodies.ts'

it('requests for a person are limited per workspace and hour, from any number of visitors', async () => {
  const app = await createTestApp({ RATE_LIMITS: 'on' })
  const limits = createLimits(app.core).visitors
  const [mine, other] = [await app.tenant('Flooded'), await app.tenant('Beside')]
  let people = 0
  const routes = createPublicApi({
    workspaces: app.core.services,
    answering: app.core.answering,
    // Everybody has an address of their own.
    limits: { ...limits, handoff: () => limits.handoff(`192.0.2.${people++}`) },
    visitorTokens: createVisitorTokens(app.core.config.secretKeys),
  })
  const api = withBodies(routes).onError((error, context) =>
    context.text(asAppError(error)?.code ?? String(error), (asAppError(error)?.status ?? 500) as 429),
  )
  const ask = (tenant: Tenant) =>
    api.request('/api/public/handoff', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message_id: encodeMessageReference({ workspaceId: tenant.workspaceId, messageId: tenant.ids.question }),
        email: 'visitor@example.test',
      }),
    })
  for (let index = 1; index < LIMIT_RULES.handoff_workspace.points; index++) await limits.handoffTo(mine.workspaceId)
  expect((await ask(mine)).status).toBe(202)
  const refused = await ask(mine)
  expect([refused.status, await refused.text()]).toEqual([429, 'rate_limited'])
  expect((await ask(other)).status).toBe(202)
})
