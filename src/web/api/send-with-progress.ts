/**
 * Sends a request like `fetch` and reports the uploaded share, 0 to 1, which `fetch` cannot. Throws a TypeError when
 * the server cannot be reached.
 */
export async function sendWithProgress(request: Request, onSent: (share: number) => void): Promise<Response> {
  const requestBody = await request.blob()
  const serverResponse = Promise.withResolvers<Response>()
  const xmlRequest = new XMLHttpRequest()
  xmlRequest.open(request.method, request.url)
  xmlRequest.withCredentials = true
  xmlRequest.responseType = 'blob'
  for (const [name, value] of request.headers) xmlRequest.setRequestHeader(name, value)
  xmlRequest.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
  xmlRequest.addEventListener('load', () =>
    serverResponse.resolve(
      new Response(xmlRequest.response as Blob, { status: xmlRequest.status, headers: headersOf(xmlRequest) }),
    ),
  )
  xmlRequest.addEventListener('error', () => serverResponse.reject(new TypeError('The server was not reached.')))
  xmlRequest.addEventListener('abort', () =>
    serverResponse.reject(new DOMException('The upload was stopped.', 'AbortError')),
  )
  request.signal.addEventListener('abort', () => xmlRequest.abort())
  xmlRequest.send(requestBody)
  return serverResponse.promise
}

function headersOf(xmlRequest: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const headerLine of xmlRequest.getAllResponseHeaders().trim().split('\r\n')) {
    const colonOffset = headerLine.indexOf(':')
    if (colonOffset > 0) headers.append(headerLine.slice(0, colonOffset), headerLine.slice(colonOffset + 1).trim())
  }
  return headers
}
