import type { Context } from 'hono'
import {
  askFromPage,
  handOffFromPage,
  type PublicApiDeps,
  requireWorkspace,
  searchContent,
} from '../features/answering/server/index.ts'
import { createDomainDirectory, type DomainDirectory } from '../features/domains/server/index.ts'
import { publicCategories, publishedFaqs } from '../features/faqs/server/index.ts'
import { recordFaqVote } from '../features/help-health/server/index.ts'
import { listedSources, readSourcePage } from '../features/knowledge/server/index.ts'
import { mostHelpfulSources } from '../features/questions/server/index.ts'
import type { PublicPage } from '../features/visitors/contract.ts'
import { contentLanguage, createVisitorPages, type VisitorPages } from '../features/visitors/server/index.ts'
import {
  formerHolder,
  readPublicInfo,
  readPublished,
  SERVES_MCP,
  visitorContext,
  visitorScope,
  type WorkspaceServices,
} from '../features/workspaces/server/index.ts'
import { systemTransaction } from '../platform/db/index.ts'
import { type HttpEnv, proxyTrust, type RequestHead, requestOrigin } from '../platform/http/index.ts'
import type { Core } from './core.ts'
import type { Surfaces } from './surfaces.ts'

/** The workspace of this name, or the one that had it before. */
async function namedOrFormer(services: WorkspaceServices, subdomain: string) {
  const visitorAccess = await visitorScope(services, { subdomain }, SERVES_MCP)
  if (visitorAccess) return visitorAccess
  const holderId = await systemTransaction(services.db, (transaction) => formerHolder(transaction, subdomain))
  return holderId === null ? null : visitorScope(services, { workspace_id: holderId }, SERVES_MCP)
}

export async function loadPublicPage(services: WorkspaceServices, subdomain: string): Promise<PublicPage | null> {
  const visitorAccess = await namedOrFormer(services, subdomain)
  if (!visitorAccess) return null
  return readPublished(visitorAccess.ctx, async (transaction) => {
    const publicInfo = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!publicInfo) return null
    const faqs = await publishedFaqs(transaction)
    const { names: categories, former: formerCategories } = await publicCategories(transaction)
    return {
      workspace: publicInfo.workspace,
      faqs,
      sources: await listedSources(transaction),
      categories,
      formerCategories,
      lang: contentLanguage(faqs),
      domain: publicInfo.domain,
      version: String(publicInfo.contentVersion),
      noindex: !publicInfo.searchEngineVisible,
      ...(publicInfo.workspace.page_layout === 'collections' && { popular: await mostHelpfulSources(transaction) }),
      servesMcp: visitorAccess.further === true,
      allowedOrigins: visitorAccess.allowedOrigins,
    }
  })
}

/** Public pages from the cache, dropped when their content changes and all of them when events may have been missed. */
export function createPublicPages(
  applicationCore: Core,
  publicApiDependencies: PublicApiDeps,
  surfaces: Surfaces,
): { pages: VisitorPages; directory: DomainDirectory } {
  const { services, config } = applicationCore
  const addressOf = (context: Context) => (context as Context<HttpEnv>).var.clientAddress
  const proxyTrustRules = proxyTrust(config.trustProxy)
  // This runs for every page that is answered from memory: whom to trust is asked only where it matters.
  const hostOf = (requestHead: RequestHead) =>
    requestHead.headers['x-forwarded-host'] === undefined
      ? (requestHead.headers.host ?? '')
      : requestOrigin(requestHead, proxyTrustRules).host
  const directory = createDomainDirectory(services, config)
  const visitorPages = createVisitorPages({
    appUrl: config.appUrl.origin,
    assets: surfaces.visitor,
    loadPublicPage: (subdomain) => loadPublicPage(services, subdomain),
    loadSource: async (workspaceId, sourceSlug) => {
      const context = await visitorContext(services, { workspace_id: workspaceId })
      return context && readPublished(context, (transaction) => readSourcePage(transaction, sourceSlug))
    },
    domains: { peek: (requestHead) => directory.peek(hostOf(requestHead)), find: directory.find },
    searchPublic: async ({ subdomain, q, limit }, context) => {
      await publicApiDependencies.limits.search(addressOf(context))
      const workspaceContext = await requireWorkspace(services, { subdomain })
      return { results: await searchContent(workspaceContext, { q, limit, isPrefix: true, appUrl: config.appUrl }) }
    },
    askPublic: (pageInput, context) => askFromPage(publicApiDependencies, context, pageInput),
    handOffPublic: (pageInput, context) => handOffFromPage(publicApiDependencies, context, pageInput),
    voteOnFaq: async ({ subdomain, ...vote }, context) => {
      const clientAddress = addressOf(context)
      await publicApiDependencies.limits.vote(clientAddress)
      if (!(await publicApiDependencies.limits.isFirstVote(clientAddress, vote.faqId))) return
      await recordFaqVote(await requireWorkspace(services, { subdomain }), vote)
    },
  })
  for (const eventType of ['faq.changed', 'content.changed'] as const)
    applicationCore.events.on(eventType, ({ workspace_id: id }) => visitorPages.drop(id))
  applicationCore.events.on('workspace.changed', ({ workspace_id: id }) => {
    directory.drop(id)
    visitorPages.drop(id)
  })
  // A new or deleted workspace changes what an address that was missing a moment ago answers.
  for (const eventType of ['workspace.created', 'workspace.deleted'] as const)
    applicationCore.events.on(eventType, ({ workspace_id: id }) => {
      directory.drop(id)
      visitorPages.flush()
    })
  applicationCore.events.onReset(() => {
    directory.flush()
    visitorPages.markStale()
  })
  surfaces.onChange(() => visitorPages.flush())
  return { pages: visitorPages, directory }
}
