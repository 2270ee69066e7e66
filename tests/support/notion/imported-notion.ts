// A tenant with three pages of a Notion workspace imported.
import { expect } from 'vitest'
import { sealCredentials } from '../../../src/features/integrations/server/credentials.ts'
import { createTestApp, type TestApp } from '../app/test-app.ts'
import { integrationTenant } from '../content/integration-tenant.ts'
import { paragraph } from './notion-content.ts'
import type { NotionServer } from './notion-server.ts'

/** With `renewable` the token can be renewed, as after OAuth. */
export async function importedNotion(notion: NotionServer, { renewable = false } = {}) {
  const own = await createTestApp(notion.env)
  const tenant = await integrationTenant(own)
  const pages = {
    returns: notion.page('Returns', [paragraph('Blankets are returned within thirty days.')]),
    warranty: notion.page('Warranty', [paragraph('The warranty lasts eleven years.')]),
    repairs: notion.page('Repairs', [paragraph('Holes are darned for free.')]),
  }
  await tenant.call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
  const { id } = await tenant.integration()
  if (renewable) await renew(notion, own, tenant.owner.workspaceId, id)
  expect(await tenant.pass()).toMatchObject({ state: 'completed', added: 3, found: 3, done: 3 })
  notion.calls.length = 0
  return { ...tenant, app: own, id, pages }
}

/** As after OAuth: with a refresh token. */
async function renew(notion: NotionServer, app: TestApp, workspaceId: string, id: string): Promise<void> {
  const grant = notion.grant()
  const credentials = { accessToken: grant.access_token, refreshToken: grant.refresh_token, expiresAt: null }
  const sealed = sealCredentials(app.core.integrations.services, { workspaceId, id }, credentials)
  await app.rows(`update integrations set credentials = '${sealed}' where id = '${id}'`)
}
