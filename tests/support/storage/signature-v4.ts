// AWS Signature Version 4 as a service checks it: written after its description, not with the client's code.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const FIFTEEN_MINUTES = 15 * 60_000

export interface Keys {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

interface Claim {
  credential: string
  signedHeaders: string
  signature: string
  date: string
  payload: string
  /** Seconds; null: the request carries its signature in a header. */
  expires: number | null
}

function claimOf(req: IncomingMessage, url: URL): Claim | null {
  const query = url.searchParams
  if (query.has('X-Amz-Signature')) {
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      payload: 'UNSIGNED-PAYLOAD',
      expires: Number(query.get('X-Amz-Expires')),
    }
  }
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      req.headers.authorization ?? '',
    ) ?? []
  const [, credential = '', signedHeaders = '', signature = ''] = parts
  if (!signature) return null
  const { 'x-amz-date': date, 'x-amz-content-sha256': payload } = req.headers
  return { credential, signedHeaders, signature, date: String(date), payload: String(payload), expires: null }
}

const instant = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Why the service refuses the request, by its own error codes; null: it accepts it. */
export function refusal(req: IncomingMessage, body: Buffer, keys: Keys, now = Date.now()): string | null {
  const url = new URL(req.url ?? '/', 'http://s3.invalid')
  const claim = claimOf(req, url)
  if (!claim) return 'AccessDenied'
  const [id, day = '', region = '', service = '', end] = claim.credential.split('/')
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== keys.region || service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed'
  const age = now - instant(claim.date)
  if (Number.isNaN(age) || !claim.date.startsWith(day)) return 'AccessDenied'
  if (claim.expires === null ? Math.abs(age) > FIFTEEN_MINUTES : age > claim.expires * 1000) return 'AccessDenied'
  if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = claim.signedHeaders.split(';')
  // An unsigned header could be changed in transit.
  const mustSign = Object.keys(req.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (!mustSign.every((name) => names.includes(name))) return 'AccessDenied'
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names.map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`).join('')
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [req.method, path, query, headers, claim.signedHeaders, claim.payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', claim.date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (from, text) => hmac(from, text),
    hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region),
  )
  const expected = Buffer.from(hmac(key, toSign).toString('hex'))
  const given = Buffer.from(claim.signature)
  return expected.length === given.length && timingSafeEqual(expected, given) ? null : 'SignatureDoesNotMatch'
}
