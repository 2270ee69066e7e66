import { type Context, Hono } from 'hono'
import { sessionOf } from '../features/accounts/server/index.ts'
import {
  addOperator,
  listOperators,
  type Operator,
  opsPage,
  removeOperator,
  tryProbes,
  workspaceCosts,
} from '../features/operations/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { formBody, type HttpEnv, refuseCrossSite } from '../platform/http/index.ts'
import { redactLine } from '../platform/log/index.ts'
import type { Core } from './core.ts'
import { VERSION } from './version.ts'

/** Characters of a failure's reason. */
const MAX_REASON = 300

/** Everyone else gets a 404. */
const hiddenError = (): AppError => new AppError('not_found', 'route.not_found', 'There is nothing at this address.')

/** A reason may repeat addresses and secrets; it is cut as lines of the log are. */
const withoutNames = <T extends { message: string }>(jobFailure: T): T => ({
  ...jobFailure,
  message: redactLine(jobFailure.message).slice(0, MAX_REASON),
})

/** `/ops`, for operators: the account that OPERATOR_EMAIL names, and those that it lets in. */
export function createOperatorPages(applicationCore: Core): Hono<HttpEnv> {
  const operatorApp = new Hono<HttpEnv>()
  const { config, db, jobs } = applicationCore
  const startedAt = new Date(Date.now() - process.uptime() * 1000)

  async function operatorsFor(context: Context<HttpEnv>): Promise<Operator[]> {
    const userSession = await sessionOf(applicationCore.accounts.auth, context.req.raw.headers)
    if (!config.operatorEmail || !userSession) throw hiddenError()
    const operators = await listOperators(db, { email: config.operatorEmail, local: config.local })
    if (!operators.some(({ id }) => id === userSession.userId)) throw hiddenError()
    return operators
  }

  async function showPage(context: Context<HttpEnv>, operators: Operator[], problemText: string | null) {
    const [parts, overview, costs] = await Promise.all([
      tryProbes(applicationCore.probes),
      jobs.overview(),
      workspaceCosts(db),
    ])
    const { html, headers } = opsPage(
      {
        version: VERSION,
        database: `${db.kind === 'pglite' ? 'embedded PostgreSQL' : 'PostgreSQL'} ${db.serverVersion}`,
        startedAt,
        parts,
        overview: { ...overview, failures: overview.failures.map(withoutNames) },
        slow: db.watch.slow().slice(0, 30),
        costs,
        operators,
        problem: problemText,
      },
      { https: config.appUrl.protocol === 'https:' },
    )
    return context.body(html, problemText ? 400 : 200, headers)
  }

  operatorApp.use('/ops/*', refuseCrossSite(config.appUrl))
  operatorApp.get('/ops', async (context) => showPage(context, await operatorsFor(context), null))
  operatorApp.post('/ops/operators/add', async (context) => {
    const operators = await operatorsFor(context)
    const operatorEmail = (await formBody(context)).get('email')
    try {
      await addOperator(db, String(operatorEmail ?? ''), config.local)
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return showPage(context, operators, error.message)
      throw error
    }
    return context.redirect('/ops', 303)
  })
  operatorApp.post('/ops/operators/remove', async (context) => {
    await operatorsFor(context)
    const operatorId = (await formBody(context)).get('id')
    if (typeof operatorId === 'string' && isId(operatorId)) await removeOperator(db, operatorId)
    return context.redirect('/ops', 303)
  })
  return operatorApp
}
