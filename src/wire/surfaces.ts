import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { Hono } from 'hono'
import type { MarketingAssets } from '../features/marketing/contract.ts'
import { loadMarketingAssets } from '../features/marketing/server/index.ts'
import type { VisitorAssets } from '../features/visitors/contract.ts'
import { type FrameAssets, loadFrameAssets, loadVisitorAssets } from '../features/visitors/server/index.ts'
import { cors, type HttpEnv, staticFiles } from '../platform/http/index.ts'

/** Source of pages, scripts and styles: the build, or in development Vite. */
export interface Surfaces {
  visitor(): VisitorAssets | Promise<VisitorAssets>
  /** The widget's frame. */
  frame(): FrameAssets | Promise<FrameAssets>
  marketing(): MarketingAssets | Promise<MarketingAssets>
  /** Address of the script of /api/docs. */
  docsScript: string
  dashboardHtml(address: string): string | Promise<string>
  files: Hono<HttpEnv>
  /** Raw requests that never reach the application: Vite's modules. */
  before(req: IncomingMessage, res: ServerResponse): boolean
  /** False in development: pages are rendered each time and Vite's inline scripts are allowed. */
  built: boolean
  onChange(handler: () => void): void
  close(): Promise<void>
}

/** Loaders have fixed names, so their caches must expire soon; browsers use the old copy while they revalidate. */
const WIDGET_KEPT = 'public, max-age=600, stale-while-revalidate=86400'

export async function builtSurfaces(distFolder: string): Promise<Surfaces> {
  const [visitor, frame, marketing] = await Promise.all([
    loadVisitorAssets(distFolder),
    loadFrameAssets(distFolder),
    loadMarketingAssets(distFolder),
  ])
  const dashboardHtml = readFileSync(path.join(distFolder, 'client', 'index.html'), 'utf8')
  const [docsScript = ''] = readdirSync(path.join(distFolder, 'docs', 'docs-assets')).map(
    (fileName) => `/docs-assets/${fileName}`,
  )
  const fileRoutes = new Hono<HttpEnv>()
  fileRoutes.use(staticFiles(path.join(distFolder, 'visitor')))
  fileRoutes.use(staticFiles(path.join(distFolder, 'frame')))
  // A module is fetched with the host page's origin, so it has to say who may run it.
  for (const moduleName of ['launcher.js', 'elements.js', 'elements/*']) fileRoutes.use(`/widget/${moduleName}`, cors)
  for (const fileName of ['widget', 'launcher', 'elements'])
    fileRoutes.use(staticFiles(path.join(distFolder, fileName), { cacheControl: WIDGET_KEPT }))
  fileRoutes.use(staticFiles(path.join(distFolder, 'docs')))
  // Pictures alone: what is beside them is the server's.
  fileRoutes.use(staticFiles(path.join(distFolder, 'visitor-ssr', 'assets'), { mount: '/assets/' }))
  fileRoutes.use(staticFiles(path.join(distFolder, 'client'), { except: ['/index.html'] }))
  return {
    visitor: () => visitor,
    frame: () => frame,
    marketing: () => marketing,
    docsScript,
    dashboardHtml: () => dashboardHtml,
    files: fileRoutes,
    before: () => false,
    built: true,
    onChange: () => {},
    close: async () => {},
  }
}
