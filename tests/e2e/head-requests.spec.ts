// HEAD gives the status and the headers of GET at every address, and nothing is opened or locked for it.
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../src/contract.ts'
import type { AppServer } from '../support/app/app-server.ts'
import { expect, test } from '../support/browser/browser.ts'
import { newTenant, restOf, type Tenant } from '../support/network/http-client.ts'
import { routesInCode } from '../support/network/server-routes.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM40OAAAAOEAYFmXuFhAAAAAElFTkSuQmCC',
  'base64',
)
/** Headers that differ between two answers to the same request, or that belong to the connection. */
const VARYING = [
  'date',
  'x-request-id',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'content-length',
  'set-cookie',
]
const APPS = '/dashboard'

/** Routes that exist only in development. */
const NOT_BUILT = ['wire/dev-surfaces.ts /favicon.svg', 'wire/dev-surfaces.ts at']

type Shop = Tenant & { avatar: string; logo: string; image: string; document: string }

/** An address of each route that answers GET, or several. */
const ADDRESSES: Record<string, (shop: Shop) => string[]> = {
  'features/accounts/server/profile/avatar-files.ts /files/avatars/:user/:name': ({ avatar }) => [avatar],
  'features/accounts/server/google/google-callback.ts GOOGLE_CALLBACK': () => ['/api/auth/callback/google?state=x'],
  'features/answering/server/public-api.routes.ts /search': (options) => [
    `/api/v1/public/search?subdomain=${options.subdomain}&q=wool`,
    `/api/public/search?subdomain=${options.subdomain}&q=wool`,
  ],
  'features/answering/server/public-api.routes.ts /workspaces/:subdomain': (options) => [
    `/api/v1/public/workspaces/${options.subdomain}`,
    `/api/public/workspaces/${options.subdomain}`,
  ],
  'features/answering/server/public-api.routes.ts /workspaces/:subdomain/faqs': (options) => [
    `/api/v1/public/workspaces/${options.subdomain}/faqs`,
    `/api/public/workspaces/${options.subdomain}/faqs`,
  ],
  'features/appearance/server/picture-files.ts /files/brand-assets/:workspace/:name': ({ logo }) => [
    logo,
    logo.replace(/\w{4}\.webp/, '0000.webp'),
  ],
  'features/faqs/server/images/faq-image-files.ts /files/images/:workspace/:name': ({ image }) => [
    image,
    image.replace(/\w{4}-/, '0000-'),
  ],
  'features/archive/server/archive-files.ts /files/workspaces/:id/export.zip': (options) => [
    `/files/workspaces/${options.workspaceId}/export.zip`,
    '/files/workspaces/none/export.zip',
  ],
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/checkout/:id': () => ['/billing/sandbox/checkout/none'],
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/invoice/:id': () => ['/billing/sandbox/invoice/none'],
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/portal': () => ['/billing/sandbox/portal'],
  'features/domains/server/certificates.routes.ts /api/domains/ask': () => [
    '/api/domains/ask?domain=127.0.0.1',
    '/api/domains/ask?domain=nobody.example',
  ],
  'features/faqs/server/transfer/export-files.ts /files/workspaces/:id/faqs.{exportFormat}': (options) =>
    ['csv', 'json', 'md'].map((format) => `/files/workspaces/${options.workspaceId}/faqs.${format}`),
  'features/integrations/server/connect-callback.ts /api/integrations/callback/:type': () => [
    '/api/integrations/callback/notion?state=x&code=y',
  ],
  'features/knowledge/server/document-files.ts /files/workspaces/:id/documents/:source': (options) => [
    `/files/workspaces/${options.workspaceId}/documents/${options.document}`,
  ],
  'features/knowledge/server/document-files.ts /files/workspaces/:id/originals/:slug': (options) => [
    `/files/workspaces/${options.workspaceId}/originals/none`,
  ],
  'features/knowledge/server/document-files.ts /files/workspaces/:id/sources/:slug/images/:name': (options) => [
    `/files/workspaces/${options.workspaceId}/sources/none/images/1.webp`,
  ],
  'features/digest/server/unsubscribe-page.ts UNSUBSCRIBE_PATH': () => ['/digest/unsubscribe?token=x'],
  'features/marketing/server/site.ts /': () => ['/'],
  'features/marketing/server/site.ts /{kind}': () => ['/pricing', '/features'],
  'features/marketing/server/site.ts /contact': () => ['/contact', '/contact?sent=1'],
  'features/marketing/server/site.ts /docs': () => ['/docs', '/docs?q=widget'],
  'features/marketing/server/site.ts /docs/:slug': () => ['/docs/self-hosting', '/docs/none'],
  'features/marketing/server/site.ts /help': () => ['/help'],
  'features/marketing/server/site.ts /robots.txt': () => ['/robots.txt'],
  'features/marketing/server/site.ts /sitemap.xml': () => ['/sitemap.xml'],
  'features/marketing/server/site.ts /status': () => ['/status'],
  'features/marketing/server/site.ts /try': () => ['/try'],
  'features/marketing/server/site.ts path': () => ['/privacy', '/terms', '/none'],
  'features/mcp/server/oauth/oauth.routes.ts /.well-known/oauth-protected-resource/mcp': () => [
    '/.well-known/oauth-protected-resource/mcp',
  ],
  'features/mcp/server/oauth/oauth.routes.ts RESOURCE_METADATA': () => ['/.well-known/oauth-protected-resource'],
  'features/mcp/server/oauth/oauth.routes.ts SERVER_METADATA': () => ['/.well-known/oauth-authorization-server'],
  'features/mcp/server/public/public-mcp.routes.ts /faq/:subdomain/mcp': (options) => [`/faq/${options.subdomain}/mcp`],
  'features/mcp/server/public/public-mcp.routes.ts MCP_PATH': () => ['/mcp'],
  'features/mcp/server/workspace/workspace-mcp.routes.ts MCP_PATH': () => ['/mcp'],
  'features/questions/server/filters/question-files.ts /files/workspaces/:id/questions.csv': (options) => [
    `/files/workspaces/${options.workspaceId}/questions.csv`,
  ],
  'features/visitors/server/widget/widget-frame.routes.ts LAUNCHER_PATH': () => ['/widget/launcher.js'],
  'features/visitors/server/widget/widget-frame.routes.ts /widget/frame': (options) => [
    `/widget/frame?subdomain=${options.subdomain}`,
    '/widget/frame?subdomain=none',
  ],
  'features/visitors/server/help-page.routes.ts /faq/:subdomain': (options) => [
    `/faq/${options.subdomain}`,
    `/faq/${options.subdomain}?q=wool`,
    `/faq/${options.subdomain}?q=wool&ask=1`,
    '/faq/none',
    `/faq/${options.subdomain}/`,
  ],
  'features/visitors/server/help-page.routes.ts /faq/:subdomain/*': (options) => [
    `/faq/${options.subdomain}/feed.xml`,
    `/faq/${options.subdomain}/sitemap.xml`,
    `/faq/${options.subdomain}/none`,
  ],
  'platform/http/health.ts /healthz': () => ['/healthz'],
  'platform/http/health.ts /metrics': () => ['/metrics'],
  'platform/http/health.ts /readyz': () => ['/readyz'],
  'platform/http/security/security-text.ts /.well-known/security.txt': () => ['/.well-known/security.txt'],
  'wire/api.ts EXPORT_PATH': () => ['/api/v1/export'],
  'wire/api.ts /api/docs': () => ['/api/docs'],
  'wire/api.ts /api/openapi.json': () => ['/api/openapi.json'],
  'wire/api.ts /api/rpc/*': () => ['/api/rpc/accounts/me', '/api/rpc/none'],
  'wire/api.ts /api/v1/*': () => ['/api/v1/faqs', '/api/v1/none'],
  'wire/event-stream.ts /api/events': (options) => ['/api/events', `/api/events?workspace_id=${options.workspaceId}`],
  'wire/operator-pages.ts /ops': () => ['/ops'],
  'wire/pages.ts /dev/outbox': () => ['/dev/outbox'],
  'wire/pages.ts at': () => [APPS, '/auth'],
  'wire/pages.ts {at}/': () => [`${APPS}/`],
}
/** Files of the build, which no route names. */
const FILES = ['/widget.js', '/widget/launcher.js', '/widget/elements.js', '/favicon.svg', '/header-presets/weave.svg']

