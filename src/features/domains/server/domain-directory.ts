import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type WorkspaceServices, workspaces } from '../../workspaces/server/index.ts'
import { hostOfHeader } from '../domain/host-name.ts'

export interface DomainDirectory {
  /** The subdomain of the workspace that has proved this host; null for none, undefined where it must be looked up. */
  peek(host: string): string | null | undefined
  /** The same, looked up once for as long as nothing changes. Hosts may carry a port. */
  find(host: string): Promise<string | null>
  /** Forgets everything: a workspace changed, or events may have been missed. */
  flush(): void
}

const REMEMBERED = 5_000
const ADDRESS = /^[\d.]+$|^\[/

/** Which workspace answers on which host. The instance's own host and bare addresses are nobody's. */
export function createDomainDirectory(services: WorkspaceServices, appUrl: URL): DomainDirectory {
  const known = new Map<string, string | null>()
  let age = 0
  const isOwn = (host: string) =>
    host === appUrl.hostname || host === 'localhost' || !host.includes('.') || ADDRESS.test(host)

  async function load(host: string): Promise<string | null> {
    const at = age
    const [row] = await systemTransaction(services.db, (tx) =>
      tx
        .select({ subdomain: workspaces.subdomain })
        .from(workspaces)
        .where(and(eq(workspaces.customDomain, host), eq(workspaces.customDomainStatus, 'verified'))),
    )
    const subdomain = row?.subdomain ?? null
    // What was read before a change must not outlive it.
    if (at === age) {
      if (known.size >= REMEMBERED) known.clear()
      known.set(host, subdomain)
    }
    return subdomain
  }

  return {
    peek(header) {
      // Almost every request, and the one that has no time to lose.
      if (header === appUrl.host) return null
      const host = hostOfHeader(header)
      return isOwn(host) ? null : known.get(host)
    },
    async find(header) {
      const host = hostOfHeader(header)
      if (isOwn(host)) return null
      return known.get(host) ?? (known.has(host) ? null : load(host))
    },
    flush() {
      age += 1
      known.clear()
    },
  }
}
