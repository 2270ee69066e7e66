import { isLoopbackHost } from '../../../platform/config/index.ts'
import { proxyTrust, type RequestHead, requestOrigin } from '../../../platform/http/index.ts'
import { hostFromHeader } from '../domain/host-name.ts'
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
  const trustedProxies = proxyTrust(trustProxy)
  // A URL puts its host together each time it is read.
  const { host, hostname } = appUrl

  function admitsHost(hostHeader: string): boolean | Promise<boolean> {
    // Almost every request; the rest costs more than sending a cached page may.
    if (hostHeader === host) return true
    const requestHost = hostFromHeader(hostHeader)
    return (
      requestHost === '' || isLoopbackHost(requestHost) || requestHost === hostname || directory.isNamed(requestHost)
    )
  }

  return (requestHead) => {
    const hostAdmission = admitsHost(requestHead.headers.host ?? '')
    // A script may write this header, but not the one before.
    if (hostAdmission === false || requestHead.headers['x-forwarded-host'] === undefined) return hostAdmission
    const forwardedAdmission = admitsHost(requestOrigin(requestHead, trustedProxies).host)
    return hostAdmission === true
      ? forwardedAdmission
      : Promise.all([hostAdmission, forwardedAdmission]).then((admissions) => admissions.every(Boolean))
  }
}
