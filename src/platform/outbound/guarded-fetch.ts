import { type Agent, fetch } from 'undici'
import { type Resolver, systemResolver } from './addresses.ts'
import { failed, ownError, timedOut, tooLarge } from './errors.ts'
import { checkUrl, guardedAgent, type HostPolicy, hostPolicy } from './guarded-agent.ts'
import type { GuardedOptions, GuardedResponse } from './guarded-request.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Not sent on to another origin. */
const CONFIDENTIAL = ['authorization', 'cookie', 'proxy-authorization']
/** The connection's own business. */
const RESERVED = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade']

const agents = new Map<string, Agent>()

/** Connections are kept per policy: one that a policy allowed must not serve another. */
function agentFor(allowHosts: readonly string[], policy: HostPolicy, resolve: Resolver | undefined): Agent {
  if (resolve) return guardedAgent(policy, resolve)
  const key = [...allowHosts].sort().join(' ')
  let agent = agents.get(key)
  if (agent === undefined) {
    agent = guardedAgent(policy, systemResolver)
    agents.set(key, agent)
  }
  return agent
}

interface Hop {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array<ArrayBuffer> | undefined
}

function nextHop(hop: Hop, status: number, location: string, policy: HostPolicy): Hop {
  const url = checkUrl(URL.canParse(location, hop.url.href) ? new URL(location, hop.url) : location, policy)
  const headers = new Headers(hop.headers)
  if (url.origin !== hop.url.origin) for (const name of CONFIDENTIAL) headers.delete(name)
  const asGet = status === 303 ? hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST'
  if (!asGet) return { ...hop, url, headers }
  headers.delete('content-type')
  return { url, method: 'GET', headers, body: undefined }
}

async function readBody(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, isCut }: { maxBytes: number; isCut: boolean },
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes && !isCut) throw tooLarge(maxBytes)
    chunks.push(chunk)
    if (size >= maxBytes && isCut) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function decode(body: Buffer, contentType: string | null): string {
  const label = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

/** See index.ts. */
export async function guardedFetch(url: string | URL, options: GuardedOptions = {}): Promise<GuardedResponse> {
  const { maxBytes = 5 * 1024 * 1024, timeoutMs = 15_000, maxRedirects = 5, allowHosts = [], isCut = false } = options
  const policy = hostPolicy(allowHosts)
  const headers = new Headers(options.headers)
  for (const name of RESERVED) headers.delete(name)
  let hop: Hop = {
    url: checkUrl(url, policy),
    method: (options.method ?? 'GET').toUpperCase(),
    headers,
    body: options.body,
  }
  const agent = agentFor(allowHosts, policy, options.resolve)
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(hop.url, {
        method: hop.method,
        headers: Object.fromEntries(hop.headers),
        body: hop.body,
        redirect: 'manual',
        dispatcher: agent,
        signal,
      })
      const location = response.headers.get('location')
      if (maxRedirects > 0 && REDIRECTS.has(response.status) && location !== null) {
        await response.body?.cancel()
        if (redirects >= maxRedirects) throw failed(new Error('Too many redirects'))
        hop = nextHop(hop, response.status, location, policy)
        continue
      }
      const body = await readBody(response.body as ReadableStream<Uint8Array> | null, { maxBytes, isCut })
      const received = new Headers([...response.headers])
      return {
        status: response.status,
        headers: received,
        url: hop.url.href,
        body,
        text: () => decode(body, received.get('content-type')),
      }
    }
  } catch (error) {
    throw ownError(error) ?? (timeout.aborted && !options.signal?.aborted ? timedOut() : failed(error))
  } finally {
    if (options.resolve) await agent.destroy()
  }
}
