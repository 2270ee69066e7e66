import { guardedFetch } from '../../../../platform/outbound/index.ts'
import type { DevTools, Params } from './devtools-pipe.ts'

interface Requested {
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
const SENT_ON = ['accept', 'accept-language', 'content-type', 'x-requested-with', 'referer']
/** Said of the answer as it came, not as it is handed on. */
const NOT_HANDED_ON = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie)$/

/** Answers what a page asks for: through the address guard, within bounds, reading alone. */
export interface Answering {
  /** Resolves when nothing has been asked for a while. */
  whenIdle(): Promise<void>
  /** To be called with each `Fetch.requestPaused`. */
  answer(params: Params): void
  stop(): void
}

const QUIET_MS = 600

export function answerRequests(options: {
  tools: DevTools
  sessionId: string
  allowHosts: readonly string[]
  userAgent: string
  signal: AbortSignal
}): Answering {
  let [count, bytes, open] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  const settled = Promise.withResolvers<void>()
  const rest = () => {
    clearTimeout(timer)
    if (open === 0) timer = setTimeout(settled.resolve, QUIET_MS)
  }
  // Chromium may have canceled the request; no response is needed then.
  const say = (method: string, params: Params) =>
    options.tools.send(method, params, options.sessionId).catch(() => ({}))
  const refuse = (requestId: string) => say('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })

  async function fetch({ requestId, request, resourceType }: Requested): Promise<void> {
    const { url, method } = request
    if (resourceType === 'Stylesheet')
      return void (await say('Fetch.fulfillRequest', { requestId, responseCode: 200, body: '' }))
    const allowed = WANTED.has(resourceType) && (method === 'GET' || method === 'HEAD')
    if (!allowed || ++count > REQUESTS_MAX || bytes >= BYTES_MAX) return void (await refuse(requestId))
    const named = Object.entries(request.headers).filter(([name]) => SENT_ON.includes(name.toLowerCase()))
    const response = await guardedFetch(url, {
      allowHosts: options.allowHosts,
      method,
      headers: { ...Object.fromEntries(named), 'user-agent': options.userAgent },
      // The page follows by itself: each hop comes by here.
      maxRedirects: 0,
      maxBytes: BYTES_MAX - bytes,
      timeoutMs: TIME_LIMIT_MS,
      signal: options.signal,
    }).catch(() => null)
    if (!response) return void (await refuse(requestId))
    bytes += response.body.length
    const responseHeaders = [...response.headers]
      .filter(([name]) => !NOT_HANDED_ON.test(name))
      .map(([name, value]) => ({ name, value }))
    const body = response.body.toString('base64')
    await say('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body })
  }

  return {
    answer(params) {
      clearTimeout(timer)
      open++
      void fetch(params as unknown as Requested).finally(() => {
        open--
        rest()
      })
    },
    whenIdle: () => {
      rest()
      return settled.promise
    },
    stop: () => {
      clearTimeout(timer)
      settled.resolve()
    },
  }
}
