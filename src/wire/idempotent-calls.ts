import type { StandardHandlerOptions } from '@orpc/server/standard'
import {
  type Guards,
  type IdempotencyServices,
  parseIdempotencyKey,
  runOnce,
} from '../features/workspaces/server/index.ts'
import type { ProcedureMeta } from '../kernel/procedure.ts'
import type { RequestContext } from '../platform/rpc/index.ts'

export const IDEMPOTENCY_KEY = 'idempotency-key'
const REPLAYED = 'idempotency-replayed'

/** A call of the contract. */
export interface Operation {
  meta: ProcedureMeta
  route: { method?: string | undefined; path?: string | undefined }
}

/** Calls that `Idempotency-Key` makes repeatable: those that create or trigger something. Others ignore it. */
export const acceptsIdempotencyKey = ({ meta, route }: Operation): boolean =>
  meta.access === 'workspace' && meta.writes === true && (route.method ?? 'POST') === 'POST'

type Interceptor<Context extends RequestContext> = NonNullable<
  StandardHandlerOptions<Context & { report(error: unknown): void }>['clientInterceptors']
>[number]

/** Executes a call with an `Idempotency-Key` once, and replays its response afterwards. */
export const callOnce =
  <Context extends RequestContext>(
    authorize: Guards['authorizeCaller'],
    services: Omit<IdempotencyServices, 'report'>,
  ): Interceptor<Context> =>
  async ({ context, input, path, procedure, next }) => {
    const operation = procedure['~orpc'] as unknown as Operation
    const key = acceptsIdempotencyKey(operation) ? parseIdempotencyKey(context.headers.get(IDEMPOTENCY_KEY)) : null
    if (key === null) return next()
    const workspace = await authorize(operation.meta, context)
    if (!workspace) return next()
    const request = { key, call: path.join('/'), input, work: async () => next() }
    const { output, isReplayed } = await runOnce(workspace, { ...services, report: context.report }, request)
    if (isReplayed) context.responseHeaders.set(REPLAYED, 'true')
    return output
  }
