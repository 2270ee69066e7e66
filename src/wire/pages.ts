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
function dashboardPage(surfaces: Surfaces, isHttps: boolean) {
  const pageHeaders = { ...securityHeaders('app', { https: isHttps }), 'cache-control': 'no-cache' }
  return async (context: Context<HttpEnv>) =>
    context.html(await surfaces.dashboardHtml(context.req.path), 200, pageHeaders)
}

/** Built files, the dashboard's addresses and, on a local instance, the mail outbox. */
export function createAppPages(applicationCore: Core, rateLimits: Limits, surfaces: Surfaces): Hono<HttpEnv> {
  const pagesApp = new Hono<HttpEnv>()
  const isHttps = applicationCore.config.appUrl.protocol === 'https:'
  const serveDashboard = dashboardPage(surfaces, isHttps)
  pagesApp.route('/', surfaces.files)
  pagesApp.route('/', createAvatarFiles(applicationCore.accounts))
  pagesApp.route('/', createPictureFiles(applicationCore))
  pagesApp.route(
    '/',
    createFaqFiles({
      workspaces: applicationCore.services,
      auth: applicationCore.accounts.auth,
      appUrl: applicationCore.config.appUrl,
    }),
  )
  pagesApp.route(
    '/',
    createQuestionFiles({ workspaces: applicationCore.services, auth: applicationCore.accounts.auth }),
  )
  pagesApp.route(
    '/',
    createArchiveFiles({
      workspaces: applicationCore.services,
      auth: applicationCore.accounts.auth,
      storage: applicationCore.storage,
    }),
  )
  const { services: workspaces, accounts, storage } = applicationCore
  pagesApp.route(
    '/',
    createDocumentFiles({ workspaces, auth: accounts.auth, storage, limitDownloads: rateLimits.downloads }),
  )
  pagesApp.route('/', createFaqImageFiles({ workspaces, auth: accounts.auth, storage }))
  const { secretKeys } = applicationCore.config
  const textPage = (pageTitle: string, pageBody: unknown) => plainPage(pageTitle, pageBody, { https: isHttps })
  pagesApp.route('/', createUnsubscribePage({ db: applicationCore.db, secretKeys, page: textPage }))
  for (const at of APP_PATHS) {
    pagesApp.get(at, serveDashboard)
    pagesApp.get(`${at}/`, serveDashboard)
  }
  if (applicationCore.config.local)
    pagesApp.get('/dev/outbox', async (context) => {
      const { html, headers } = await outboxPage(applicationCore.config.dataDir)
      return context.body(html, 200, headers)
    })
  return pagesApp
}
