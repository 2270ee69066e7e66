import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { AppError } from '../../../../kernel/app-error.ts'
import { type HttpEnv, streamBody } from '../../../../platform/http/index.ts'
import { type Auth, requireSession } from '../../../accounts/server/index.ts'
import { authorizeMember, type WorkspaceServices } from '../../../workspaces/server/index.ts'
import { questionFilter } from '../../contract.ts'
import { exportQuestions } from './export-questions.ts'

// Every user who may read the inbox may export it, also after the trial has ended.
const READ_REQUIREMENT = { action: 'question.read', writes: false, duringPaywall: true } as const

/** Downloads of questions as a file, for the members of their workspace. */
export function createQuestionFiles({
  workspaces,
  auth,
}: {
  workspaces: WorkspaceServices
  auth: Auth
}): Hono<HttpEnv> {
  const downloadApp = new Hono<HttpEnv>()
  downloadApp.get('/files/workspaces/:id/questions.csv', async (httpContext) => {
    const signedIn = await requireSession(auth, httpContext.req.raw.headers)
    const workspaceContext = await authorizeMember(
      workspaces,
      { ...signedIn, workspaceId: httpContext.req.param('id') },
      READ_REQUIREMENT,
    )
    const parsedFilter = questionFilter.safeParse(httpContext.req.query())
    if (!parsedFilter.success) throw new AppError('invalid', 'invalid_filter', 'This filter is not known.')
    const currentDay = new Date().toISOString().slice(0, 10)
    const responseHeaders = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="questions-${currentDay}.csv"`,
      'cache-control': 'no-store',
    }
    return streamBody(httpContext, responseHeaders, () =>
      Readable.from(exportQuestions(workspaceContext, parsedFilter.data), { objectMode: false }),
    )
  })
  return downloadApp
}
