import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { AppError } from '../../../../kernel/app-error.ts'
import { type HttpEnv, streamBody } from '../../../../platform/http/index.ts'
import { type Auth, requireSession } from '../../../accounts/server/index.ts'
import { authorizeMember, type WorkspaceServices } from '../../../workspaces/server/index.ts'
import { questionFilter } from '../../contract.ts'
import { exportQuestions } from './export-questions.ts'

// Every user who may read the inbox may export it, also after the trial has ended.
const DEMAND = { action: 'question.read', writes: false, duringPaywall: true } as const

/** Downloads of questions as a file, for the members of their workspace. */
export function createQuestionFiles({
  workspaces,
  auth,
}: {
  workspaces: WorkspaceServices
  auth: Auth
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/files/workspaces/:id/questions.csv', async (context) => {
    const signedIn = await requireSession(auth, context.req.raw.headers)
    const ctx = await authorizeMember(workspaces, { ...signedIn, workspaceId: context.req.param('id') }, DEMAND)
    const filter = questionFilter.safeParse(context.req.query())
    if (!filter.success) throw new AppError('invalid', 'invalid_filter', 'This filter is not known.')
    const day = new Date().toISOString().slice(0, 10)
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="questions-${day}.csv"`,
      'cache-control': 'no-store',
    }
    return streamBody(context, headers, () => Readable.from(exportQuestions(ctx, filter.data), { objectMode: false }))
  })
  return app
}
