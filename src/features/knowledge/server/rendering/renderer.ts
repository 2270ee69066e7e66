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
const MAX_HTML_LENGTH = 5 * 1024 * 1024
const MAX_PAGES_PER_PROCESS = 25
const MAX_IDLE_MS = 20_000

/** One page at a time, in a browser that is started when it is needed. */
export function createRenderer(options: {
  executable: string
  allowHosts: readonly string[]
  userAgent: string
  timeLimitMs?: number
}): Renderer {
  let activeBrowser: BrowserProcess | null = null
  let renderedCount = 0
  let idleTimer: NodeJS.Timeout | undefined
  const runSerially = createSerialQueue()
  let isClosed = false
  const endBrowser = () => {
    clearTimeout(idleTimer)
    activeBrowser?.end()
    activeBrowser = null
    renderedCount = 0
  }

  async function renderPage(address: string, signal: AbortSignal): Promise<{ url: string; html: string } | null> {
    signal.throwIfAborted()
    if (isClosed) return null
    clearTimeout(idleTimer)
    if (!activeBrowser?.isAlive() || renderedCount >= MAX_PAGES_PER_PROCESS) endBrowser()
    activeBrowser ??= startBrowser(options.executable)
    renderedCount++
    const timeLimitSignal = AbortSignal.any([signal, AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS)])
    try {
      return await renderInBrowser(activeBrowser, address, { ...options, signal: timeLimitSignal })
    } catch {
      // Each page gets a fresh profile, so that no effect outlives it.
      endBrowser()
      signal.throwIfAborted()
      return null
    } finally {
      idleTimer = setTimeout(endBrowser, MAX_IDLE_MS).unref()
    }
  }

  return {
    render: (address, signal) => runSerially(() => renderPage(address, signal)),
    async close() {
      isClosed = true
      endBrowser()
    },
  }
}

async function renderInBrowser(
  { tools }: BrowserProcess,
  address: string,
  options: { allowHosts: readonly string[]; userAgent: string; signal: AbortSignal },
): Promise<{ url: string; html: string }> {
  const sendCommand = (method: string, commandParams: Record<string, unknown> = {}, targetSession?: string) =>
    unlessAborted(tools.send(method, commandParams, targetSession), options.signal)
  // Each page in a context of its own: nothing of one is there for the next.
  const { browserContextId } = await sendCommand('Target.createBrowserContext')
  await sendCommand('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await sendCommand('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = (await sendCommand('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string
  }
  const pageLoaded = Promise.withResolvers<void>()
  const interception = interceptRequests({ ...options, tools, sessionId })
  const stopListening = tools.listen(sessionId, (method, params) => {
    if (method === 'Fetch.requestPaused') interception.intercept(params)
    else if (method === 'Page.loadEventFired') pageLoaded.resolve()
    else if (method === 'Page.javascriptDialogOpening')
      void tools.send('Page.handleJavaScriptDialog', { accept: false }, sessionId).catch(() => undefined)
  })
  try {
    await sendCommand('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId)
    await sendCommand('Network.enable', {}, sessionId)
    await sendCommand('Network.setBypassServiceWorker', { bypass: true }, sessionId)
    await sendCommand('Network.setUserAgentOverride', { userAgent: options.userAgent }, sessionId)
    await sendCommand('Page.enable', {}, sessionId)
    const { errorText } = await sendCommand('Page.navigate', { url: address }, sessionId)
    if (errorText) throw new Error(String(errorText))
    await unlessAborted(pageLoaded.promise, options.signal)
    await unlessAborted(interception.whenIdle(), options.signal)
    const expression = `JSON.stringify({ url: location.href, html: document.documentElement.outerHTML.slice(0, ${MAX_HTML_LENGTH}) })`
    const { result } = await sendCommand('Runtime.evaluate', { expression, returnByValue: true }, sessionId)
    const renderedPage = JSON.parse((result as { value: string }).value) as { url: string; html: string }
    // The navigation failed; the shown document is the browser's error page.
    if (!/^https?:/.test(renderedPage.url)) throw new Error('the page led nowhere')
    return renderedPage
  } finally {
    stopListening()
    interception.stop()
    void tools.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined)
  }
}
