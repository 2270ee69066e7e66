import { throughput } from './load.ts'
import { startNodeServer } from './static-server.ts'

const PAGE = '<p>As long as a page of a help center.</p>'.repeat(1_000)
const CONNECTIONS = 32
const SECONDS = 2

/**
 * Requests per second that a bare `node:http` server answers on this machine at this moment. Measurements of different
 * machines and times are compared as shares of it.
 */
export async function bareServerRate(): Promise<number> {
  const server = await startNodeServer(PAGE)
  try {
    return (await throughput(server.url, CONNECTIONS, SECONDS)).perSecond
  } finally {
    await server.stop()
  }
}
