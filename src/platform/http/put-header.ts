import type { Context } from 'hono'

/** Sets a header of the finished response, also where a handler passed on one whose headers cannot be changed. */
export function putHeader(context: Context, name: string, value: string): void {
  try {
    context.res.headers.set(name, value)
  } catch {
    context.res = new Response(context.res.body, context.res)
    context.res.headers.set(name, value)
  }
}
