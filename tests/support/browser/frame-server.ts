// The widget's frames behind a real server, fed by one workspace that a test may change, without a database or a build.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createWidgetFrames, type FrameSource, type WidgetFrames } from '../../../src/features/visitors/server/index.ts'
import { escapeHtml } from '../../../src/kernel/escape-html.ts'
import { createHttp, createMetrics, sendReply } from '../../../src/platform/http/index.ts'
import { silentLogger } from '../../../src/platform/log/index.ts'
import { publicPage } from './public-page.ts'

export interface FrameServer {
  url: string
  /** Content of the workspace `acme`. */
  source: FrameSource
  frames: WidgetFrames
  loads: string[]
  /** Recorded pages that showed the widget. */
  seen: string[]
  /** Answers that came from the cache before anything else ran. */
  fast: number
  stop(): Promise<void>
}

export async function startFrameServer(): Promise<FrameServer> {
  const site = {
    source: publicPage('acme', {}, 20),
    loads: [],
    seen: [],
    fast: 0,
  } as unknown as FrameServer
  site.frames = createWidgetFrames({
    appUrl: 'https://help.example.test',
    loadFrame: async (name) => {
      const [wanted] = Object.values(name)
      site.loads.push(String(wanted))
      return wanted === 'acme' || wanted === site.source.workspace.id ? site.source : null
    },
    sightings: {
      record: async (_, pages) => void site.seen.push(...pages.keys()),
      failed: (error) => {
        throw error
      },
    },
    assets: () => ({
      render: (view) =>
        `<main>${escapeHtml(view.kind)}</main>${view.kind === 'frame' ? `<script type="application/json">${JSON.stringify({ needsToken: view.needsToken, limit: view.limit })}</script>` : ''}`,
      css: 'main{color:red}',
      script: '/visitor-assets/frame-abc.js',
      launcherScript: () => 'export const mountLauncher=1',
    }),
  })
  const metrics = createMetrics()
  const config = { trustProxy: [], local: true, metricsToken: null, appUrl: new URL('https://help.example.test') }
  const app = createHttp({ config, log: silentLogger, metrics, probes: {} })
  app.route('/', site.frames.routes)
  const listener = getRequestListener(app.fetch)
  const server = createServer((req, res) => {
    const reply = site.frames.fromMemory(req)
    if (reply) {
      site.fast += 1
      sendReply(res, reply)
    } else void listener(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  site.stop = () => {
    metrics.stop()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return site
}
