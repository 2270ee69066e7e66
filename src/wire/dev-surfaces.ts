import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { createBuilder, createServer } from 'vite'
import type { MarketingAssets } from '../features/marketing/contract.ts'
import type { VisitorAssets } from '../features/visitors/contract.ts'
import type { FrameAssets } from '../features/visitors/server/index.ts'
import { cors, type HttpEnv } from '../platform/http/index.ts'
import { inProgram } from '../platform/program/index.ts'
import type { Surfaces } from './surfaces.ts'

const ROOT = inProgram()
const VISITOR = '/src/features/visitors/web'
const SCRIPTS = { visitor: '/@dev/visitor.js', frame: '/@dev/frame.js' }
/** The scripts that customers' pages load: single files, which Vite's modules are not. */
const LOADERS = { widget: '/widget.js', launcher: '/widget/launcher.js', elements: '/widget/elements.js' }

/** Vite's client code. Visitor pages are rendered by the server, so their script includes it. */
const scriptOf = (surface: string) => `import '/@vite/client'
import refresh from '/@react-refresh'
refresh.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
await import('${VISITOR}/${surface}-entry.tsx')
`

const isModule = (url: string) => /^\/(@(vite|id|fs|react-refresh)|src\/|node_modules\/)/.test(url)

/** Rebuilds one of the loaders as `vite build` would, in one file. */
async function loaderScript(surface: string): Promise<string> {
  const environments = {
    [surface]: { build: { write: false, rolldownOptions: { output: { codeSplitting: false } } } },
  }
  const builder = await createBuilder({ root: ROOT, logLevel: 'warn', environments })
  const environment = builder.environments[surface]
  const built = environment && (await builder.build(environment))
  const outputs = [built ?? []].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

/** The sources through Vite, with hot reload, in front of the application. Pages carry no content security policy here. */
export async function devSurfaces(): Promise<Surfaces> {
  const vite = await createServer({ root: ROOT, appType: 'custom', server: { middlewareMode: true } })
  const page = path.join(ROOT, 'src', 'shell', 'index.html')
  const files = new Hono<HttpEnv>()
  for (const [surface, at] of Object.entries(SCRIPTS))
    files.get(at, (context) => context.body(scriptOf(surface), 200, { 'content-type': 'text/javascript' }))
  for (const [surface, at] of Object.entries(LOADERS)) {
    files.use(at, cors)
    files.get(at, async (context) =>
      context.body(await loaderScript(surface), 200, { 'content-type': 'text/javascript' }),
    )
  }
  files.get('/favicon.svg', (context) =>
    context.body(readFileSync(path.join(ROOT, 'src', 'web', 'public', 'favicon.svg'), 'utf8'), 200, {
      'content-type': 'image/svg+xml',
    }),
  )
  return {
    visitor: async () => {
      const { render, css, collectionsCss } = (await vite.ssrLoadModule(`${VISITOR}/visitor-server.tsx`)) as Omit<
        VisitorAssets,
        'script'
      >
      return { render, css, collectionsCss, script: SCRIPTS.visitor }
    },
    frame: async () => {
      const { render, css } = (await vite.ssrLoadModule(`${VISITOR}/frame-server.tsx`)) as Pick<
        FrameAssets,
        'render' | 'css'
      >
      return { render, css, script: SCRIPTS.frame, launcherScript: () => loaderScript('launcher') }
    },
    marketing: async () =>
      (await vite.ssrLoadModule('/src/features/marketing/web/marketing-server.tsx')) as unknown as MarketingAssets,
    docsScript: '/src/features/operations/web/try-it.ts',
    dashboardHtml: (address) => vite.transformIndexHtml(address, readFileSync(page, 'utf8'), '/src/shell/index.html'),
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
