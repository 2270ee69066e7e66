import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { Hono } from 'hono'
import type { MarketingAssets } from '../features/marketing/contract.ts'
import { loadMarketingAssets } from '../features/marketing/server/index.ts'
import type { VisitorAssets } from '../features/visitors/contract.ts'
import { loadVisitorAssets } from '../features/visitors/server/index.ts'
import { type HttpEnv, staticFiles } from '../platform/http/index.ts'

/** Where pages, scripts and styles come from: the build, or the sources through Vite while developing. */
export interface Surfaces {
  visitor(): VisitorAssets | Promise<VisitorAssets>
  marketing(): MarketingAssets | Promise<MarketingAssets>
  dashboardHtml(address: string): string | Promise<string>
  files: Hono<HttpEnv>
  /** Raw requests that never reach the application: Vite's modules. */
  before(req: IncomingMessage, res: ServerResponse): boolean
  /** False while developing: pages are rendered anew and Vite's inline scripts run. */
  built: boolean
  onChange(handler: () => void): void
  close(): Promise<void>
}

export async function builtSurfaces(dist: string): Promise<Surfaces> {
  const [visitor, marketing] = await Promise.all([loadVisitorAssets(dist), loadMarketingAssets(dist)])
  const html = readFileSync(path.join(dist, 'client', 'index.html'), 'utf8')
  const files = new Hono<HttpEnv>()
  files.use(staticFiles(path.join(dist, 'visitor')))
  files.use(staticFiles(path.join(dist, 'client'), { except: ['/index.html'] }))
  return {
    visitor: () => visitor,
    marketing: () => marketing,
    dashboardHtml: () => html,
    files,
    before: () => false,
    built: true,
    onChange: () => {},
    close: async () => {},
  }
}
