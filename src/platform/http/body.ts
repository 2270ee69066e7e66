import type { Context, MiddlewareHandler } from 'hono'
import type { output, ZodType } from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import type { HttpEnv } from './environment.ts'
import { assertWellFormed, fromZodError } from './errors.ts'

/** Largest body of the paths that start with `prefix`, in bytes. */
export interface BodyLimit {
  prefix: string
  maxBytes: number
}

function tooLarge(maxBytes: number): AppError {
  const size =
    maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} KB`
  return new AppError('too_large', 'request.too_large', `The request is larger than ${size}.`, {
    details: { max_bytes: maxBytes },
  })
}

/** Refuses bodies over the limit: by their announced length, or, when none is announced, while they arrive. */
export function limitBody(limits: readonly BodyLimit[], defaultMaxBytes: number): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const maxBytes = limits.find((limit) => c.req.path.startsWith(limit.prefix))?.maxBytes ?? defaultMaxBytes
    const announced = c.req.header('content-length')
    if (announced !== undefined && Number(announced) > maxBytes) throw tooLarge(maxBytes)
    if (c.req.header('transfer-encoding') !== undefined && c.req.raw.body) {
      let seen = 0
      const counted = c.req.raw.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            seen += chunk.byteLength
            if (seen > maxBytes) controller.error(tooLarge(maxBytes))
            else controller.enqueue(chunk)
          },
        }),
      )
      c.req.raw = new Request(c.req.raw, { body: counted, duplex: 'half' } as RequestInit)
    }
    return next()
  }
}

/**
 * The body parsed as JSON and checked. Throws `invalid`: `request.malformed_json`, or `request.invalid` with the
 * offending fields.
 */
export async function jsonBody<S extends ZodType>(c: Context, schema: S): Promise<output<S>> {
  const text = await c.req.text()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid', 'request.malformed_json', 'The body is not valid JSON.', { cause: error })
  }
  return checked(schema, value)
}

/** The query string checked; a repeated parameter counts once, by its first value. */
export function queryOf<S extends ZodType>(c: Context, schema: S): output<S> {
  return checked(schema, c.req.query())
}

function checked<S extends ZodType>(schema: S, value: unknown): output<S> {
  assertWellFormed(value)
  const result = schema.safeParse(value)
  if (!result.success) throw fromZodError(result.error)
  return result.data
}
