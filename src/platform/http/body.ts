import type { Context, MiddlewareHandler } from 'hono'
import type { output, ZodType } from 'zod'
import { type BodyReader, parseJson } from '../bodies/index.ts'
import type { HttpEnv } from './environment.ts'
import { assertWellFormed, fromZodError } from './errors.ts'
import { closeUnread, hasUnreadRest } from './unread-body.ts'

/**
 * Gives every request its body, unread: a handler reads it with `jsonBody`, `textBody` or `formBody`, a procedure once its
 * caller is known. Ends the connection when much of a body was not wanted.
 */
export function openBodies(reader: BodyReader): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { incoming, outgoing } = context.env ?? {}
    const length = context.req.header('content-length')
    const body = reader.open({
      stream: incoming ?? context.req.raw.body,
      contentType: context.req.header('content-type') ?? null,
      contentLength: length === undefined ? null : Number(length),
      address: context.var.clientAddress,
      onRead: incoming?.headers.expect === undefined ? undefined : () => outgoing?.writeContinue(),
    })
    context.set('body', body)
    try {
      await next()
    } finally {
      if (incoming && outgoing && hasUnreadRest(incoming)) closeUnread(incoming, outgoing)
      await body.close()
    }
  }
}

/** At most 64 KB of text. @throws what reading a body throws */
export const textBody = (context: Context<HttpEnv>): Promise<string> => context.var.body.text()

/** At most 64 KB of a form. @throws what reading a body throws */
export const formBody = (context: Context<HttpEnv>): Promise<FormData> => context.var.body.form()

/**
 * The body, at most 64 KB, parsed as JSON and checked. Throws what reading throws; `invalid`: `request.malformed_json`, or
 * `request.invalid` with the offending fields.
 */
export async function jsonBody<S extends ZodType>(context: Context<HttpEnv>, schema: S): Promise<output<S>> {
  return checked(schema, parseJson(await textBody(context)))
}

/** The query string checked; a repeated parameter counts once, by its first value. */
export function queryOf<S extends ZodType>(context: Context, schema: S): output<S> {
  return checked(schema, context.req.query())
}

function checked<S extends ZodType>(schema: S, value: unknown): output<S> {
  assertWellFormed(value)
  const result = schema.safeParse(value)
  if (!result.success) throw fromZodError(result.error)
  return result.data
}
