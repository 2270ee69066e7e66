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

const PROGRAM_ROOT = inProgram()
const VISITOR_FOLDER = '/src/features/visitors/web'
const SCRIPT_PATHS = { visitor: '/@dev/visitor.js', frame: '/@dev/frame.js' }
/** The scripts that customers' pages load: single files, which Vite's modules are not. */
const LOADER_PATHS = { widget: '/widget.js', launcher: '/widget/launcher.js', elements: '/widget/elements.js' }

/** Vite's client code. Visitor pages are rendered by the server, so their script includes it. */
const scriptOf = (surfaceName: string) => `import '/@vite/client'
import refresh from '/@react-refresh'
refresh.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
await import('${VISITOR_FOLDER}/${surfaceName}-entry.tsx')
`

const isModule = (requestUrl: string) => /^\/(@(vite|id|fs|react-refresh)|src\/|node_modules\/)/.test(requestUrl)

/** Rebuilds one of the loaders as `vite build` would, in one file. */
async function loaderScript(surfaceName: string): Promise<string> {
  const environments = {
    [surfaceName]: { build: { write: false, rolldownOptions: { output: { codeSplitting: false } } } },
  }
  const viteBuilder = await createBuilder({ root: PROGRAM_ROOT, logLevel: 'warn', environments })
  const environment = viteBuilder.environments[surfaceName]
  const buildResult = environment && (await viteBuilder.build(environment))
  const buildOutputs = [buildResult ?? []]
    .flat()
    .flatMap((singleOutput) => ('output' in singleOutput ? singleOutput.output : []))
  return buildOutputs.map((outputFile) => (outputFile.type === 'chunk' ? outputFile.code : '')).join('')
}

/** The sources through Vite, with hot reload, in front of the application. Pages carry no content security policy here. */
export async function devSurfaces(): Promise<Surfaces> {
  const viteServer = await createServer({ root: PROGRAM_ROOT, appType: 'custom', server: { middlewareMode: true } })
  const dashboardPage = path.join(PROGRAM_ROOT, 'src', 'shell', 'index.html')
  const fileRoutes = new Hono<HttpEnv>()
  for (const [surface, at] of Object.entries(SCRIPT_PATHS))
    fileRoutes.get(at, (context) => context.body(scriptOf(surface), 200, { 'content-type': 'text/javascript' }))
  for (const [surface, at] of Object.entries(LOADER_PATHS)) {
    fileRoutes.use(at, cors)
    fileRoutes.get(at, async (context) =>
      context.body(await loaderScript(surface), 200, { 'content-type': 'text/javascript' }),
    )
  }
  fileRoutes.get('/favicon.svg', (context) =>
    context.body(readFileSync(path.join(PROGRAM_ROOT, 'src', 'web', 'public', 'favicon.svg'), 'utf8'), 200, {
      'content-type': 'image/svg+xml',
    }),
  )
  return {
    visitor: async () => {
      const { render, css, collectionsCss } = (await viteServer.ssrLoadModule(
        `${VISITOR_FOLDER}/visitor-server.tsx`,
      )) as Omit<VisitorAssets, 'script'>
      return { render, css, collectionsCss, script: SCRIPT_PATHS.visitor }
    },
    frame: async () => {
      const { render, css } = (await viteServer.ssrLoadModule(`${VISITOR_FOLDER}/frame-server.tsx`)) as Pick<
        FrameAssets,
        'render' | 'css'
      >
      return { render, css, script: SCRIPT_PATHS.frame, launcherScript: () => loaderScript('launcher') }
    },
    marketing: async () =>
      (await viteServer.ssrLoadModule(
        '/src/features/marketing/web/marketing-server.tsx',
      )) as unknown as MarketingAssets,
    docsScript: '/src/features/operations/web/try-it.ts',
    dashboardHtml: (pageAddress) =>
      viteServer.transformIndexHtml(pageAddress, readFileSync(dashboardPage, 'utf8'), '/src/shell/index.html'),
    files: fileRoutes,
    before: (request, response) => {
      if (!isModule(request.url ?? '')) return false
      viteServer.middlewares(request, response, () => {
        response.statusCode = 404
        response.end()
      })
      return true
    },
    built: false,
    onChange: (changeHandler) => void viteServer.watcher.on('change', changeHandler),
    close: () => viteServer.close(),
  }
}
