import { and, eq, inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type WorkspaceServices, workspaces } from '../../workspaces/server/index.ts'
import { hostFromHeader, parseHostName } from '../domain/host-name.ts'
import { batchLookups } from './batched-lookups.ts'

/** Hosts may carry a port. */
export interface DomainDirectory {
  /** The subdomain of the workspace that has proved this host; null for none, undefined where it must be looked up. */
  peek(host: string): string | null | undefined
  /** The same, looked up where it is not known. */
  find(host: string): Promise<string | null>
  /**
   * Returns true when a workspace has entered this host, verified or not; only a local directory contains unverified
   * ones.
   */
  isNamed(host: string): boolean | Promise<boolean>
  /** Called when a workspace changes: its domain and cached unknown hosts may be stale. */
  drop(workspaceId: string): void
  /** Forgets everything: events may have been missed. */
  flush(): void
}

interface KnownDomain {
  workspaceId: string
  subdomain: string
  isVerified: boolean
}

/** Domains of workspaces; there are no more of them than workspaces. */
const MAX_KNOWN_HOSTS = 50_000
/** Cache of unknown hosts, which clients can invent. It never evicts domains. */
const MAX_UNKNOWN_HOSTS = 5_000
const LOOKUP_OPTIONS = { intervalMs: 100, batchSize: 500 }
const IP_ADDRESS = /^[\d.]+$|^\[/

/** Maps hosts to workspaces. The instance's own host and IP addresses belong to none. */
export function createDomainDirectory(
  services: WorkspaceServices,
  { appUrl, local }: { appUrl: URL; local: boolean },
): DomainDirectory {
  const domainsByHost = new LRUCache<string, KnownDomain>({ max: MAX_KNOWN_HOSTS })
  const unknownHosts = new LRUCache<string, true>({ max: MAX_UNKNOWN_HOSTS })
  let generation = 0
  const isOwnHost = (host: string) =>
    host === appUrl.hostname || host === 'localhost' || !host.includes('.') || IP_ADDRESS.test(host)

  async function loadDomains(hosts: string[]): Promise<Map<string, KnownDomain>> {
    const generationAtStart = generation
    const hostCondition = inArray(workspaces.customDomain, hosts)
    const domainRows = await systemTransaction(services.db, (transaction) =>
      transaction
        .select({
          host: workspaces.customDomain,
          workspaceId: workspaces.id,
          subdomain: workspaces.subdomain,
          status: workspaces.customDomainStatus,
        })
        .from(workspaces)
        // An index holds the verified ones.
        .where(local ? hostCondition : and(hostCondition, eq(workspaces.customDomainStatus, 'verified'))),
    )
    const foundDomains = new Map<string, KnownDomain>()
    for (const { host, workspaceId, subdomain, status } of domainRows) {
      if (host === null || foundDomains.get(host)?.isVerified) continue
      foundDomains.set(host, { workspaceId, subdomain, isVerified: status === 'verified' })
    }
    // A result that was read before a change must not be cached after it.
    if (generationAtStart !== generation) return foundDomains
    for (const host of hosts) {
      const knownDomain = foundDomains.get(host)
      if (knownDomain) domainsByHost.set(host, knownDomain)
      else unknownHosts.set(host, true)
    }
    return foundDomains
  }

  const lookUpDomain = batchLookups(loadDomains, LOOKUP_OPTIONS)

  /** Undefined where it must be looked up. */
  function peekDomain(host: string): KnownDomain | null | undefined {
    if (isOwnHost(host) || unknownHosts.has(host)) return null
    // An invalid host name is neither queried nor cached.
    return domainsByHost.get(host) ?? (parseHostName(host, { local: true }) === host ? undefined : null)
  }

  const subdomainOf = (knownDomain: KnownDomain | null) => (knownDomain?.isVerified ? knownDomain.subdomain : null)

  return {
    peek(hostHeader) {
      // Almost every request, and the one that has no time to lose.
      if (hostHeader === appUrl.host) return null
      const knownDomain = peekDomain(hostFromHeader(hostHeader))
      return knownDomain === undefined ? undefined : subdomainOf(knownDomain)
    },
    async find(hostHeader) {
      const host = hostFromHeader(hostHeader)
      const knownDomain = peekDomain(host)
      return subdomainOf(knownDomain === undefined ? await lookUpDomain(host) : knownDomain)
    },
    isNamed(hostHeader) {
      const host = hostFromHeader(hostHeader)
      const knownDomain = peekDomain(host)
      return knownDomain === undefined
        ? lookUpDomain(host).then((foundDomain) => foundDomain !== null)
        : knownDomain !== null
    },
    drop(workspaceId) {
      generation += 1
      unknownHosts.clear()
      for (const [host, domain] of domainsByHost) if (domain.workspaceId === workspaceId) domainsByHost.delete(host)
    },
    flush() {
      generation += 1
      domainsByHost.clear()
      unknownHosts.clear()
    },
  }
}
