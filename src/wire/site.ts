import { sessionOf } from '../features/accounts/server/index.ts'
import { searchContent } from '../features/answering/server/index.ts'
import { accessOf, planApplies } from '../features/billing/server/index.ts'
import type { LandingPage, ShownWorkspace, SiteViewer } from '../features/marketing/contract.ts'
import { createSite, type Site, type SiteDeps } from '../features/marketing/server/index.ts'
import { DOCS_SUBDOMAIN, readUptime, tryProbes } from '../features/operations/server/index.ts'
import {
  hasPrioritySupport,
  readPublicInfo,
  readPublished,
  visitorContext,
} from '../features/workspaces/server/index.ts'
import { systemTransaction } from '../platform/db/index.ts'
import type { Core } from './core.ts'
import type { Limits } from './limits.ts'
import type { Surfaces } from './surfaces.ts'
import { readForVisitor } from './try-out.ts'

const DEMO_SUBDOMAIN = 'demo'
const DOCS_RESULTS = 10
const CHECKOUT = '/dashboard/profile?tab=billing'
/** On a local instance messages go to the outbox. */
const LOCAL_SUPPORT = 'support@localhost'
/** The parts of the server, in people's words. */
const COMPONENTS = { database: 'Database', queue: 'Background work', storage: 'Files' } as const

async function shownWorkspace({ services }: Core, subdomain: string): Promise<ShownWorkspace | null> {
  const context = await visitorContext(services, { subdomain })
  if (!context) return null
  const publicInfo = await readPublished(context, ({ tx, workspaceId }) => readPublicInfo(tx, workspaceId))
  return publicInfo && { id: publicInfo.workspace.id, subdomain, name: publicInfo.workspace.name }
}

async function viewerOf({ accounts, billing, services }: Core, requestHeaders: Headers): Promise<SiteViewer> {
  const userSession = await sessionOf(accounts.auth, requestHeaders)
  if (!userSession) return { signed_in: false }
  const { billingOff, db } = services
  return systemTransaction(db, async (transaction) => {
    const { plan } = await accessOf(transaction, userSession.userId, { billingOff })
    const plan_applies = await planApplies(billing.services, transaction, userSession.userId)
    return { signed_in: true, subscribed: plan === 'starter' || plan === 'pro' ? plan : null, plan_applies }
  })
}

/** As the provider of payments names them; where nothing is sold, by our own names. */
const OWN_NAMES: LandingPage['plans'] = {
  starter: { productId: 'starter', priceId: 'starter' },
  pro: { productId: 'pro', priceId: 'pro' },
}

function contactOf(applicationCore: Core, rateLimits: Limits): SiteDeps['contact'] {
  const { config, db, jobs, contactMail, accounts, services } = applicationCore
  const supportAddress = config.supportEmail ?? (config.local ? LOCAL_SUPPORT : null)
  return {
    send:
      supportAddress === null
        ? null
        : (contactMessage, { priority }) =>
            systemTransaction(db, (transaction) =>
              jobs.send(
                transaction,
                contactMail,
                { ...contactMessage, priority, to: supportAddress },
                { priority: priority ? 1 : 0 },
              ),
            ),
    hasPriority: async (requestHeaders) => {
      const userSession = await sessionOf(accounts.auth, requestHeaders)
      return userSession !== null && hasPrioritySupport(services, userSession.userId)
    },
    limit: rateLimits.contact,
    times: config.supportTimes,
  }
}

async function statusOf({ probes, db }: Core): ReturnType<SiteDeps['status']> {
  const probeResults = await tryProbes(probes)
  // Without a database there is no record to read, and that is what the page then says.
  const { totals, since } = await readUptime(db).catch(() => ({ totals: {}, since: null }))
  const componentParts = Object.entries(COMPONENTS).map(([key, name]) => ({
    name,
    working: probeResults[key] ?? false,
    record: (totals as Record<string, { checks: number; succeeded: number }>)[key] ?? null,
  }))
  return { components: componentParts, since }
}

/** The site around the product, for this instance. */
export function createInstanceSite(applicationCore: Core, rateLimits: Limits, surfaces: Surfaces): Site {
  const { config, services } = applicationCore
  const instanceSite = createSite({
    appUrl: config.appUrl.origin,
    assets: surfaces.marketing,
    demo: () => shownWorkspace(applicationCore, DEMO_SUBDOMAIN),
    help: () => shownWorkspace(applicationCore, DOCS_SUBDOMAIN),
    viewer: (context) => viewerOf(applicationCore, context.req.raw.headers),
    checkout: applicationCore.billing.services.provider && CHECKOUT,
    plans: applicationCore.billing.services.provider?.plans ?? OWN_NAMES,
    searchDocs: async (searchQuery, clientAddress) => {
      await rateLimits.visitors.search(clientAddress)
      const context = await visitorContext(services, { subdomain: DOCS_SUBDOMAIN })
      if (!context) return []
      const foundSections = await searchContent(context, {
        q: searchQuery,
        limit: DOCS_RESULTS,
        appUrl: config.appUrl,
      })
      const foundPages = new Set<string>()
      return foundSections.flatMap(({ title, excerpt, url }) => {
        const pagePath = url?.split('#')[0]
        if (!pagePath || foundPages.has(pagePath)) return []
        foundPages.add(pagePath)
        return [{ title, excerpt, url }]
      })
    },
    contact: contactOf(applicationCore, rateLimits),
    tryOut: { limit: rateLimits.tryOut, read: (websiteUrl) => readForVisitor(applicationCore, websiteUrl) },
    elsewhere: new Map(
      Object.entries({ '/terms': config.termsUrl, '/privacy': config.privacyUrl }).flatMap(([path, url]) =>
        url ? [[path, url] as const] : [],
      ),
    ),
    contactText: config.supportEmail ?? 'the contact page',
    status: async (clientAddress) => {
      await rateLimits.visitors.search(clientAddress)
      return statusOf(applicationCore)
    },
  })
  surfaces.onChange(() => instanceSite.flush())
  return instanceSite
}