/** A user with an avatar, a logo and a document. */
async function openShop(app: AppServer): Promise<Shop> {
  const tenant = await newTenant(app)
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const link = new RPCLink({ url: `${app.url}/api/rpc`, headers })
  const rpc: ContractRouterClient<typeof contract> = createORPCClient(link)
  const picture = (name: string) => new File([PIXEL], name, { type: 'image/png' })
  const { avatar_url } = await rpc.accounts.setAvatar({ file: picture('me.png') })
  const { logo_url } = await rpc.appearance.uploadPicture({ kind: 'logo', file: picture('logo.png') })
  const { id } = await rpc.knowledge.uploadDocument({ file: new File(['Wool is warm.'], 'wool.txt') })
  return {
    ...tenant,
    avatar: new URL(avatar_url ?? '', app.url).pathname,
    image: (await rpc.faqs.uploadImage({ file: picture('button.png') })).url,
    logo: new URL(logo_url ?? '', app.url).pathname,
    document: id,
  }
}

/** The files of the data folder that a process has open. */
const openFiles = (app: AppServer): string[] =>
  readdirSync(`/proc/${app.pid}/fd`).flatMap((fd) => {
    const link = `/proc/${app.pid}/fd/${fd}`
    const target = existsSync(link) ? readlinkSync(link) : ''
    return target.startsWith(`${app.dataDir}/files/`) ? [target] : []
  })

