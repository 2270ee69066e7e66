import type { StandardHandlerOptions } from '@orpc/server/standard'
import { contract } from '../contract.ts'
import { archiveContract } from '../features/archive/contract.ts'
import type { ProcedureMeta } from '../kernel/procedure.ts'
import type { RequestContext } from '../platform/rpc/index.ts'

/** A call of the contract. */
export interface Operation {
  meta: ProcedureMeta
  route: { method?: string | undefined; path?: string | undefined }
}

/** Runs around a call whose input has been read. */
export type CallInterceptor<Context extends RequestContext> = NonNullable<
  StandardHandlerOptions<Context>['clientInterceptors']
>[number]

export const operationOf = (procedure: object): Operation => (procedure as { '~orpc': unknown })['~orpc'] as Operation

function operationsIn(contractNode: object): Operation[] {
  return Object.values(contractNode).flatMap((childNode: object) =>
    '~orpc' in childNode ? [operationOf(childNode)] : operationsIn(childNode),
  )
}
const allOperations = operationsIn({ ...contract, archive: archiveContract })

/** The calls by method and path, such as `GET /faqs/{id}`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  allOperations.map((operation) => [`${operation.route.method} ${operation.route.path}`, operation]),
)

/** Calls that `Idempotency-Key` makes repeatable: those that create or trigger something. Others ignore it. */
export const acceptsIdempotencyKey = ({ meta, route }: Operation): boolean =>
  meta.access === 'workspace' && meta.writes === true && (route.method ?? 'POST') === 'POST'

const CONDITIONAL_PATHS = new Set(
  allOperations.flatMap(({ meta, route }) =>
    meta.conditional ? [meta.conditional === true ? route.path : meta.conditional] : [],
  ),
)

/** Reads of objects whose changes take `If-Match`. */
export const hasEntityTag = ({ route }: Operation): boolean =>
  route.method === 'GET' && route.path !== undefined && CONDITIONAL_PATHS.has(route.path)

/** Reads whose `ETag` names the whole representation, so that a client can keep it. */
export const isCacheable = (operation: Operation): boolean =>
  hasEntityTag(operation) && operation.meta.untagged === undefined
