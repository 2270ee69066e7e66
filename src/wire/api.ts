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

type HandledRequest = { matched: true; response: Response } | { matched: false; response: undefined }

type Interceptor = NonNullable<StandardHandlerOptions<ApiContext>['interceptors']>[number]

/** Limits for authenticated callers unless the procedure defines its own. */
const USUAL_BODY_BYTES = 1024 * 1024

/**
 * Checks and counts the caller from the headers before the body is read, and reads at most 64 KB from callers who need not be known.
 * @param procedureMatcher finds the procedure as the handler does
 */
function authorizeFirst(
  procedureMatcher: StandardMatcher,
  appRouter: AppRouter,
  authorize: Guards['authorizeCaller'],
  callMeter: CallMeter = (_, authorized) => authorized(),
): Interceptor {
  procedureMatcher.init(appRouter)
  return async ({ request, context, next, ...options }) => {
    const { pathname } = request.url
    const procedureMatch = await procedureMatcher.match(
      request.method,
      `/${pathname.slice(options.prefix?.length).replace(/^\/|\/$/g, '')}`,
    )
    const procedureMeta = procedureMatch?.procedure['~orpc'].meta as ProcedureMeta | undefined
    await callMeter(context, async () => (procedureMeta ? authorize(procedureMeta, context) : null))
    const isKnownCaller = procedureMeta !== undefined && procedureMeta.access !== 'anonymous'
    const maxBytes = isKnownCaller ? (procedureMeta.maxBodyBytes ?? USUAL_BODY_BYTES) : SMALL_BODY_BYTES
    const readBody = async () => {
      const callInput = await context.body.input(maxBytes)
      if (context.transport === 'rest') assertFields(callInput)
      return callInput
    }
    return next({ ...options, context, request: { ...request, body: readBody } })
  }
}

/** The handler would ignore a body that is no object and take the call for one without a body. */
function assertFields(callInput: unknown): void {
  if (callInput === undefined || callInput === '') return
  if (typeof callInput !== 'object' || callInput === null || Array.isArray(callInput))
    throw new AppError('invalid', 'request.invalid', 'The body must be a JSON object.')
}

