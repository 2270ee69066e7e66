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
const REASON = 300

/** Everyone else gets a 404. */
const hidden = (): AppError => new AppError('not_found', 'route.not_found', 'There is nothing at this address.')

/** A reason may repeat addresses and secrets; it is cut as lines of the log are. */
const withoutNames = <T extends { message: string }>(failure: T): T => ({
  ...failure,
  message: redactLine(failure.message).slice(0, REASON),
})

/** `/ops`, for operators: the account that OPERATOR_EMAIL names, and those that it lets in. */
export function createOperatorPages(core: Core): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const { config, db, jobs } = core
  const startedAt = new Date(Date.now() - process.uptime() * 1000)

  async function operatorsFor(context: Context<HttpEnv>): Promise<Operator[]> {
    const session = await sessionOf(core.accounts.auth, context.req.raw.headers)
    if (!config.operatorEmail || !session) throw hidden()
    const operators = await listOperators(db, { email: config.operatorEmail, local: config.local })
    if (!operators.some(({ id }) => id === session.userId)) throw hidden()
    return operators
  }

  async function show(context: Context<HttpEnv>, operators: Operator[], problem: string | null) {
    const [parts, overview, costs] = await Promise.all([tryProbes(core.probes), jobs.overview(), workspaceCosts(db)])
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
        problem,
      },
      { https: config.appUrl.protocol === 'https:' },
    )
    return context.body(html, problem ? 400 : 200, headers)
  }

  app.use('/ops/*', refuseCrossSite(config.appUrl))
  app.get('/ops', async (context) => show(context, await operatorsFor(context), null))
  app.post('/ops/operators/add', async (context) => {
    const operators = await operatorsFor(context)
    const email = (await formBody(context)).get('email')
    try {
      await addOperator(db, String(email ?? ''), config.local)
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return show(context, operators, error.message)
      throw error
    }
    return context.redirect('/ops', 303)
  })
  app.post('/ops/operators/remove', async (context) => {
    await operatorsFor(context)
    const id = (await formBody(context)).get('id')
    if (typeof id === 'string' && isId(id)) await removeOperator(db, id)
    return context.redirect('/ops', 303)
  })
  return app
}
