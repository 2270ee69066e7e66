import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { type FileStorage, sendDownload } from '../../../platform/storage/index.ts'
import { type Auth, requireSession } from '../../accounts/server/index.ts'
import {
  authorizeMember,
  inTransaction,
  readPublished,
  visitorContext,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import { sendImage } from './images/send-image.ts'
import { documents } from './knowledge.table.ts'
import { readOriginal, readSourceImage } from './source-pages.ts'

// Every user who may see the extracted text may download the file, also after the trial has ended.
const DOWNLOAD_DEMAND = { action: 'source.read', writes: false, duringPaywall: true } as const
/** As long as a browser takes to follow a redirect, with room for a clock that is wrong. */
const SIGNED_SECONDS = 60

const IMAGE_NAME = /^(\d{1,4})\.webp$/
interface DocumentFiles {
  workspaces: WorkspaceServices
  auth: Auth
  storage: FileStorage
  /** Throws `rate_limited` for an address that downloads too much without being signed in. */
  limitDownloads: (address: string) => Promise<void>
}

/**
 * Uploaded documents as they were uploaded, for the members of their workspace, and for all where its owner offers them;
 * and the images that the pages of open sources show.
 */
export function createDocumentFiles({ workspaces, auth, storage, limitDownloads }: DocumentFiles): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/files/workspaces/:id/documents/:source', async (context) => {
    const userSession = await requireSession(auth, context.req.raw.headers)
    const memberContext = await authorizeMember(
      workspaces,
      { ...userSession, workspaceId: context.req.param('id') },
      DOWNLOAD_DEMAND,
    )
    const sourceId = context.req.param('source')
    if (!isId(sourceId)) throw notFound('source')
    const storedFile = await inTransaction(memberContext, async ({ tx, workspaceId }) => {
      const [row] = await tx
        .select({ key: documents.filePath, name: documents.name })
        .from(documents)
        .where(and(eq(documents.workspaceId, workspaceId), eq(documents.sourceId, sourceId)))
      return row
    })
    if (!storedFile) throw notFound('source')
    return sendDownload(context, storage, storedFile.key, { fileName: storedFile.name, seconds: SIGNED_SECONDS })
  })
  app.get('/files/workspaces/:id/originals/:slug', async (context) => {
    await limitDownloads(context.var.clientAddress)
    const publicContext = await visitorContext(workspaces, { workspace_id: context.req.param('id') })
    const storedFile =
      publicContext &&
      (await readPublished(publicContext, (transaction) => readOriginal(transaction, context.req.param('slug'))))
    if (!storedFile) throw notFound('source')
    return sendDownload(context, storage, storedFile.key, { fileName: storedFile.name, seconds: SIGNED_SECONDS })
  })
  app.get('/files/workspaces/:id/sources/:slug/images/:name', async (context) => {
    const { id, slug, name } = context.req.param()
    const imageNumber = Number(IMAGE_NAME.exec(name)?.[1] ?? Number.NaN)
    const publicContext = Number.isNaN(imageNumber) ? null : await visitorContext(workspaces, { workspace_id: id })
    const imageKey =
      publicContext &&
      (await readPublished(publicContext, (transaction) => readSourceImage(transaction, slug, imageNumber)))
    return sendImage(context, storage, imageKey)
  })
  return app
}
