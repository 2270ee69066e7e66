/**
 * Sends a request like `fetch` and reports the uploaded share, 0 to 1, which `fetch` cannot. Throws a TypeError when
 * the server cannot be reached.
 */
export async function sendWithProgress(request: Request, onSent: (share: number) => void): Promise<Response> {
  const body = await request.blob()
  const answered = Promise.withResolvers<Response>()
  const line = new XMLHttpRequest()
  line.open(request.method, request.url)
  line.withCredentials = true
  line.responseType = 'blob'
  for (const [name, value] of request.headers) line.setRequestHeader(name, value)
  line.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
  line.addEventListener('load', () =>
    answered.resolve(new Response(line.response as Blob, { status: line.status, headers: headersOf(line) })),
  )
  line.addEventListener('error', () => answered.reject(new TypeError('The server was not reached.')))
  line.addEventListener('abort', () => answered.reject(new DOMException('The upload was stopped.', 'AbortError')))
  request.signal.addEventListener('abort', () => line.abort())
  line.send(body)
  return answered.promise
}

function headersOf(line: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const header of line.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = header.indexOf(':')
    if (colon > 0) headers.append(header.slice(0, colon), header.slice(colon + 1).trim())
  }
  return headers
}
