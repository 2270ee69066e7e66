// A receiver of webhooks in a process of its own, so that it can be killed. It verifies each request, appends the event
// to a file before it answers, and sends its parent the port it listens on.
// Arguments: port (0 for any), secret, file.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

const [port, secret, file] = process.argv.slice(2)
if (!port || !secret || !file) throw new Error('usage: receiver-process.ts PORT SECRET FILE')
const webhook = new Webhook(secret)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = Buffer.concat(chunks).toString()
    let isGenuine = true
    try {
      webhook.verify(body, headers)
    } catch {
      isGenuine = false
    }
    const event = isGenuine ? (JSON.parse(body) as object) : {}
    appendFileSync(file, `${JSON.stringify({ ...event, id: headers['webhook-id'], at: Date.now(), isGenuine })}\n`)
    response.writeHead(isGenuine ? 204 : 401).end()
  })
})
server.listen(Number(port), '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
