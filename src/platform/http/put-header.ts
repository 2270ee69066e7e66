import type { Context } from 'hono'

/** Sets a header of the finished response, also where a handler passed on one whose headers cannot be changed. */
export function putHeader(c: Context, name: string, value: string): void {
  try {
    c.res.headers.set(name, value)
  } catch {
    c.res = new Response(c.res.body, c.res)
    c.res.headers.set(name, value)
  }
}
