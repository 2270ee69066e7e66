// A receiver of webhooks: a real server that verifies each request with the library of Standard Webhooks.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedEvent {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown> & { id: string }
  headers: IncomingHttpHeaders
}

export interface WebhookReceiver {
  url: string
  /** `host:port`, for OUTBOUND_ALLOW_HOSTS. */
  host: string
  /** Events that were verified and accepted, in order. */
  accepted: ReceivedEvent[]
  /** Requests whose signature was wrong. */
  refused: number
  /** All requests, also those that were answered with a failure. */
  requests: number
  /** Paths of all requests. */
  paths: string[]
  /** Secrets that are accepted. */
  secrets: string[]
  /** Answer to a verified request; 204 by default. */
  answer: () => { status: number; headers?: Record<string, string>; body?: string }
  close(): Promise<void>
}

const verify = (secrets: readonly string[], body: string, headers: Record<string, string>): boolean =>
  secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers)
      return true
    } catch {
      return false
    }
  })

/** Listens on `port`, so that a receiver that was closed can come back where it was. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receiver.requests++
      receiver.paths.push(request.url ?? '')
      const body = Buffer.concat(chunks).toString()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      if (!verify(receiver.secrets, body, headers)) {
        receiver.refused++
        response.writeHead(401).end('wrong signature')
        return
      }
      const { status, headers: extra = {}, body: text = '' } = receiver.answer()
      if (status < 300)
        receiver.accepted.push({
          ...(JSON.parse(body) as Omit<ReceivedEvent, 'id' | 'headers'>),
          id: headers['webhook-id'] ?? '',
          headers: request.headers,
        })
      response.writeHead(status, extra).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: WebhookReceiver = {
    url: `http://${host}/hooks`,
    host,
    accepted: [],
    refused: 0,
    requests: 0,
    paths: [],
    secrets: [],
    answer: () => ({ status: 204 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
