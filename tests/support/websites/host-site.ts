// A website that embeds the widget: on another origin, with pages whose styles and scripts interfere with it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HostPage {
  body: string
  head?: string
  /** Content-Security-Policy of the page. */
  policy?: string
}

export interface HostSite {
  /** By a name that is another site for browsers than 127.0.0.1; no slash at its end. */
  origin: string
  /** Puts a page at a path, for everybody who asks from now on. */
  put(path: string, page: HostPage): void
  close(): Promise<void>
}

/** Style rules that override everything unprotected, and some that target typical widget elements. */
export const HOSTILE_STYLE = `<style>
* { all: unset !important }
iframe, button, dialog, div { display: none !important; position: static !important; width: 1px !important; height: 1px !important; opacity: 0.1 !important; transform: rotate(9deg) !important; z-index: -1 !important; color: red !important; background: lime !important }
@layer first { iframe { visibility: hidden !important; min-height: 3000px !important } }
</style>`

/** Nothing but the widget's own origin, no inline styles, and Trusted Types without a single policy. */
export const strictPolicy = (app: string): string =>
  `default-src 'none'; img-src data:; script-src ${app}; frame-src ${app}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

/** The tag as a customer pastes it. */
export const widgetTag = (app: string, attributes: Record<string, string>): string => {
  const all = { src: `${app}/widget.js`, ...attributes }
  return `<script async ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></script>`
}

export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<string, HostPage>()
  const server = createServer((req, res) => {
    const page = pages.get(new URL(req.url ?? '/', 'http://host').pathname)
    if (!page) return void res.writeHead(404).end()
    res.setHeader('content-type', 'text/html; charset=utf-8')
    if (page.policy) res.setHeader('content-security-policy', page.policy)
    res.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A shop</title><link rel="icon" href="data:,">${page.head ?? ''}</head><body>${page.body}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    put: (path, page) => void pages.set(path, page),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
