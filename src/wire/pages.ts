import { type Context, Hono } from 'hono'
import { createAvatarFiles } from '../features/accounts/server/index.ts'
import { createPictureFiles } from '../features/appearance/server/index.ts'
import { createArchiveFiles } from '../features/archive/server/index.ts'
import { APP_PATHS } from '../features/dashboard/contract.ts'
import { createUnsubscribePage } from '../features/digest/server/index.ts'
import { createFaqFiles, createFaqImageFiles } from '../features/faqs/server/index.ts'
import { createDocumentFiles } from '../features/knowledge/server/index.ts'
import { outboxPage } from '../features/operations/server/index.ts'
import { createQuestionFiles } from '../features/questions/server/index.ts'
import { type HttpEnv, plainPage, securityHeaders } from '../platform/http/index.ts'
import type { Core } from './core.ts'
import type { Limits } from './limits.ts'
import type { Surfaces } from './surfaces.ts'

/** The dashboard's page: the same for every address of the single-page application. */
function dashboardPage(surfaces: Surfaces, https: boolean) {
  const headers = { ...securityHeaders('app', { https }), 'cache-control': 'no-cache' }
  return async (context: Context<HttpEnv>) => context.html(await surfaces.dashboardHtml(context.req.path), 200, headers)
}

/** Built files, the dashboard's addresses and, on a local instance, the mail outbox. */
export function createAppPages(core: Core, limits: Limits, surfaces: Surfaces): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const https = core.config.appUrl.protocol === 'https:'
  const page = dashboardPage(surfaces, https)
  app.route('/', surfaces.files)
  app.route('/', createAvatarFiles(core.accounts))
  app.route('/', createPictureFiles(core))
  app.route('/', createFaqFiles({ workspaces: core.services, auth: core.accounts.auth, appUrl: core.config.appUrl }))
  app.route('/', createQuestionFiles({ workspaces: core.services, auth: core.accounts.auth }))
  app.route('/', createArchiveFiles({ workspaces: core.services, auth: core.accounts.auth, storage: core.storage }))
  const { services: workspaces, accounts, storage } = core
  app.route('/', createDocumentFiles({ workspaces, auth: accounts.auth, storage, limitDownloads: limits.downloads }))
  app.route('/', createFaqImageFiles({ workspaces, auth: accounts.auth, storage }))
  const { secretKeys } = core.config
  const textPage = (title: string, body: unknown) => plainPage(title, body, { https })
  app.route('/', createUnsubscribePage({ db: core.db, secretKeys, page: textPage }))
  for (const at of APP_PATHS) {
    app.get(at, page)
    app.get(`${at}/`, page)
  }
  if (core.config.local)
    app.get('/dev/outbox', async (context) => {
      const { html, headers } = await outboxPage(core.config.dataDir)
      return context.body(html, 200, headers)
    })
  return app
}
