/** Header names as HTTP defines them. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
/** Printable characters, so that no value can begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/
/** The connection's own business, and what every delivery sets itself. */
const RESERVED_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** Returns the reason why a custom header cannot be sent, or null. */
export function headerProblem(name: string, value: string): { field: 'name' | 'value'; message: string } | null {
  if (!HEADER_NAME.test(name)) return { field: 'name', message: 'This is not a valid header name.' }
  const lowerCaseName = name.toLowerCase()
  if (RESERVED_HEADERS.has(lowerCaseName) || lowerCaseName.startsWith('webhook-'))
    return { field: 'name', message: `${name} is set by Answerloom and cannot be changed.` }
  if (!HEADER_VALUE.test(value)) return { field: 'value', message: 'Please use printable ASCII characters only.' }
  return null
}
