// Every address that the server answers at, read from the code, and what keeps strangers from asking it without end. A
// new one is noticed here, and has to say it.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inRoot } from '../scripts/repository.ts'
import { contract } from '../src/contract.ts'
import { procedures } from './support/app/procedures.ts'
import { routesInCode } from './support/network/server-routes.ts'

/** A 429 in the end: `tests/e2e/rate-limits.spec.ts` has one of each. */
const LIMITED = 'limited'
/** From memory, after at most one look at the database by an index; nothing is kept for strangers without bound. */
const MEMORY = 'from memory'
/** Nothing is done before a session, a key, a signature or a random number of ours is shown. */
const PROVEN = 'after proof'
/** Concurrent callers share one response. */
const SHARED = 'shared'
const LOCAL = 'on local instances alone'

const ROUTES: Record<string, string> = {
  'features/accounts/server/profile/avatar-files.ts /files/avatars/:user/:name': MEMORY,
  'features/accounts/server/google/google-callback.ts GOOGLE_CALLBACK': LIMITED,
  'features/answering/server/public-api.routes.ts /ask': LIMITED,
  'features/answering/server/public-api.routes.ts /feedback': LIMITED,
  'features/answering/server/public-api.routes.ts /handoff': LIMITED,
  'features/answering/server/public-api.routes.ts /search': LIMITED,
  'features/answering/server/public-api.routes.ts /token': LIMITED,
  'features/answering/server/public-api.routes.ts /workspaces/:subdomain': LIMITED,
  'features/answering/server/public-api.routes.ts /workspaces/:subdomain/faqs': LIMITED,
  'features/appearance/server/picture-files.ts /files/brand-assets/:workspace/:name': MEMORY,
  'features/archive/server/archive-files.ts /files/workspaces/:id/export.zip': PROVEN,
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/checkout/:id': PROVEN,
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/invoice/:id': PROVEN,
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/portal': PROVEN,
  'features/billing/server/sandbox/pages.ts {SANDBOX_PATH}/trial': PROVEN,
  'features/billing/server/webhook.routes.ts WEBHOOK_PATH': PROVEN,
  'features/domains/server/certificates.routes.ts /api/domains/ask': LIMITED,
  'features/faqs/server/transfer/export-files.ts /files/workspaces/:id/faqs.{exportFormat}': PROVEN,
  'features/faqs/server/images/faq-image-files.ts /files/images/:workspace/:name': MEMORY,
  'features/integrations/server/connect-callback.ts /api/integrations/callback/:type': PROVEN,
  'features/knowledge/server/document-files.ts /files/workspaces/:id/documents/:source': PROVEN,
  'features/knowledge/server/document-files.ts /files/workspaces/:id/originals/:slug': LIMITED,
  'features/knowledge/server/document-files.ts /files/workspaces/:id/sources/:slug/images/:name': MEMORY,
  'features/questions/server/filters/question-files.ts /files/workspaces/:id/questions.csv': PROVEN,
  'features/digest/server/unsubscribe-page.ts UNSUBSCRIBE_PATH': PROVEN,
  'features/marketing/server/site.ts /': MEMORY,
  'features/marketing/server/site.ts /try': LIMITED,
  'features/marketing/server/site.ts /{kind}': MEMORY,
  'features/marketing/server/site.ts /contact': LIMITED,
  'features/marketing/server/site.ts /docs': MEMORY,
  'features/marketing/server/site.ts /docs/:slug': MEMORY,
  'features/marketing/server/site.ts /help': MEMORY,
  'features/marketing/server/site.ts /robots.txt': MEMORY,
  'features/marketing/server/site.ts /sitemap.xml': MEMORY,
  'features/marketing/server/site.ts /status': LIMITED,
  'features/marketing/server/site.ts path': MEMORY,
  'features/mcp/server/oauth/oauth.routes.ts /.well-known/oauth-protected-resource/mcp': MEMORY,
  'features/mcp/server/oauth/oauth.routes.ts REGISTER_PATH': LIMITED,
  'features/mcp/server/oauth/oauth.routes.ts RESOURCE_METADATA': MEMORY,
  'features/mcp/server/oauth/oauth.routes.ts SERVER_METADATA': MEMORY,
  'features/mcp/server/oauth/oauth.routes.ts TOKEN_PATH': LIMITED,
  'features/mcp/server/public/public-mcp.routes.ts /faq/:subdomain/mcp': LIMITED,
  'features/mcp/server/public/public-mcp.routes.ts MCP_PATH': LIMITED,
  'features/mcp/server/workspace/workspace-mcp.routes.ts MCP_PATH': PROVEN,
  'features/visitors/server/widget/widget-frame.routes.ts /widget/frame': MEMORY,
  'features/visitors/server/widget/widget-frame.routes.ts LAUNCHER_PATH': MEMORY,

  'features/visitors/server/help-page.routes.ts /faq/:subdomain': LIMITED,
  'features/visitors/server/help-page.routes.ts /faq/:subdomain/*': LIMITED,
  'platform/http/health.ts /healthz': MEMORY,
  'platform/http/health.ts /metrics': PROVEN,
  'platform/http/health.ts /readyz': SHARED,
  'platform/http/security/security-text.ts /.well-known/security.txt': MEMORY,
  'wire/api.ts /api/docs': MEMORY,
  'wire/api.ts /api/openapi.json': MEMORY,
  'wire/api.ts /api/rpc/*': LIMITED,
  'wire/api.ts /api/v1/*': PROVEN,
  'wire/api.ts EXPORT_PATH': PROVEN,
  'wire/dev-surfaces.ts /favicon.svg': MEMORY,
  'wire/dev-surfaces.ts at': LOCAL,
  'wire/event-stream.ts /api/events': PROVEN,
  'wire/operator-pages.ts /ops': PROVEN,
  'wire/operator-pages.ts /ops/operators/add': PROVEN,
  'wire/operator-pages.ts /ops/operators/remove': PROVEN,
  'wire/pages.ts /dev/outbox': LOCAL,
  'wire/pages.ts at': MEMORY,
  'wire/pages.ts {at}/': MEMORY,
}

