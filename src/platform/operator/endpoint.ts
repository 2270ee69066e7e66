import { readFile } from 'node:fs/promises'
import type { NetConnectOpts } from 'node:net'
import { join } from 'node:path'

/** A socket's path may have about 104 bytes on macOS and 108 on Linux. */
const MAX_SOCKET_PATH = 100

/** First line of every connection: a peer that answers without it is another program on a reused port. */
export const GREETING = 'operator 1'

export interface TcpEndpoint {
  port: number
  token: string
}

export const socketPath = (dataDir: string): string => join(dataDir, 'operator.sock')
export const tcpFile = (dataDir: string): string => join(dataDir, 'operator.json')

/**
 * Returns true when a socket in this folder is possible; otherwise TCP on the loopback interface with a token is used.
 */
export const hasSocket = (dataDir: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(socketPath(dataDir)) <= MAX_SOCKET_PATH

/** Returns the address and token of a server on this folder; null when there is none. */
export async function findEndpoint(dataDir: string): Promise<{ connect: NetConnectOpts; token: string | null } | null> {
  if (hasSocket(dataDir)) return { connect: { path: socketPath(dataDir) }, token: null }
  try {
    const { port, token } = JSON.parse(await readFile(tcpFile(dataDir), 'utf8')) as TcpEndpoint
    return { connect: { host: '127.0.0.1', port }, token }
  } catch {
    return null
  }
}
