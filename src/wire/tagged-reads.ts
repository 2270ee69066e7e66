import { entityTag, isKnownTag } from '../features/workspaces/server/index.ts'
import type { RequestContext } from '../platform/rpc/index.ts'
import { type CallInterceptor, hasEntityTag, isCacheable, operationOf } from './operations.ts'

const CACHEABLE = 'private, no-cache'

/** Adds the `ETag` to reads of objects whose changes take `If-Match`. */
export const tagRead: CallInterceptor<RequestContext> = async ({ context, procedure, next }) => {
  const callOutput = await next()
  const operation = operationOf(procedure)
  if (hasEntityTag(operation)) context.responseHeaders.set('etag', entityTag(callOutput, operation.meta.untagged))
  // The client may keep it, and asks each time if it is still right.
  if (isCacheable(operation)) context.responseHeaders.set('cache-control', CACHEABLE)
  return callOutput
}

/** True when the client has this response already, by its `If-None-Match`. */
export function isUnchanged(requestHeaders: Headers, statusCode: number, responseHeaders: Headers): boolean {
  const knownTag = requestHeaders.get('if-none-match')
  const entityTag = responseHeaders.get('etag')
  if (
    statusCode !== 200 ||
    knownTag === null ||
    entityTag === null ||
    responseHeaders.get('cache-control') !== CACHEABLE
  )
    return false
  return isKnownTag(knownTag, entityTag)
}
