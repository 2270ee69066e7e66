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
  const scope = await visitorScope(services, { subdomain }, SERVES_MCP)
  if (scope) return scope
  const id = await systemTransaction(services.db, (transaction) => formerHolder(transaction, subdomain))
  return id === null ? null : visitorScope(services, { workspace_id: id }, SERVES_MCP)
}

export async function loadPublicPage(services: WorkspaceServices, subdomain: string): Promise<PublicPage | null> {
  const scope = await namedOrFormer(services, subdomain)
  if (!scope) return null
  return readPublished(scope.ctx, async (transaction) => {
    const info = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!info) return null
    const faqs = await publishedFaqs(transaction)
    const { names: categories, former: formerCategories } = await publicCategories(transaction)
    return {
      workspace: info.workspace,
      faqs,
      sources: await listedSources(transaction),
      categories,
      formerCategories,
      lang: contentLanguage(faqs),
      domain: info.domain,
      version: String(info.contentVersion),
      noindex: !info.searchEngineVisible,
      ...(info.workspace.page_layout === 'collections' && { popular: await mostHelpfulSources(transaction) }),
      servesMcp: scope.further === true,
      allowedOrigins: scope.allowedOrigins,
    }
  })
}

/** Public pages from the cache, dropped when their content changes and all of them when events may have been missed. */
export function createPublicPages(
  core: Core,
  deps: PublicApiDeps,
  surfaces: Surfaces,
): { pages: VisitorPages; directory: DomainDirectory } {
  const { services, config } = core
  const addressOf = (context: Context) => (context as Context<HttpEnv>).var.clientAddress
  const trust = proxyTrust(config.trustProxy)
  // This runs for every page that is answered from memory: whom to trust is asked only where it matters.
  const hostOf = (head: RequestHead) =>
    head.headers['x-forwarded-host'] === undefined ? (head.headers.host ?? '') : requestOrigin(head, trust).host
  const directory = createDomainDirectory(services, config)
  const pages = createVisitorPages({
    appUrl: config.appUrl.origin,
    assets: surfaces.visitor,
    loadPublicPage: (subdomain) => loadPublicPage(services, subdomain),
    loadSource: async (workspaceId, slug) => {
      const context = await visitorContext(services, { workspace_id: workspaceId })
      return context && readPublished(context, (transaction) => readSourcePage(transaction, slug))
    },
    domains: { peek: (head) => directory.peek(hostOf(head)), find: directory.find },
    searchPublic: async ({ subdomain, q, limit }, context) => {
      await deps.limits.search(addressOf(context))
      const ctx = await requireWorkspace(services, { subdomain })
      return { results: await searchContent(ctx, { q, limit, isPrefix: true, appUrl: config.appUrl }) }
    },
    askPublic: (input, context) => askFromPage(deps, context, input),
    handOffPublic: (input, context) => handOffFromPage(deps, context, input),
    voteOnFaq: async ({ subdomain, ...vote }, context) => {
      const address = addressOf(context)
      await deps.limits.vote(address)
      if (!(await deps.limits.isFirstVote(address, vote.faqId))) return
      await recordFaqVote(await requireWorkspace(services, { subdomain }), vote)
    },
  })
  for (const type of ['faq.changed', 'content.changed'] as const)
    core.events.on(type, ({ workspace_id: id }) => pages.drop(id))
  core.events.on('workspace.changed', ({ workspace_id: id }) => {
    directory.drop(id)
    pages.drop(id)
  })
  // A new or deleted workspace changes what an address that was missing a moment ago answers.
  for (const type of ['workspace.created', 'workspace.deleted'] as const)
    core.events.on(type, ({ workspace_id: id }) => {
      directory.drop(id)
      pages.flush()
    })
  core.events.onReset(() => {
    directory.flush()
    pages.markStale()
  })
  surfaces.onChange(() => pages.flush())
  return { pages, directory }
}
