// WebKit's own test browser by the classic WebDriver, which WebKitGTK's driver serves: https://w3c.github.io/webdriver/
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../tests/support/network/free-port.ts'
import type { Place, RemoteBrowser } from './remote-browser.ts'

const START_LIMIT_MS = 30_000
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Returns the path of the browser that the driver starts; undefined when it is not installed. */
export const findMiniBrowser = (): string | undefined => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1)

/** Frames of the widget are inside a shadow root. */
const FIND_FRAME = `const findFrame = (root) => {
  for (const one of root.querySelectorAll('*')) {
    const frame = one.tagName === 'IFRAME' ? one : one.shadowRoot && findFrame(one.shadowRoot)
    if (frame) return frame
  }
};`

type Position = { x: number; y: number }

const moved =
  (by: Position) =>
  (action: Record<string, unknown>): Record<string, unknown> =>
    action.type === 'pointerMove'
      ? { ...action, x: Math.round(Number(action.x) + by.x), y: Math.round(Number(action.y) + by.y) }
      : action

type Answer = { value: { error?: string; message?: string } & Record<string, unknown> }

/** Sends one command. @throws Error with the driver's message */
async function send(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as Answer
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Starts WebKit in a display of its own. @throws Error when it does not start */
export async function startWebkit(driver: string, browser: string): Promise<RemoteBrowser> {
  const port = await freePort()
  // WebKit has no headless mode: Debian's xvfb-run gives it a screen that is not shown.
  const child = spawn('xvfb-run', ['--auto-servernum', driver, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: process.getuid?.() === 0 ? '1' : '' },
  })
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const root = `http://127.0.0.1:${port}`
  let session = ''
  const close = async () => {
    if (session) await send(session, 'DELETE').catch(() => {})
    if (child.pid === undefined || child.exitCode !== null) return
    const ended = once(child, 'exit')
    // The whole group: the display and the driver are children of xvfb-run.
    process.kill(-child.pid)
    await ended
  }
  try {
    const limit = AbortSignal.timeout(START_LIMIT_MS)
    while (!(await fetch(`${root}/status`, { signal: limit }).catch(() => undefined))?.ok) {
      if (failure) throw failure
      if (limit.aborted) throw new Error('The driver of WebKit did not open its port')
      await delay(100)
    }
    const options = { binary: browser, args: ['--automation'] }
    const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } }
    const created = (await send(`${root}/session`, 'POST', { capabilities })) as {
      sessionId: string
      capabilities: Record<string, string>
    }
    session = `${root}/session/${created.sessionId}`
    const run = (script: string) => send(`${session}/execute/sync`, 'POST', { script: FIND_FRAME + script, args: [] })
    const at = async (place: Place) => {
      await send(`${session}/frame`, 'POST', { id: null })
      if (place === 'page') return
      const found = (await run('return findFrame(document) ?? null')) as Record<string, string> | null
      if (!found?.[ELEMENT]) throw new Error('There is no frame')
      await send(`${session}/frame`, 'POST', { id: found })
    }
    /** The place's upper left corner in the window. */
    const offsetOf = async (place: Place) => {
      await at('page')
      if (place === 'page') return { x: 0, y: 0 }
      return (await run('const { x, y } = findFrame(document).getBoundingClientRect(); return { x, y }')) as Position
    }
    return {
      name: `WebKitGTK ${created.capabilities.browserVersion}`,
      open: async (url) => {
        await send(`${session}/url`, 'POST', { url })
      },
      evaluate: async (expression, place) => {
        await at(place)
        return String(await run(`return String(${expression})`))
      },
      perform: async (sources, place) => {
        // This driver takes all positions for those of the window, those in frames too.
        const offset = await offsetOf(place)
        const actions = sources.map((source) => ({ ...source, actions: source.actions.map(moved(offset)) }))
        await send(`${session}/actions`, 'POST', { actions })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
