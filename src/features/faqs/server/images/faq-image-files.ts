import { and, eq, like, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { AppError } from '../../../../kernel/app-error.ts'
import { IMAGE_PATH, ownImage } from '../../../../kernel/markup.ts'
import type { HttpEnv } from '../../../../platform/http/index.ts'
import type { FileStorage } from '../../../../platform/storage/index.ts'
import { type Auth, requireSession } from '../../../accounts/server/index.ts'
import { sendImage } from '../../../knowledge/server/index.ts'
import {
  authorizeMember,
  inTransaction,
  visitorContext,
  type WorkspaceContext,
  type WorkspaceServices,
} from '../../../workspaces/server/index.ts'
import { faqs } from '../faqs.table.ts'
import { faqImages } from './faq-images.table.ts'
import { answerImageFolder } from './upload-image.ts'

interface FaqImageFiles {
  workspaces: WorkspaceServices
  auth: Auth
  storage: FileStorage
}

// Members see the images of drafts, also after the trial has ended.
const REQUIRED_ACCESS = { action: 'faq.read', writes: false, duringPaywall: true } as const
/** Websites that show answers with our components show their images. */
const IMAGE_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' }

/** True if a published answer shows the image. The first condition is that of the index `faqs_with_images`. */
const isPublished = (context: WorkspaceContext, imagePath: string): Promise<boolean> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const publishedRows = await tx
      .select({ id: faqs.id })
      .from(faqs)
      .where(
        and(
          like(faqs.answer, sql.raw(`'%${IMAGE_PATH}%'`)),
          eq(faqs.status, sql.raw(`'published'`)),
          eq(faqs.workspaceId, workspaceId),
          sql`position(${imagePath} in ${faqs.answer}) > 0`,
        ),
      )
      .limit(1)
    return publishedRows.length > 0
  })

/** The images of answers: for everyone if a published FAQ shows them, otherwise for the members of the workspace. */
export function createFaqImageFiles({ workspaces, auth, storage }: FaqImageFiles): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  /** True if the requester is signed in as a member of the workspace, and the image is one of its own. */
  async function isOfMember(requestHeaders: Headers, workspaceId: string, imageName: string): Promise<boolean> {
    try {
      const context = await authorizeMember(
        workspaces,
        { ...(await requireSession(auth, requestHeaders)), workspaceId },
        REQUIRED_ACCESS,
      )
      const imageRows = await inTransaction(context, ({ tx }) =>
        tx
          .select({ name: faqImages.name })
          .from(faqImages)
          .where(and(eq(faqImages.workspaceId, workspaceId), eq(faqImages.name, imageName))),
      )
      return imageRows.length > 0
    } catch (error) {
      // The response does not say whether there is such an image.
      if (error instanceof AppError && error.kind !== 'unavailable') return false
      throw error
    }
  }

  app.get('/files/images/:workspace/:name', async (context) => {
    const { workspace, name } = context.req.param()
    const imagePath = `${IMAGE_PATH}${workspace}/${name}`
    const visitorScope = ownImage(imagePath) && (await visitorContext(workspaces, { workspace_id: workspace }))
    const mayBeShown =
      visitorScope &&
      ((await isPublished(visitorScope, imagePath)) || (await isOfMember(context.req.raw.headers, workspace, name)))
    return sendImage(context, storage, mayBeShown ? `${answerImageFolder(workspace)}${name}` : null, IMAGE_HEADERS)
  })
  return app
}
