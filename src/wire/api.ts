import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import type { Router } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { type StandardHandlerOptions, type StandardMatcher, StandardRPCMatcher } from '@orpc/server/standard'
import { type Context, Hono } from 'hono'
import type { contract } from '../contract.ts'
import { type ApiDocument, apiDocsPage } from '../features/operations/server/index.ts'
import type { Guards, IdempotencyServices } from '../features/workspaces/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import type { ProcedureMeta } from '../kernel/procedure.ts'
import { type RequestBody, SMALL_BODY_BYTES } from '../platform/bodies/index.ts'
import { assertWellFormed, type HttpEnv, refuseCrossSite, retryAfterOf } from '../platform/http/index.ts'
import {
  asAppError,
  createRequestMemo,
  isSecurityRefusal,
  type RequestContext,
  toRpcError,
} from '../platform/rpc/index.ts'
import type { FileStorage } from '../platform/storage/index.ts'
import { apiDocument, isRest } from './api-document.ts'
import { EXPORT_PATH, exportByKey } from './export-by-key.ts'
import { callOnce } from './idempotent-calls.ts'
import { type ApiLimits, type CallMeter, createCallMeter } from './rate-limit-headers.ts'
import { isUnchanged, tagRead } from './tagged-reads.ts'

export type AppRouter = Router<typeof contract, RequestContext>

/** The request's logger comes along, so that a failure is logged under its request id. */
interface ApiContext extends RequestContext {
  report(error: unknown): void
  /** Logs a refusal that may be an attack. */
  refused(error: AppError): void
  body: RequestBody
  /** Set once the request could be read: what fails before that is the request's own fault. */
  readable: boolean
}

type Handled = { matched: true; response: Response } | { matched: false; response: undefined }

type Interceptor = NonNullable<StandardHandlerOptions<ApiContext>['interceptors']>[number]

/** Limits for authenticated callers unless the procedure defines its own. */
const USUAL_BODY_BYTES = 1024 * 1024

/**
 * Checks and counts the caller from the headers before the body is read, and reads at most 64 KB from callers who need not be known.
 * @param matcher finds the procedure as the handler does
 */
function authorizeFirst(
  matcher: StandardMatcher,
  router: AppRouter,
  authorize: Guards['authorizeCaller'],
  meter: CallMeter = (_, authorized) => authorized(),
): Interceptor {
  matcher.init(router)
  return async ({ request, context, next, ...options }) => {
    const { pathname } = request.url
    const match = await matcher.match(
      request.method,
      `/${pathname.slice(options.prefix?.length).replace(/^\/|\/$/g, '')}`,
    )
    const meta = match?.procedure['~orpc'].meta as ProcedureMeta | undefined
    await meter(context, async () => (meta ? authorize(meta, context) : null))
    const isKnown = meta !== undefined && meta.access !== 'anonymous'
    const maxBytes = isKnown ? (meta.maxBodyBytes ?? USUAL_BODY_BYTES) : SMALL_BODY_BYTES
    const body = async () => {
      const input = await context.body.input(maxBytes)
      if (context.transport === 'rest') assertFields(input)
      return input
    }
    return next({ ...options, context, request: { ...request, body } })
  }
}

/** The handler would ignore a body that is no object and take the call for one without a body. */
function assertFields(input: unknown): void {
  if (input === undefined || input === '') return
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new AppError('invalid', 'request.invalid', 'The body must be a JSON object.')
}

async function adaptErrors<T>({ context, next }: { context: ApiContext; next: () => Promise<T> }): Promise<T> {
  try {
    return await next()
  } catch (error) {
    const failure = context.readable || asAppError(error) ? error : unreadable(error)
    const known = asAppError(failure)
    if (known && isSecurityRefusal(known)) context.refused(known)
    const wait = known ? retryAfterOf(known) : undefined
    if (wait !== undefined) context.responseHeaders.set('retry-after', String(wait))
    throw toRpcError(failure, context.requestId, context.report)
  }
}

const unreadable = (cause: unknown): AppError =>
  cause instanceof SyntaxError
    ? new AppError('invalid', 'request.malformed_json', 'The body is not valid JSON.', { cause })
    : new AppError('invalid', 'request.malformed', 'The request could not be read.', { cause })

interface ReadCall<T> {
  context: ApiContext
  input: unknown
  next: () => T
}

