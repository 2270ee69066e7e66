import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { AppError } from '../../../../kernel/app-error.ts'
import { type HttpEnv, streamBody } from '../../../../platform/http/index.ts'
import { type Auth, requireSession } from '../../../accounts/server/index.ts'
import { authorizeMember, type WorkspaceServices } from '../../../workspaces/server/index.ts'
import { EXPORT_FORMATS, exportFilter } from '../../contract.ts'
import { FILE_WRITERS } from '../../domain/transfer/write-file.ts'
import { exportFaqs } from './export-faqs.ts'

// Every user who may read the FAQs may export them, also after the trial has ended.
const REQUIRED_ACCESS = { action: 'faq.read', writes: false, duringPaywall: true } as const

/** Downloads of FAQs as files, for the members of their workspace. */
export function createFaqFiles({
  workspaces,
  auth,
  appUrl,
}: {
  workspaces: WorkspaceServices
  auth: Auth
  appUrl: URL
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  for (const exportFormat of EXPORT_FORMATS) {
    app.get(`/files/workspaces/:id/faqs.${exportFormat}`, async (context) => {
      const signedIn = await requireSession(auth, context.req.raw.headers)
      const workspaceContext = await authorizeMember(
        workspaces,
        { ...signedIn, workspaceId: context.req.param('id') ?? '' },
        REQUIRED_ACCESS,
      )
      const parsedFilter = exportFilter.safeParse(context.req.query())
      if (!parsedFilter.success) throw new AppError('invalid', 'invalid_filter', 'This filter is not known.')
      const exportDay = new Date().toISOString().slice(0, 10)
      const fileHeaders = {
        'content-type': FILE_WRITERS[exportFormat].contentType,
        'content-disposition': `attachment; filename="faqs-${exportDay}.${exportFormat}"`,
        'cache-control': 'no-store',
      }
      return streamBody(context, fileHeaders, () =>
        Readable.from(exportFaqs(workspaceContext, exportFormat, parsedFilter.data, appUrl.origin), {
          objectMode: false,
        }),
      )
    })
  }
  return app
}
