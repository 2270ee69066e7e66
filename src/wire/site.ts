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

const DEMO = 'demo'
const DOCS_RESULTS = 10
const CHECKOUT = '/dashboard/profile?tab=billing'
/** On a local instance messages go to the outbox. */
const LOCAL_SUPPORT = 'support@localhost'
/** The parts of the server, in people's words. */
const COMPONENTS = { database: 'Database', queue: 'Background work', storage: 'Files' } as const

async function shownWorkspace({ services }: Core, subdomain: string): Promise<ShownWorkspace | null> {
  const context = await visitorContext(services, { subdomain })
  if (!context) return null
  const info = await readPublished(context, ({ tx, workspaceId }) => readPublicInfo(tx, workspaceId))
  return info && { id: info.workspace.id, subdomain, name: info.workspace.name }
}

async function viewerOf({ accounts, billing, services }: Core, headers: Headers): Promise<SiteViewer> {
  const session = await sessionOf(accounts.auth, headers)
  if (!session) return { signed_in: false }
  const { billingOff, db } = services
  return systemTransaction(db, async (transaction) => {
    const { plan } = await accessOf(transaction, session.userId, { billingOff })
    const plan_applies = await planApplies(billing.services, transaction, session.userId)
    return { signed_in: true, subscribed: plan === 'starter' || plan === 'pro' ? plan : null, plan_applies }
  })
}

/** As the provider of payments names them; where nothing is sold, by our own names. */
const OWN_NAMES: LandingPage['plans'] = {
  starter: { productId: 'starter', priceId: 'starter' },
  pro: { productId: 'pro', priceId: 'pro' },
}

function contactOf(core: Core, limits: Limits): SiteDeps['contact'] {
  const { config, db, jobs, contactMail, accounts, services } = core
  const to = config.supportEmail ?? (config.local ? LOCAL_SUPPORT : null)
  return {
    send:
      to === null
        ? null
        : (message, { priority }) =>
            systemTransaction(db, (transaction) =>
              jobs.send(transaction, contactMail, { ...message, priority, to }, { priority: priority ? 1 : 0 }),
            ),
    hasPriority: async (headers) => {
      const session = await sessionOf(accounts.auth, headers)
      return session !== null && hasPrioritySupport(services, session.userId)
    },
    limit: limits.contact,
    times: config.supportTimes,
  }
}

async function statusOf({ probes, db }: Core): ReturnType<SiteDeps['status']> {
  const worked = await tryProbes(probes)
  // Without a database there is no record to read, and that is what the page then says.
  const { totals, since } = await readUptime(db).catch(() => ({ totals: {}, since: null }))
  const parts = Object.entries(COMPONENTS).map(([key, name]) => ({
    name,
    working: worked[key] ?? false,
    record: (totals as Record<string, { checks: number; succeeded: number }>)[key] ?? null,
  }))
  return { components: parts, since }
}

/** The site around the product, for this instance. */
export function createInstanceSite(core: Core, limits: Limits, surfaces: Surfaces): Site {
  const { config, services } = core
  const site = createSite({
    appUrl: config.appUrl.origin,
    assets: surfaces.marketing,
    demo: () => shownWorkspace(core, DEMO),
    help: () => shownWorkspace(core, DOCS_SUBDOMAIN),
    viewer: (context) => viewerOf(core, context.req.raw.headers),
    checkout: core.billing.services.provider && CHECKOUT,
    plans: core.billing.services.provider?.plans ?? OWN_NAMES,
    searchDocs: async (query, address) => {
      await limits.visitors.search(address)
      const context = await visitorContext(services, { subdomain: DOCS_SUBDOMAIN })
      if (!context) return []
      const found = await searchContent(context, {
        q: query,
        limit: DOCS_RESULTS,
        appUrl: config.appUrl,
      })
      const places = new Set<string>()
      return found.flatMap(({ title, excerpt, url }) => {
        const page = url?.split('#')[0]
        if (!page || places.has(page)) return []
        places.add(page)
        return [{ title, excerpt, url }]
      })
    },
    contact: contactOf(core, limits),
    tryOut: { limit: limits.tryOut, read: (url) => readForVisitor(core, url) },
    elsewhere: new Map(
      Object.entries({ '/terms': config.termsUrl, '/privacy': config.privacyUrl }).flatMap(([path, url]) =>
        url ? [[path, url] as const] : [],
      ),
    ),
    contactText: config.supportEmail ?? 'the contact page',
    status: async (address) => {
      await limits.visitors.search(address)
      return statusOf(core)
    },
  })
  surfaces.onChange(() => site.flush())
  return site
}
