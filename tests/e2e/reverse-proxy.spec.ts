// Help pages behind a real nginx with the shipped configuration.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { test as base, expect } from '../support/content/shop.ts'
import { type NginxServer, startShippedNginx } from '../support/network/nginx-server.ts'

const test = base.extend<{ nginx: NginxServer }>({
  nginx: async ({ app }, use) => {
    const nginx = await startShippedNginx(app.url)
    await use(nginx)
    await nginx.stop()
  },
  serverEnv: [async ({ browserName: _ }, use) => use({ TRUST_PROXY: 'loopback' }), { scope: 'worker' }],
})

test('a help page is served from the cache, and a published change is visible without a purge', async ({
  nginx,
  newShop,
}) => {
  const shop = await newShop()
  const readPage = async () => {
    const response = await fetch(nginx.url + shop.path)
    expect(response.status).toBe(200)
    // Nothing lets a cache answer by itself for longer than two seconds.
    expect(response.headers.get('cache-control')).toContain('s-maxage=1, stale-while-revalidate=1,')
    return response.text()
  }
  for (let request = 0; request < 20; request += 1) expect(await readPage()).toContain('Which wool do you use?')
  const states = await nginx.cacheStates()
  expect(states.filter((state) => state === 'HIT').length).toBeGreaterThan(states.length / 2)

  await shop.call('POST', '/faqs/import', {
    items: [{ question: 'Do you repair looms?', answer: 'Yes, in spring.', category: 'Support', status: 'published' }],
  })
  await expect.poll(readPage).toContain('Do you repair looms?')
  await expect
    .poll(async () => {
      await readPage()
      return nginx.cacheStates()
    }, 'an unchanged page is confirmed, not fetched again')
    .toContain('REVALIDATED')
})

test('personal responses and answers are not cached', async ({ nginx, shop, page }) => {
  await page.goto(`${nginx.url}/auth`)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  const uncached = [`${shop.path}?q=wool`, '/auth', '/api/v1/faqs', `/widget/frame?workspace=${shop.workspace_id}`]
  for (const at of uncached) {
    for (let request = 0; request < 2; request += 1) await fetch(nginx.url + at)
    const [last, before] = (await nginx.cacheStates()).toReversed()
    expect([at, before, last]).toEqual([at, 'MISS', 'MISS'])
  }
})

test('an import of the maximum size passes, and an anonymous one is refused', async ({ nginx, newShop }) => {
  const shop = await newShop()
  const items = Array.from({ length: 1_690 }, () => ({ question: '', answer: 'x'.repeat(19_500) }))
  const body = JSON.stringify({ items })
  expect(body.length).toBeGreaterThan(31 * 1024 * 1024)
  const statusWith = async (headers: Record<string, string>) => {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    return (await fetch(`${nginx.url}/api/v1/faqs/import`, asked)).status
  }
  expect(await statusWith({})).toBe(401)
  expect(await statusWith({ authorization: `Bearer ${shop.api_key}` })).toBe(200)
})

/** A server that says which request it got, and lets caches keep it as help pages do. */
async function startEcho(caching: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { host, 'accept-language': language, 'accept-encoding': encoding } = request.headers
    response.writeHead(200, { 'cache-control': caching, vary: 'Accept-Encoding, Accept-Language' })
    response.end([host, language, encoding].join(' '))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = async () => {
    server.closeAllConnections()
    await promisify(server.close.bind(server))()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** As programs ask that may name any host. */
async function read(url: string, headers: Record<string, string>): Promise<string> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage]
  return `${response.statusCode} ${await text(response)}`
}

test('hosts, encodings and languages are cached separately, and stale pages are served while the server is unavailable', async ({
  app,
  shop,
}) => {
  const caching = (await fetch(app.url + shop.path)).headers.get('cache-control') ?? ''
  const echo = await startEcho(caching)
  const nginx = await startShippedNginx(echo.url)
  const asked = ['one.example.test', 'two.example.test'].flatMap((host) =>
    ['de', 'en'].flatMap((language) => ['br', 'gzip'].map((encoding) => [host, language, encoding] as const)),
  )
  const readAll = () =>
    Promise.all(
      asked.map(([host, language, encoding]) =>
        read(`${nginx.url}/faq/shop`, { host, 'accept-language': language, 'accept-encoding': encoding }),
      ),
    )
  const expected = asked.map((parts) => `200 ${parts.join(' ')}`)
  expect(await readAll()).toEqual(expected)
  await echo.stop()
  await expect
    .poll(async () => {
      expect(await readAll()).toEqual(expected)
      return nginx.cacheStates()
    })
    .toContain('STALE')
  await nginx.stop()
})
