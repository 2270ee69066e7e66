// Requests to one of the hosts that a server answers for.
import { request } from 'node:http'

/** Requests a path on a host; browsers resolve `….localhost` by themselves, Node does not. POST where there is a body. */
export const onHost = (
  host: string,
  port: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const message = body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const headers = { host: `${host}:${port}`, ...message }
    const sent = request({ host: '127.0.0.1', port, path, headers, method: body ? 'POST' : 'GET' }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end(body && JSON.stringify(body))
  })
