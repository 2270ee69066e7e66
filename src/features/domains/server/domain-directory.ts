import { and, eq, inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type WorkspaceServices, workspaces } from '../../workspaces/server/index.ts'
import { hostName, hostOfHeader } from '../domain/host-name.ts'
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
const KNOWN_MAX = 50_000
/** Cache of unknown hosts, which clients can invent. It never evicts domains. */
const UNKNOWN_MAX = 5_000
const LOOKUPS = { intervalMs: 100, batchSize: 500 }
const ADDRESS = /^[\d.]+$|^\[/

/** Maps hosts to workspaces. The instance's own host and IP addresses belong to none. */
export function createDomainDirectory(
  services: WorkspaceServices,
  { appUrl, local }: { appUrl: URL; local: boolean },
): DomainDirectory {
  const known = new LRUCache<string, KnownDomain>({ max: KNOWN_MAX })
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX })
  let age = 0
  const isOwn = (host: string) =>
    host === appUrl.hostname || host === 'localhost' || !host.includes('.') || ADDRESS.test(host)

  async function load(hosts: string[]): Promise<Map<string, KnownDomain>> {
    const ageAtStart = age
    const named = inArray(workspaces.customDomain, hosts)
    const rows = await systemTransaction(services.db, (transaction) =>
      transaction
        .select({
          host: workspaces.customDomain,
          workspaceId: workspaces.id,
          subdomain: workspaces.subdomain,
          status: workspaces.customDomainStatus,
        })
        .from(workspaces)
        // An index holds the verified ones.
        .where(local ? named : and(named, eq(workspaces.customDomainStatus, 'verified'))),
    )
    const found = new Map<string, KnownDomain>()
    for (const { host, workspaceId, subdomain, status } of rows) {
      if (host === null || found.get(host)?.isVerified) continue
      found.set(host, { workspaceId, subdomain, isVerified: status === 'verified' })
    }
    // A result that was read before a change must not be cached after it.
    if (ageAtStart !== age) return found
    for (const host of hosts) {
      const domain = found.get(host)
      if (domain) known.set(host, domain)
      else unknown.set(host, true)
    }
    return found
  }

  const lookUp = batchLookups(load, LOOKUPS)

  /** Undefined where it must be looked up. */
  function peekDomain(host: string): KnownDomain | null | undefined {
    if (isOwn(host) || unknown.has(host)) return null
    // An invalid host name is neither queried nor cached.
    return known.get(host) ?? (hostName(host, { local: true }) === host ? undefined : null)
  }

  const subdomainOf = (domain: KnownDomain | null) => (domain?.isVerified ? domain.subdomain : null)

  return {
    peek(header) {
      // Almost every request, and the one that has no time to lose.
      if (header === appUrl.host) return null
      const domain = peekDomain(hostOfHeader(header))
      return domain === undefined ? undefined : subdomainOf(domain)
    },
    async find(header) {
      const host = hostOfHeader(header)
      const domain = peekDomain(host)
      return subdomainOf(domain === undefined ? await lookUp(host) : domain)
    },
    isNamed(header) {
      const host = hostOfHeader(header)
      const domain = peekDomain(host)
      return domain === undefined ? lookUp(host).then((found) => found !== null) : domain !== null
    },
    drop(workspaceId) {
      age += 1
      unknown.clear()
      for (const [host, domain] of known) if (domain.workspaceId === workspaceId) known.delete(host)
    },
    flush() {
      age += 1
      known.clear()
      unknown.clear()
    },
  }
}
