const MASK = '[redacted]'

const SECRET_KEYS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'password',
  'new_?password',
  'current_?password',
  'token',
  'access_?token',
  'refresh_?token',
  'id_?token',
  'x-api-key',
  'api_?key',
  'secret',
  'secret_?key',
  'secret_?access_?key',
  'client_?secret',
  'webhook_?secret',
  'code_?verifier',
  'e-?mail',
].join('|')

// The backslashes: also finds keys inside JSON that was logged as a string, where the quotes are escaped.
const KEYED_STRING = new RegExp(String.raw`(\\{0,7}")(${SECRET_KEYS})\1\s*:\s*\1((?:(?!\1)[^\\]|\\.)*?)\1`, 'gi')
const KEYED_LIST = new RegExp(String.raw`"(${SECRET_KEYS})":\[[^\]]*\]`, 'gi')
const QUERY_SECRET = /([?&](?:access_token|refresh_token|token|code|state|api_key|key|secret|password)=)[^&\s"'\\#]+/gi
// Bounded like the other patterns, since a line may contain user input of any length.
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"\\]*:)[^\s/@"\\]+(@)/gi
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g
const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu
// Drizzle repeats every parameter of a failed query in its message: those are people's words.
const QUERY_PARAMETERS = /(\\nparams: )(?:[^"\\]|\\(?!n {4}at ).)*/g

/** Masks secrets and email addresses in a serialized log line; the result is still valid JSON. */
export function redactLine(line: string): string {
  return line
    .replace(KEYED_STRING, `$1$2$1:$1${MASK}$1`)
    .replace(KEYED_LIST, `"$1":"${MASK}"`)
    .replace(QUERY_PARAMETERS, `$1${MASK}`)
    .replace(QUERY_SECRET, `$1${MASK}`)
    .replace(URL_PASSWORD, `$1${MASK}$2`)
    .replace(BEARER, `$1 ${MASK}`)
    .replace(MAIL, '[email]')
}

/** Shortens an email address for logs: recognizable to its owner, not usable. */
export function maskAddress(address: string): string {
  const position = address.lastIndexOf('@')
  return position < 1 ? MASK : `${address[0]}…(at)${address.slice(position + 1)}`
}
