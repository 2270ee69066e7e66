// A React application on another origin, made with the packages as they would be published: installed below its own
// node_modules, built by Vite, rendered on the server and hydrated in the browser.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { bundlePackage } from '../../../scripts/packages/bundle-package.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

const PAGE = `import { HelpPage } from './help-page.tsx'
import { QuickQuestion } from './own-markup.tsx'
export const Page = ({ workspace, faqs }) => (
  <main><h1>A shop</h1><HelpPage workspace={workspace} faqs={faqs} /><QuickQuestion {...workspace} /></main>
)
`
const IN_BROWSER = `import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Page } from './page.jsx'
const props = JSON.parse(document.getElementById('props').textContent)
hydrateRoot(document.getElementById('root'), <StrictMode><Page {...props} /></StrictMode>)
document.documentElement.dataset.hydrated = ''
`
const ON_SERVER = `import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { getFaqs } from '@answerloom/react/faq'
import { Page } from './page.jsx'
export async function render(workspace) {
  const props = { workspace, faqs: await getFaqs(workspace) }
  return { props, html: renderToString(<StrictMode><Page {...props} /></StrictMode>) }
}
`

export interface Workspace {
  server: string
  subdomain: string
}

export interface ReactSite {
  /** By a name that is another site for browsers than 127.0.0.1; no slash at its end. */
  origin: string
  /** Address of the page for a workspace. `head` is added to its head, `dir` is the direction of its text. */
  pageFor(workspace: Workspace, options?: { head?: string; dir?: 'rtl' }): string
  close(): Promise<void>
}

/** Installs the packages and the application into a folder. */
async function install(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@answerloom'), { recursive: true })
  for (const name of ['client', 'react']) {
    const target = path.join(modules, '@answerloom', name)
    await bundlePackage(name, path.join(target, 'dist'))
    cpSync(path.join(ROOT, 'packages', name, 'package.json'), path.join(target, 'package.json'))
  }
  for (const name of ['react', 'react-dom'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name), 'junction')
  for (const name of ['help-page.tsx', 'own-markup.tsx'])
    cpSync(path.join(ROOT, 'packages/react/examples', name), path.join(folder, name))
  const files = {
    'page.jsx': PAGE,
    'browser.jsx': IN_BROWSER,
    'server.jsx': ON_SERVER,
    'package.json': '{"type":"module"}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

async function buildApp(folder: string): Promise<void> {
  const common = {
    root: folder,
    configFile: false as const,
    logLevel: 'warn' as const,
    oxc: { jsx: { runtime: 'automatic' as const } },
    // React's development build warns of everything that differs between server and browser.
    define: { 'process.env.NODE_ENV': '"development"' },
  }
  const input = (name: string) => ({ input: path.join(folder, name) })
  await build({
    ...common,
    build: { outDir: 'browser', manifest: true, minify: false, rolldownOptions: input('browser.jsx') },
  })
  await build({
    ...common,
    ssr: { noExternal: true },
    build: { ssr: true, outDir: 'server', rolldownOptions: input('server.jsx') },
  })
}

export async function startReactSite(): Promise<ReactSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-react-'))
  await install(folder)
  await buildApp(folder)
  const manifest = JSON.parse(readFileSync(path.join(folder, 'browser/.vite/manifest.json'), 'utf8'))
  const { file: script, css } = manifest['browser.jsx'] as { file: string; css: string[] }
  const app = (await import(pathToFileURL(path.join(folder, 'server/server.js')).href)) as {
    render(workspace: Workspace): Promise<{ props: object; html: string }>
  }

  async function document(address: URL): Promise<string> {
    const { workspace, head = '', dir = 'ltr' } = JSON.parse(address.searchParams.get('page') ?? '{}')
    const { props, html } = await app.render(workspace)
    const data = JSON.stringify(props).replaceAll('<', '\\u003c')
    return `<!doctype html><html lang="en" dir="${dir}"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/${css[0]}">${head}</head><body><div id="root">${html}</div>
<script type="application/json" id="props">${data}</script><script type="module" src="/${script}"></script></body></html>`
  }

  const server = createServer(async (req, res) => {
    const address = new URL(req.url ?? '/', 'http://localhost')
    try {
      const isPage = address.pathname === '/'
      const body = isPage ? await document(address) : readFileSync(path.join(folder, 'browser', address.pathname))
      const type = isPage ? 'text/html' : address.pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
      res.setHeader('content-type', `${type}; charset=utf-8`).end(body)
    } catch (error) {
      res.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pageFor: (workspace, options) => `${origin}/?page=${encodeURIComponent(JSON.stringify({ workspace, ...options }))}`,
    close: () =>
      new Promise((resolve) => {
        rmSync(folder, { recursive: true, force: true })
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
