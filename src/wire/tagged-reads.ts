import { entityTag, isKnownTag } from '../features/workspaces/server/index.ts'
import type { RequestContext } from '../platform/rpc/index.ts'
import { type CallInterceptor, hasEntityTag, operationOf } from './operations.ts'

/** Adds the `ETag` to reads of objects whose changes take `If-Match`. */
export const tagRead: CallInterceptor<RequestContext> = async ({ context, procedure, next }) => {
  const output = await next()
  if (hasEntityTag(operationOf(procedure))) {
    context.responseHeaders.set('etag', entityTag(output))
    // The client may keep it, and asks each time if it is still right.
    context.responseHeaders.set('cache-control', 'private, no-cache')
  }
  return output
}

/** True when the client has this response already, by its `If-None-Match`. */
export function isUnchanged(request: Headers, status: number, response: Headers): boolean {
  const known = request.get('if-none-match')
  const tag = response.get('etag')
  return status === 200 && known !== null && tag !== null && isKnownTag(known, tag)
}
