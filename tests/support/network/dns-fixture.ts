// A name server for end-to-end tests, which the server under test asks for the records of domains.
import type { WorkerFixture } from '@playwright/test'
import { type DnsServer, startDnsServer } from './dns-server.ts'

export interface DnsFixture {
  dns: DnsServer
}

type Fixture<Value, Needed extends object> = [WorkerFixture<Value, Needed>, { scope: 'worker' }]

const dns: Fixture<DnsServer, { browserName: string }> = [
  async ({ browserName: _ }, use) => {
    const server = await startDnsServer()
    await use(server)
    await server.stop()
  },
  { scope: 'worker' },
]

const serverEnv: Fixture<Record<string, string>, DnsFixture> = [
  async ({ dns }, use) => use({ DNS_SERVERS: dns.address }),
  { scope: 'worker' },
]

/** Fixtures for `test.extend`. */
export const dnsFixture = { dns, serverEnv }