async function adaptErrors<T>({ context, next }: { context: ApiContext; next: () => Promise<T> }): Promise<T> {
  try {
    return await next()
  } catch (error) {
    const callFailure = context.readable || asAppError(error) ? error : unreadable(error)
    const knownError = asAppError(callFailure)
    if (knownError && isSecurityRefusal(knownError)) context.refused(knownError)
    const waitSeconds = knownError ? retryAfterOf(knownError) : undefined
    if (waitSeconds !== undefined) context.responseHeaders.set('retry-after', String(waitSeconds))
    throw toRpcError(callFailure, context.requestId, context.report)
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
async function respondTo(
  httpContext: Context<HttpEnv>,
  apiContext: ApiContext,
  handledRequest: HandledRequest,
): Promise<Response> {
  if (!handledRequest.matched) {
    const notFoundResponse = await httpContext.notFound()
    for (const [name, value] of apiContext.responseHeaders) notFoundResponse.headers.set(name, value)
    return notFoundResponse
  }
  const responseHeaders = new Headers(handledRequest.response.headers)
  responseHeaders.set('cache-control', 'no-store')
  for (const [name, value] of apiContext.responseHeaders) if (name !== 'set-cookie') responseHeaders.set(name, value)
  for (const responseCookie of apiContext.responseHeaders.getSetCookie())
    responseHeaders.append('set-cookie', responseCookie)
  if (isUnchanged(apiContext.headers, handledRequest.response.status, responseHeaders)) {
    responseHeaders.delete('content-type')
    return new Response(null, { status: 304, headers: responseHeaders })
  }
  return new Response(handledRequest.response.body, {
    status: handledRequest.response.status,
    headers: responseHeaders,
  })
}

/** HEAD calls what GET calls: RPC would take it for a call that may write. */
const headAsGet = (httpRequest: Request): Request =>
  httpRequest.method === 'HEAD' ? new Request(httpRequest, { method: 'GET' }) : httpRequest

/** The dashboard's RPC, the integrators' REST and its OpenAPI document: one contract, two transports. */
export function createApi(
  appRouter: AppRouter,
  { authorizeCaller }: Pick<Guards, 'authorizeCaller'>,
  apiOptions: {
    appUrl: URL
    version: string
    idempotency: Omit<IdempotencyServices, 'report'>
    limits: ApiLimits
    storage: FileStorage
    /** Address of the script of /api/docs; without it, the page only shows. */
    docsScript?: string
  },
): Hono<HttpEnv> {
  const apiApp = new Hono<HttpEnv>()
  const contextOf = (httpContext: Context<HttpEnv>, transport: RequestContext['transport']): ApiContext => ({
    headers: httpContext.req.raw.headers,
    responseHeaders: new Headers(),
    requestId: httpContext.var.requestId,
    address: httpContext.var.clientAddress,
    body: httpContext.var.body,
    once: createRequestMemo(),
    transport,
    report: (error) => httpContext.var.log.error({ err: error, path: httpContext.req.path }, 'A procedure failed'),
    refused: ({ code }) => httpContext.var.log.info({ code, path: httpContext.req.path }, 'A request was refused'),
    readable: false,
  })

  const rpcHandler = new RPCHandler<ApiContext>(appRouter, {
    interceptors: [adaptErrors, authorizeFirst(new StandardRPCMatcher(), appRouter, authorizeCaller)],
    clientInterceptors: [checkInput],
  })
  apiApp.use('/api/rpc/*', refuseCrossSite(apiOptions.appUrl))
  apiApp.all('/api/rpc/*', async (httpContext) => {
    const apiContext = contextOf(httpContext, 'rpc')
    return respondTo(
      httpContext,
      apiContext,
      await rpcHandler.handle(headAsGet(httpContext.req.raw), { prefix: '/api/rpc', context: apiContext }),
    )
  })

  const callMeter = createCallMeter(apiOptions.limits)
  const restHandler = new OpenAPIHandler<ApiContext>(appRouter, {
    filter: isRest,
    interceptors: [
      adaptErrors,
      authorizeFirst(new StandardOpenAPIMatcher({ filter: isRest }), appRouter, authorizeCaller, callMeter),
    ],
    clientInterceptors: [checkInput, tagRead, callOnce(authorizeCaller, apiOptions.idempotency)],
    customErrorResponseBodyEncoder: ({ data }) => {
      const { kind: _kind, ...error } = data
      return { error }
    },
  })
  const exportServices = { authorize: authorizeCaller, meter: callMeter, storage: apiOptions.storage }
  apiApp.get(EXPORT_PATH, (httpContext) => exportByKey(httpContext, contextOf(httpContext, 'rest'), exportServices))
  apiApp.all('/api/v1/*', async (httpContext) => {
    const apiContext = contextOf(httpContext, 'rest')
    return respondTo(
      httpContext,
      apiContext,
      await restHandler.handle(headAsGet(httpContext.req.raw), { prefix: '/api/v1', context: apiContext }),
    )
  })

  let document: Promise<ApiDocument> | null = null
  const readDocument = (): Promise<ApiDocument> => {
    document ??= apiDocument(apiOptions)
    return document
  }
  apiApp.get('/api/openapi.json', async (httpContext) => {
    httpContext.header('access-control-allow-origin', '*')
    return httpContext.json(await readDocument())
  })
  apiApp.get('/api/docs', async (httpContext) => {
    const docsPage = apiDocsPage(await readDocument(), {
      https: apiOptions.appUrl.protocol === 'https:',
      script: apiOptions.docsScript,
    })
    return httpContext.body(docsPage.html, 200, docsPage.headers)
  })
  return apiApp
}
