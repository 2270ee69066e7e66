// A page that arrives element by element, as over a slow connection or when a busy browser pauses while it parses.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { untilPainted } from '../browser/page-changes.ts'

/** Opens `url` so that the browser paints the page after each element of its body. Resolves when it is loaded. */
export async function openSlowly(page: Page, url: string): Promise<void> {
  const { origin } = new URL(url)
  const arriving = Promise.withResolvers<{ response: ServerResponse; body: string }>()
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, {
      headers: { 'accept-language': request.headers['accept-language'] ?? '' },
    })
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, headers)
    if (!headers['content-type']?.startsWith('text/html'))
      return response.end(new Uint8Array(await answer.arrayBuffer()))
    const html = await answer.text()
    const start = html.indexOf('<body')
    response.write(html.slice(0, start))
    arriving.resolve({ response, body: html.slice(start) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await page.goto(url.replace(origin, `http://127.0.0.1:${port}`), { waitUntil: 'commit' })
    const { response, body } = await arriving.promise
    for (const piece of body.split(/(?<=>)/)) {
      response.write(piece)
      await untilPainted(page)
    }
    response.end()
    await page.waitForLoadState('load')
  } finally {
    server.close()
  }
}
