import { type CompressedBody, type Encoding, etagMatches, negotiateEncoding } from '../../../platform/http/index.ts'

/** A finished answer, compressed once for many, with the headers it carries in each encoding. */
export interface Rendered {
  status: 200 | 404 | 429
  forms: Record<Encoding, Form>
  /** Bytes it holds in memory, headers included (estimated). */
  size: number
}

interface Form {
  tag: string
  bytes: Buffer
  full: Readonly<Record<string, string>>
  notModified: Readonly<Record<string, string>>
}

export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null for 304 and HEAD. */
  body: Buffer | null
}

export interface ConditionalRequest {
  method: string | undefined
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

const ENCODINGS = ['identity', 'gzip', 'br'] as const
const HEADERS_SIZE = 3_000

/** @param headers what every encoding carries, `content-type` among them; `vary` names what else it depends on */
export function rendered(status: Rendered['status'], headers: Record<string, string>, body: CompressedBody): Rendered {
  const form = (encoding: Encoding): Form => {
    const { bytes, etag } = body[encoding]
    const vary = headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding'
    const lasting: Record<string, string> = { ...headers, vary }
    if (status === 200) lasting.etag = etag
    const full: Record<string, string> = { ...lasting, 'content-length': String(bytes.byteLength) }
    if (bytes !== body.identity.bytes) full['content-encoding'] = encoding
    const { 'content-type': _, ...notModified } = lasting
    return { tag: etag, bytes, full, notModified }
  }
  const forms = { identity: form('identity'), gzip: form('gzip'), br: form('br') }
  const buffers = new Set(ENCODINGS.map((encoding) => forms[encoding].bytes))
  return { status, forms, size: HEADERS_SIZE + [...buffers].reduce((sum, bytes) => sum + bytes.byteLength, 0) }
}

/** What to send for a request: the encoding it takes, 304 when it has this very one, headers alone for HEAD. */
export function replyTo(request: ConditionalRequest, page: Rendered): Reply {
  const form = page.forms[negotiateEncoding(request.acceptEncoding)]
  if (page.status === 200 && etagMatches(request.ifNoneMatch, form.tag)) {
    return { status: 304, headers: form.notModified, body: null }
  }
  return { status: page.status, headers: form.full, body: request.method === 'HEAD' ? null : form.bytes }
}
