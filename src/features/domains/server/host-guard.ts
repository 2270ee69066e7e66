import { isLoopbackHost } from '../../../platform/config/index.ts'
import { proxyTrust, type RequestHead, requestOrigin } from '../../../platform/http/index.ts'
import { hostOfHeader } from '../domain/host-name.ts'
import type { DomainDirectory } from './domain-directory.ts'

/**
 * Returns true when this instance answers for the host of a request. On a local instance every client can sign up and
 * read emails, so a website whose name resolves to this machine (DNS rebinding) must not reach it. It therefore accepts
 * only names of the machine itself, the host of APP_URL, and domains that a workspace has entered. A public instance
 * accepts every host, since nothing there depends on reachability.
 */
export function createHostGuard(
  { local, appUrl, trustProxy }: { local: boolean; appUrl: URL; trustProxy: readonly string[] },
  directory: DomainDirectory,
): (head: RequestHead) => boolean | Promise<boolean> {
  if (!local) return () => true
  const trust = proxyTrust(trustProxy)

  function admits(header: string): boolean | Promise<boolean> {
    // Almost every request; the rest costs more than sending a cached page may.
    if (header === appUrl.host) return true
    const host = hostOfHeader(header)
    return host === '' || isLoopbackHost(host) || host === appUrl.hostname || directory.isNamed(host)
  }

  return (head) => {
    const named = admits(head.headers.host ?? '')
    // A script may write this header, but not the one before.
    if (named === false || head.headers['x-forwarded-host'] === undefined) return named
    const forwarded = admits(requestOrigin(head, trust).host)
    return named === true ? forwarded : Promise.all([named, forwarded]).then((all) => all.every(Boolean))
  }
}
