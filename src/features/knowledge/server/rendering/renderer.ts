import { createSerialQueue } from '../../../../kernel/serial-queue.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { type BrowserProcess, startBrowser } from './browser-process.ts'
import { interceptRequests } from './intercept-requests.ts'

/** Renders pages as a browser would. */
export interface Renderer {
  /**
   * Renders a page and returns its document and final URL after its scripts have run. Returns null on timeout or
   * failure; throws only the abort reason.
   */
  render(address: string, signal: AbortSignal): Promise<{ url: string; html: string } | null>
  close(): Promise<void>
}

const TIME_LIMIT_MS = 15_000
const HTML_MAX = 5 * 1024 * 1024
/** Maximum number of pages per browser process. */
const PAGES_PER_PROCESS = 25
const IDLE_MS = 20_000

/** One page at a time, in a browser that is started when it is needed. */
export function createRenderer(options: {
  executable: string
  allowHosts: readonly string[]
  userAgent: string
  timeLimitMs?: number
}): Renderer {
  let browser: BrowserProcess | null = null
  let rendered = 0
  let idle: NodeJS.Timeout | undefined
  const inTurn = createSerialQueue()
  let closed = false
  const end = () => {
    clearTimeout(idle)
    browser?.end()
    browser = null
    rendered = 0
  }

  async function render(address: string, signal: AbortSignal): Promise<{ url: string; html: string } | null> {
    signal.throwIfAborted()
    if (closed) return null
    clearTimeout(idle)
    if (!browser?.isAlive() || rendered >= PAGES_PER_PROCESS) end()
    browser ??= startBrowser(options.executable)
    rendered++
    const limit = AbortSignal.any([signal, AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS)])
    try {
      return await renderIn(browser, address, { ...options, signal: limit })
    } catch {
      // Each page gets a fresh profile, so that no effect outlives it.
      end()
      signal.throwIfAborted()
      return null
    } finally {
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return {
    render: (address, signal) => inTurn(() => render(address, signal)),
    async close() {
      closed = true
      end()
    },
  }
}

async function renderIn(
  { tools }: BrowserProcess,
  address: string,
  options: { allowHosts: readonly string[]; userAgent: string; signal: AbortSignal },
): Promise<{ url: string; html: string }> {
  const ask = (method: string, params: Record<string, unknown> = {}, session?: string) =>
    unlessAborted(tools.send(method, params, session), options.signal)
  // Each page in a context of its own: nothing of one is there for the next.
  const { browserContextId } = await ask('Target.createBrowserContext')
  await ask('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = (await ask('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  const loaded = Promise.withResolvers<void>()
  const requests = interceptRequests({ ...options, tools, sessionId })
  const stopListening = tools.listen(sessionId, (method, params) => {
    if (method === 'Fetch.requestPaused') requests.intercept(params)
    else if (method === 'Page.loadEventFired') loaded.resolve()
    else if (method === 'Page.javascriptDialogOpening')
      void tools.send('Page.handleJavaScriptDialog', { accept: false }, sessionId).catch(() => undefined)
  })
  try {
    await ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId)
    await ask('Network.enable', {}, sessionId)
    await ask('Network.setBypassServiceWorker', { bypass: true }, sessionId)
    await ask('Network.setUserAgentOverride', { userAgent: options.userAgent }, sessionId)
    await ask('Page.enable', {}, sessionId)
    const { errorText } = await ask('Page.navigate', { url: address }, sessionId)
    if (errorText) throw new Error(String(errorText))
    await unlessAborted(loaded.promise, options.signal)
    await unlessAborted(requests.whenIdle(), options.signal)
    const expression = `JSON.stringify({ url: location.href, html: document.documentElement.outerHTML.slice(0, ${HTML_MAX}) })`
    const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true }, sessionId)
    const page = JSON.parse((result as { value: string }).value) as { url: string; html: string }
    // The navigation failed; the shown document is the browser's error page.
    if (!/^https?:/.test(page.url)) throw new Error('the page led nowhere')
    return page
  } finally {
    stopListening()
    requests.stop()
    void tools.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined)
  }
}
