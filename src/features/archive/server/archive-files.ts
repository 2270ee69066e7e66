import { Hono } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { type Auth, requireSession } from '../../accounts/server/index.ts'
import { authorizeMember, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { sendArchive } from './send-archive.ts'

export interface ArchiveServices {
  workspaces: WorkspaceServices
  auth: Auth
  storage: FileStorage
}

const EXPORT_ACCESS = { action: 'workspace.export', writes: false, duringPaywall: true } as const

/** Downloads of whole workspaces, for their owners; also when the trial has ended. One at a time for a workspace. */
export function createArchiveFiles({ workspaces, auth, storage }: ArchiveServices): Hono<HttpEnv> {
  const archiveApp = new Hono<HttpEnv>()
  archiveApp.get('/files/workspaces/:id/export.zip', async (context) => {
    const signedIn = await requireSession(auth, context.req.raw.headers)
    const exportOwner = { ...signedIn, workspaceId: context.req.param('id') }
    return sendArchive(context, await authorizeMember(workspaces, exportOwner, EXPORT_ACCESS), storage)
  })
  return archiveApp
}
