import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { type HttpEnv, streamBody } from '../../../platform/http/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { archiveOf } from './archive.ts'

/** Workspaces that this process is exporting: one archive at a time, for members and API keys together. */
const runningExports = new Set<string>()

/** Answers with everything a workspace holds. Throws conflict `archive.running`. */
export async function sendArchive(
  httpContext: Context<HttpEnv>,
  context: WorkspaceContext,
  fileStorage: FileStorage,
): Promise<Response> {
  const { workspaceId } = context
  if (runningExports.has(workspaceId))
    throw new AppError(
      'conflict',
      'archive.running',
      'This workspace is being exported already. Wait until it is done.',
    )
  const exportDay = new Date().toISOString().slice(0, 10)
  const archiveHeaders = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="answerloom-${exportDay}.zip"`,
    'cache-control': 'no-store',
  }
  return streamBody(httpContext, archiveHeaders, async () => {
    runningExports.add(workspaceId)
    const releaseExport = () => runningExports.delete(workspaceId)
    try {
      await inTransaction(context, (transaction) => recordAudit(transaction, { action: 'workspace.exported' }))
    } catch (error) {
      releaseExport()
      throw error
    }
    return Readable.from(archiveOf(context, fileStorage), { objectMode: false }).once('close', releaseExport)
  })
}
