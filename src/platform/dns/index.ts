import { Resolver } from 'node:dns/promises'
import { AppError } from '../../kernel/app-error.ts'

export interface Dns {
  /**
   * The TXT records of a name, each as one text; [] where the name or its records do not exist. Throws unavailable
   * `dns.unavailable` where no server answered, so that silence is never taken for absence.
   */
  txt(name: string): Promise<string[]>
}

const TIMEOUT_MS = 3_000
const TRIES = 2
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * @param servers `address` or `address:port`; the system's where there are none
 * @param timeoutMs of the first try; the second waits longer
 */
export function createDns(servers: readonly string[], timeoutMs = TIMEOUT_MS): Dns {
  return {
    async txt(name) {
      // One for each question: a resolver keeps its connections, and questions are rare.
      const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        const records = await resolver.resolveTxt(name)
        return records.map((parts) => parts.join(''))
      } catch (error) {
        if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return []
        throw new AppError('unavailable', 'dns.unavailable', 'The name servers did not answer.', { cause: error })
      }
    },
  }
}
