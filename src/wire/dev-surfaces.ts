import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { createServer } from 'vite'
import type { MarketingAssets } from '../features/marketing/contract.ts'
import type { VisitorAssets } from '../features/visitors/contract.ts'
import type { HttpEnv } from '../platform/http/index.ts'
import type { Surfaces } from './surfaces.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const VISITOR = '/src/features/visitors/web'
const VISITOR_SCRIPT = '/@dev/visitor.js'

/** What Vite would put into a page of its own; visitor pages are rendered by us, so their script brings it along. */
const visitorScript = `import '/@vite/client'
import refresh from '/@react-refresh'
refresh.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
await import('${VISITOR}/visitor-entry.tsx')
`

const isModule = (url: string) => /^\/(@(vite|id|fs|react-refresh)|src\/|node_modules\/)/.test(url)

/** The sources through Vite, with hot reload, in front of the application. Pages carry no content security policy here. */
export async function devSurfaces(): Promise<Surfaces> {
  const vite = await createServer({ root: ROOT, appType: 'custom', server: { middlewareMode: true } })
  const page = path.join(ROOT, 'src', 'web', 'index.html')
  const files = new Hono<HttpEnv>()
  files.get(VISITOR_SCRIPT, (c) => c.body(visitorScript, 200, { 'content-type': 'text/javascript' }))
  files.get('/favicon.svg', (c) =>
    c.body(readFileSync(path.join(ROOT, 'src', 'web', 'public', 'favicon.svg'), 'utf8'), 200, {
      'content-type': 'image/svg+xml',
    }),
  )
  return {
    visitor: async () => {
      const { render, css } = (await vite.ssrLoadModule(`${VISITOR}/visitor-server.tsx`)) as Pick<
        VisitorAssets,
        'render' | 'css'
      >
      return { render, css, script: VISITOR_SCRIPT }
    },
    marketing: async () =>
      (await vite.ssrLoadModule('/src/features/marketing/web/marketing-server.tsx')) as unknown as MarketingAssets,
    dashboardHtml: (address) => vite.transformIndexHtml(address, readFileSync(page, 'utf8'), '/src/web/index.html'),
    files,
    before: (req, res) => {
      if (!isModule(req.url ?? '')) return false
      vite.middlewares(req, res, () => {
        res.statusCode = 404
        res.end()
      })
      return true
    },
    built: false,
    onChange: (handler) => void vite.watcher.on('change', handler),
    close: () => vite.close(),
  }
}
