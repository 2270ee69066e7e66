// A website that tests crawl: pages by path, served by a real server on this machine, with everything asked of it noted.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page is its HTML, or an answer of any kind. */
export type SitePage =
  | string
  | {
      status?: number
      headers?: Record<string, string>
      body?: string | Uint8Array
      hangs?: boolean
      /** Answered once this has resolved. */
      after?: Promise<void>
    }
  | ((request: IncomingMessage) => SitePage)

export interface WebSite {
  /** Without a slash at its end. */
  url: string
  /** Value for OUTBOUND_ALLOW_HOSTS. */
  host: string
  /** By path with its parameters. May be changed while it runs. */
  pages: Map<string, SitePage>
  /** Paths in the order in which they were asked for. */
  asked: { path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/** Serves `pages`; other paths are 404. `{url}` in a text is replaced by the site's address. */
export async function startWebSite(pages: Record<string, SitePage>, port = 0): Promise<WebSite> {
  const asked: WebSite['asked'] = []
  const known = new Map(Object.entries(pages))
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push({ path, headers: request.headers })
    let page: SitePage = known.get(path) ?? { status: 404, body: 'This folder is empty.' }
    while (typeof page === 'function') page = page(request)
    const {
      status = 200,
      headers = {},
      body = '',
      hangs = false,
      after,
    } = typeof page === 'string' ? { body: page } : page
    // Never answered, so the client has to time out.
    if (hangs) return
    const own = (text: string) => text.replaceAll('{url}', url)
    const all = Object.entries({ 'content-type': 'text/html; charset=utf-8', ...headers })
    const answer = () => {
      response.writeHead(status, Object.fromEntries(all.map(([name, value]) => [name, own(value)])))
      response.end(typeof body === 'string' ? own(body) : body)
    }
    if (after) void after.then(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  return {
    url,
    host,
    pages: known,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An ordinary page: a menu, a heading, its text, links and a footer. */
export function sitePage(options: { title: string; text: string; links?: string[]; head?: string }): string {
  const links = (options.links ?? []).map((href) => `<li><a href="${href}">${href}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><title>${options.title} | Woven Goods</title>${options.head ?? ''}</head>
<body><nav><a href="/">Home</a></nav><main><h1>${options.title}</h1><p>${options.text}</p></main><ul>${links}</ul><footer>Woven Goods</footer></body></html>`
}
