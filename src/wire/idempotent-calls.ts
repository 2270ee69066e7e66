import {
  type Guards,
  type IdempotencyServices,
  parseIdempotencyKey,
  runOnce,
} from '../features/workspaces/server/index.ts'
import type { RequestContext } from '../platform/rpc/index.ts'
import { acceptsIdempotencyKey, type CallInterceptor, operationOf } from './operations.ts'

const IDEMPOTENCY_KEY = 'idempotency-key'
const REPLAYED = 'idempotency-replayed'

/** Executes a call with an `Idempotency-Key` once, and replays its response afterwards. */
export const callOnce =
  <Context extends RequestContext & { report(error: unknown): void }>(
    authorize: Guards['authorizeCaller'],
    services: Omit<IdempotencyServices, 'report'>,
  ): CallInterceptor<Context> =>
  async ({ context, input, path, procedure, next }) => {
    const operation = operationOf(procedure)
    const idempotencyKey = acceptsIdempotencyKey(operation)
      ? parseIdempotencyKey(context.headers.get(IDEMPOTENCY_KEY))
      : null
    if (idempotencyKey === null) return next()
    const workspace = await authorize(operation.meta, context)
    if (!workspace) return next()
    const idempotentRequest = { key: idempotencyKey, call: path.join('/'), input, work: async () => next() }
    const { output, isReplayed } = await runOnce(workspace, { ...services, report: context.report }, idempotentRequest)
    if (isReplayed) context.responseHeaders.set(REPLAYED, 'true')
    return output
  }
