import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { type HttpEnv, streamBody } from '../../../platform/http/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { type Auth, requireSession } from '../../accounts/server/index.ts'
import { authorizeMember, inTransaction, recordAudit, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { archiveOf } from './archive.ts'

export interface ArchiveServices {
  workspaces: WorkspaceServices
  auth: Auth
  storage: FileStorage
}

const DEMAND = { action: 'workspace.export', writes: false, duringPaywall: true } as const

/** Downloads of whole workspaces, for their owners; also when the trial has ended. One at a time for a workspace. */
export function createArchiveFiles({ workspaces, auth, storage }: ArchiveServices): Hono<HttpEnv> {
  const running = new Set<string>()
  const app = new Hono<HttpEnv>()
  app.get('/files/workspaces/:id/export.zip', async (context) => {
    const signedIn = await requireSession(auth, context.req.raw.headers)
    const workspaceId = context.req.param('id')
    const ctx = await authorizeMember(workspaces, { ...signedIn, workspaceId }, DEMAND)
    if (running.has(workspaceId))
      throw new AppError(
        'conflict',
        'archive.running',
        'This workspace is being exported already. Wait until it is done.',
      )
    const day = new Date().toISOString().slice(0, 10)
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="answerloom-${day}.zip"`,
      'cache-control': 'no-store',
    }
    return streamBody(context, headers, async () => {
      running.add(workspaceId)
      const release = () => running.delete(workspaceId)
      try {
        await inTransaction(ctx, (transaction) => recordAudit(transaction, { action: 'workspace.exported' }))
      } catch (error) {
        release()
        throw error
      }
      return Readable.from(archiveOf(ctx, storage), { objectMode: false }).once('close', release)
    })
  })
  return app
}
