import { guardedFetch } from '../../../../platform/outbound/index.ts'
import type { DevTools, DevToolsParams } from './devtools-pipe.ts'

interface PausedRequest {
  requestId: string
  resourceType: string
  request: { url: string; method: string; headers: Record<string, string> }
}

/** Resource types that affect text; others are not loaded. */
const LOADED_TYPES = new Set(['Document', 'Script', 'XHR', 'Fetch', 'Other'])
const MAX_REQUESTS = 120
const MAX_BYTES = 20 * 1024 * 1024
const TIME_LIMIT_MS = 8_000
/** Request headers of the page that are forwarded; no cookies and no credentials. */
const FORWARDED_HEADERS = ['accept', 'accept-language', 'content-type', 'x-requested-with', 'referer']
/** Response headers that describe how the response was sent, or that set cookies. */
const DROPPED_HEADERS = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie)$/

/** Answers the requests of a page: through the address guard, within bounds, and only those that read. */
export interface RequestInterception {
  /** Resolves when no request was open for a while. */
  whenIdle(): Promise<void>
  /** To be called with each `Fetch.requestPaused`. */
  intercept(params: DevToolsParams): void
  stop(): void
}

const QUIET_MS = 600

export function interceptRequests(options: {
  tools: DevTools
  sessionId: string
  allowHosts: readonly string[]
  userAgent: string
  signal: AbortSignal
}): RequestInterception {
  let [count, bytes, open] = [0, 0, 0]
  let quietTimer: NodeJS.Timeout | undefined
  const becameIdle = Promise.withResolvers<void>()
  const startQuietTimer = () => {
    clearTimeout(quietTimer)
    if (open === 0) quietTimer = setTimeout(becameIdle.resolve, QUIET_MS)
  }
  // Chromium may have canceled the request; no response is needed then.
  const replyToBrowser = (method: string, params: DevToolsParams) =>
    options.tools.send(method, params, options.sessionId).catch(() => ({}))
  const refuseRequest = (requestId: string) =>
    replyToBrowser('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })

  async function answerRequest({ requestId, request, resourceType }: PausedRequest): Promise<void> {
    const { url, method } = request
    if (resourceType === 'Stylesheet')
      return void (await replyToBrowser('Fetch.fulfillRequest', { requestId, responseCode: 200, body: '' }))
    const isAllowed = LOADED_TYPES.has(resourceType) && (method === 'GET' || method === 'HEAD')
    if (!isAllowed || ++count > MAX_REQUESTS || bytes >= MAX_BYTES) return void (await refuseRequest(requestId))
    const forwardedHeaders = Object.entries(request.headers).filter(([name]) =>
      FORWARDED_HEADERS.includes(name.toLowerCase()),
    )
    const response = await guardedFetch(url, {
      allowHosts: options.allowHosts,
      method,
      headers: { ...Object.fromEntries(forwardedHeaders), 'user-agent': options.userAgent },
      // The page follows redirects itself, so each hop is intercepted.
      maxRedirects: 0,
      maxBytes: MAX_BYTES - bytes,
      timeoutMs: TIME_LIMIT_MS,
      signal: options.signal,
    }).catch(() => null)
    if (!response) return void (await refuseRequest(requestId))
    bytes += response.body.length
    const responseHeaders = [...response.headers]
      .filter(([name]) => !DROPPED_HEADERS.test(name))
      .map(([name, value]) => ({ name, value }))
    const body = response.body.toString('base64')
    await replyToBrowser('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body })
  }

  return {
    intercept(params) {
      clearTimeout(quietTimer)
      open++
      void answerRequest(params as unknown as PausedRequest).finally(() => {
        open--
        startQuietTimer()
      })
    },
    whenIdle: () => {
      startQuietTimer()
      return becameIdle.promise
    },
    stop: () => {
      clearTimeout(quietTimer)
      becameIdle.resolve()
    },
  }
}