function checkInput<T>({ context, input, next }: ReadCall<T>): T {
  context.readable = true
  // The texts of a large body were checked where it was parsed.
  if (!context.body.hasCheckedTexts) assertWellFormed(input)
  return next()
}

/** Session cookies, ETag and Retry-After are set by procedures; the handler's own response takes them along. */
async function respond(c: Context<HttpEnv>, context: ApiContext, handled: Handled): Promise<Response> {
  if (!handled.matched) {
    const missing = await c.notFound()
    for (const [name, value] of context.responseHeaders) missing.headers.set(name, value)
    return missing
  }
  const headers = new Headers(handled.response.headers)
  headers.set('cache-control', 'no-store')
  for (const [name, value] of context.responseHeaders) if (name !== 'set-cookie') headers.set(name, value)
  for (const cookie of context.responseHeaders.getSetCookie()) headers.append('set-cookie', cookie)
  if (isUnchanged(context.headers, handled.response.status, headers)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  return new Response(handled.response.body, { status: handled.response.status, headers })
}

/** HEAD calls what GET calls: RPC would take it for a call that may write. */
const headAsGet = (request: Request): Request =>
  request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request

/** The dashboard's RPC, the integrators' REST and its OpenAPI document: one contract, two transports. */
export function createApi(
  router: AppRouter,
  { authorizeCaller }: Pick<Guards, 'authorizeCaller'>,
  options: {
    appUrl: URL
    version: string
    idempotency: Omit<IdempotencyServices, 'report'>
    limits: ApiLimits
    storage: FileStorage
    /** Address of the script of /api/docs; without it, the page only shows. */
    docsScript?: string
  },
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const contextOf = (context: Context<HttpEnv>, transport: RequestContext['transport']): ApiContext => ({
    headers: context.req.raw.headers,
    responseHeaders: new Headers(),
    requestId: context.var.requestId,
    address: context.var.clientAddress,
    body: context.var.body,
    once: createRequestMemo(),
    transport,
    report: (error) => context.var.log.error({ err: error, path: context.req.path }, 'A procedure failed'),
    refused: ({ code }) => context.var.log.info({ code, path: context.req.path }, 'A request was refused'),
    readable: false,
  })

  const rpc = new RPCHandler<ApiContext>(router, {
    interceptors: [adaptErrors, authorizeFirst(new StandardRPCMatcher(), router, authorizeCaller)],
    clientInterceptors: [checkInput],
  })
  app.use('/api/rpc/*', refuseCrossSite(options.appUrl))
  app.all('/api/rpc/*', async (c) => {
    const context = contextOf(c, 'rpc')
    return respond(c, context, await rpc.handle(headAsGet(c.req.raw), { prefix: '/api/rpc', context }))
  })

  const meter = createCallMeter(options.limits)
  const rest = new OpenAPIHandler<ApiContext>(router, {
    filter: isRest,
    interceptors: [
      adaptErrors,
      authorizeFirst(new StandardOpenAPIMatcher({ filter: isRest }), router, authorizeCaller, meter),
    ],
    clientInterceptors: [checkInput, tagRead, callOnce(authorizeCaller, options.idempotency)],
    customErrorResponseBodyEncoder: ({ data }) => {
      const { kind: _kind, ...error } = data
      return { error }
    },
  })
  const exportServices = { authorize: authorizeCaller, meter, storage: options.storage }
  app.get(EXPORT_PATH, (c) => exportByKey(c, contextOf(c, 'rest'), exportServices))
  app.all('/api/v1/*', async (c) => {
    const context = contextOf(c, 'rest')
    return respond(c, context, await rest.handle(headAsGet(c.req.raw), { prefix: '/api/v1', context }))
  })

  let document: Promise<ApiDocument> | null = null
  const readDocument = (): Promise<ApiDocument> => {
    document ??= apiDocument(options)
    return document
  }
  app.get('/api/openapi.json', async (context) => {
    context.header('access-control-allow-origin', '*')
    return context.json(await readDocument())
  })
  app.get('/api/docs', async (context) => {
    const page = apiDocsPage(await readDocument(), {
      https: options.appUrl.protocol === 'https:',
      script: options.docsScript,
    })
    return context.body(page.html, 200, page.headers)
  })
  return app
}
