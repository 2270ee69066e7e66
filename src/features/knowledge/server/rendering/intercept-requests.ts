import { guardedFetch } from '../../../../platform/outbound/index.ts'
import type { DevTools, Params } from './devtools-pipe.ts'

interface PausedRequest {
  requestId: string
  resourceType: string
  request: { url: string; method: string; headers: Record<string, string> }
}

/** Resource types that affect text; others are not loaded. */
const WANTED = new Set(['Document', 'Script', 'XHR', 'Fetch', 'Other'])
const REQUESTS_MAX = 120
const BYTES_MAX = 20 * 1024 * 1024
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
  intercept(params: Params): void
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
  let timer: NodeJS.Timeout | undefined
  const settled = Promise.withResolvers<void>()
  const startQuietTimer = () => {
    clearTimeout(timer)
    if (open === 0) timer = setTimeout(settled.resolve, QUIET_MS)
  }
  // Chromium may have canceled the request; no response is needed then.
  const reply = (method: string, params: Params) =>
    options.tools.send(method, params, options.sessionId).catch(() => ({}))
  const refuse = (requestId: string) => reply('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })

  async function answer({ requestId, request, resourceType }: PausedRequest): Promise<void> {
    const { url, method } = request
    if (resourceType === 'Stylesheet')
      return void (await reply('Fetch.fulfillRequest', { requestId, responseCode: 200, body: '' }))
    const allowed = WANTED.has(resourceType) && (method === 'GET' || method === 'HEAD')
    if (!allowed || ++count > REQUESTS_MAX || bytes >= BYTES_MAX) return void (await refuse(requestId))
    const forwarded = Object.entries(request.headers).filter(([name]) => FORWARDED_HEADERS.includes(name.toLowerCase()))
    const response = await guardedFetch(url, {
      allowHosts: options.allowHosts,
      method,
      headers: { ...Object.fromEntries(forwarded), 'user-agent': options.userAgent },
      // The page follows redirects itself, so each hop is intercepted.
      maxRedirects: 0,
      maxBytes: BYTES_MAX - bytes,
      timeoutMs: TIME_LIMIT_MS,
      signal: options.signal,
    }).catch(() => null)
    if (!response) return void (await refuse(requestId))
    bytes += response.body.length
    const responseHeaders = [...response.headers]
      .filter(([name]) => !DROPPED_HEADERS.test(name))
      .map(([name, value]) => ({ name, value }))
    const body = response.body.toString('base64')
    await reply('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body })
  }

  return {
    intercept(params) {
      clearTimeout(timer)
      open++
      void answer(params as unknown as PausedRequest).finally(() => {
        open--
        startQuietTimer()
      })
    },
    whenIdle: () => {
      startQuietTimer()
      return settled.promise
    },
    stop: () => {
      clearTimeout(timer)
      settled.resolve()
    },
  }
}