/** A page that is never kept holds a number of its own each time. */
const isKept = ({ headers }: Response) => headers.get('cache-control') !== 'no-store'

function comparable(response: Response) {
  const { status, headers } = response
  const varying = isKept(response) ? VARYING : [...VARYING, 'etag']
  return { status, headers: Object.fromEntries([...headers].filter(([name]) => !varying.includes(name))) }
}

test('every route that answers GET has an address here', () => {
  const inCode = routesInCode().filter(({ method }) => ['get', 'all', 'on'].includes(method))
  const names = new Set(inCode.map(({ name }) => name).filter((name) => !NOT_BUILT.includes(name)))
  expect(Object.keys(ADDRESSES).sort()).toEqual([...names].sort())
})

test('HEAD returns the same headers as GET, without a body, a lock or an open file', async ({ app }) => {
  const shop = await openShop(app)
  const addresses = [...Object.values(ADDRESSES).flatMap((of) => of(shop)), ...FILES]
  for (const address of addresses) {
    const isRest = address.startsWith('/api/v1/')
    const headers: Record<string, string> = isRest ? { authorization: `Bearer ${shop.key}` } : { cookie: shop.cookie }
    const ask = (method: string) => {
      const gone = new AbortController()
      const answer = fetch(app.url + address, { method, headers, redirect: 'manual', signal: gone.signal })
      return answer.then((response) => ({ response, gone }))
    }
    const heads = [await ask('HEAD'), await ask('HEAD'), await ask('HEAD')]
    const { response: get, gone } = await ask('GET')
    for (const { response } of heads) {
      expect(comparable(response), address).toEqual(comparable(get))
      const [length, wanted] = [response, get].map((one) => one.headers.get('content-length'))
      if (isKept(get) && length !== null && wanted !== null) expect(length, address).toBe(wanted)
      expect(await response.text(), address).toBe('')
    }
    if (address.startsWith('/api/events')) gone.abort()
    else await get.arrayBuffer()
  }
  await expect.poll(() => openFiles(app)).toEqual([])
  expect(app.logs()).not.toMatch(/DEP0137|"level":"(?:error|fatal)"/)
})

test('HEAD does not count as an export, a stream, a question or a call that writes', async ({ app }) => {
  const shop = await openShop(app)
  const ask = (method: string, at: string) =>
    fetch(app.url + at, { method, headers: { cookie: shop.cookie }, redirect: 'manual' })
  for (let index = 0; index < 60; index++) expect((await ask('HEAD', '/api/events')).status).toBe(200)
  await ask('HEAD', `/files/workspaces/${shop.workspaceId}/export.zip`)
  await ask('HEAD', `/faq/${shop.subdomain}?q=wool&ask=1`)
  expect((await ask('HEAD', '/api/rpc/accounts/signOut')).status).toBeGreaterThanOrEqual(400)
  const rest = restOf(app, shop)
  expect((await rest('/questions')).body).toMatchObject({ items: [] })
  const audit = await fetch(`${app.url}/api/rpc/workspaces/auditLog/list`, {
    method: 'POST',
    headers: { cookie: shop.cookie, 'x-workspace-id': shop.workspaceId, 'content-type': 'application/json' },
    body: '{"json":{}}',
  })
  expect(await audit.text()).not.toContain('workspace.exported')
})
