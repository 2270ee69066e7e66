// Texts that JSON can write and no database stores, in every text of every procedure, by both transports: half of a
// surrogate pair is refused, NUL is refused or dropped, and neither is a failure of the server.
import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { procedures } from './support/app/procedures.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import { samples } from './support/app/sample-inputs.ts'
import { putText, textPaths } from './support/app/text-paths.ts'

const HALF = 'Wool \ud83e'
const NUL = 'Wool \u0000'

const app = await createSampleApp()
const owner = await teamTenant(app, 'Owner')

/** Texts that the samples leave out. */
const MORE: Record<string, object> = {
  'accounts/signUp': { next: '/x', invitation: 'x' },
  'integrations/browse': { parent: 'x', cursor: 'x' },
  'integrations/update': { chosen: [{ id: 'x', title: 'x', kind: 'page' }] },
  'appearance/update': { expected: { name: 'x', widget_heading: 'x' } },
}

const inputsWith = (path: string, text: string) => {
  const sample = { ...samples(owner)[path], ...MORE[path] }
  return textPaths(sample).map((at) => ({ at: at.join('.'), input: putText(sample, at, text) as object }))
}

describe.each(procedures(contract).map((one) => [one.path, one] as const))('%s', (path, { route }) => {
  it('refuses an unpaired surrogate, and accepts NUL without failing', async () => {
    for (const { at, input } of inputsWith(path, HALF)) {
      const refused = await app.rpc(path, input, { cookie: owner.cookie, workspaceId: owner.workspaceId })
      expect([400, 401], `${at} by RPC`).toContain(refused.status)
      if (refused.status === 400 && at)
        expect(refused.body, at).toMatchObject({
          json: { data: { code: 'request.invalid', details: { fields: [{ path: at }] } } },
        })
      const writes = route.path !== undefined && route.method !== 'GET'
      if (writes && !route.path?.includes('{'))
        expect((await app.rest(route, input, owner.apiKey)).status, at).toBe(400)
    }
    for (const { at, input } of inputsWith(path, NUL)) {
      const answer = await app.rpc(path, input, { cookie: owner.cookie, workspaceId: owner.workspaceId })
      expect(answer.status, `${at} by RPC`).toBeLessThan(500)
    }
  })
})