it('every public address declares its limit', () => {
  expect([...new Set(routesInCode().map(({ name }) => name))].sort()).toEqual(Object.keys(ROUTES).sort())
})

it('every route reads bodies only within the limits of src/platform/bodies', () => {
  const reads = /\breq\s*\.\s*(?:raw\s*\.\s*)?(?:text|json|formData|parseBody|arrayBuffer|blob|body|clone)\b/
  const src = inRoot('src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?:features\/\w+\/server|platform|wire)(?:\/|\.ts)/.test(file) && /(?<!\.test)\.ts$/.test(file),
  )
  const found = files.filter((file) => reads.test(readFileSync(path.join(src, file), 'utf8')))
  // It hands the unread body over.
  expect(found).toEqual(['platform/http/body.ts'])
})

it('every public procedure is called in the test of limits', () => {
  const spec = readFileSync(path.join(import.meta.dirname, 'e2e/procedure-limits.spec.ts'), 'utf8')
  const open = procedures(contract).filter((p) => p.meta.access === 'anonymous')
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter((p) => !spec.includes(`'${p.path}'`)).map((p) => p.path)).toEqual([])
})

it('bodies that hold a resource are opened in one module, which handles HEAD', () => {
  const src = inRoot('src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?:server|platform|wire)\b.*(?<!\.test)\.ts$/.test(file) && !file.startsWith('platform/http/'),
  )
  const opening = /\bnew ReadableStream\b|\btoWeb\b|\bstreamSSE\b|from 'hono\/streaming'/
  expect(files.filter((file) => opening.test(readFileSync(`${src}/${file}`, 'utf8')))).toEqual([])
})
