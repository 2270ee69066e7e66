import { Resolver } from 'node:dns/promises'
import { AppError } from '../../kernel/app-error.ts'

export interface DnsResolver {
  /**
   * The TXT records of a name, each as one text; [] where the name or its records do not exist. Throws unavailable
   * `dns.unavailable` where no server answered, so that silence is never taken for absence.
   */
  txt(name: string): Promise<string[]>
}

const TIMEOUT_MS = 3_000
const MAX_TRIES = 2
const ABSENT_CODES = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * @param serverAddresses `address` or `address:port`; the system's where there are none
 * @param timeoutMs of the first try; the second waits longer
 */
export function createDns(serverAddresses: readonly string[], timeoutMs = TIMEOUT_MS): DnsResolver {
  return {
    async txt(domainName) {
      // One for each question: a resolver keeps its connections, and questions are rare.
      const resolver = new Resolver({ timeout: timeoutMs, tries: MAX_TRIES })
      if (serverAddresses.length > 0) resolver.setServers(serverAddresses)
      try {
        const textRecords = await resolver.resolveTxt(domainName)
        return textRecords.map((recordParts) => recordParts.join(''))
      } catch (error) {
        if (ABSENT_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return []
        throw new AppError('unavailable', 'dns.unavailable', 'The name servers did not answer.', { cause: error })
      }
    },
  }
}
