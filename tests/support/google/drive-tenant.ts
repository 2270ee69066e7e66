// A workspace owner who has connected Google Drive.
import { sealCredentials } from '../../../src/features/integrations/server/credentials.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { createTestApp } from '../app/test-app.ts'
import { integrationTenant } from '../content/integration-tenant.ts'
import type { DriveServer, StoredFile } from './drive-server.ts'

/** A tenant of an app of their own, connected, with nothing chosen yet. */
export async function driveTenant(drive: DriveServer) {
  const app = await createTestApp(drive.env)
  const owner = await app.tenant('Woven')
  const tenant = await integrationTenant(app, owner, 'google-drive')
  const id = newId()
  const { workspaceId } = owner
  const sealed = sealCredentials(app.core.integrations.services, { workspaceId, id }, drive.grant())
  await app.rows(
    `insert into integrations (workspace_id, id, type, account_name, credentials)
     values ('${workspaceId}', '${id}', 'google-drive', 'grace@woven.example', '${sealed}')`,
  )
  const choose = (...chosen: StoredFile[]) =>
    tenant.call('integrations/update', {
      id,
      chosen: chosen.map((one) => ({ id: one.id, title: one.name, kind: 'folder' })),
    })
  const only = async (...chosen: StoredFile[]) => {
    await choose(...chosen)
    return tenant.pass()
  }
  const textOf = async (title: string) => tenant.text((await tenant.ledger()).get(title)?.id ?? '')
  return { ...tenant, app, id, choose, only, textOf }
}
