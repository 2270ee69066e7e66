import type { Context } from 'hono'
import {
  type CompressedBody,
  type Encoding,
  etagMatches,
  type MemoryReply,
  negotiateEncoding,
  type RequestHead,
} from '../../../platform/http/index.ts'

/** A finished answer, compressed once for many, with the headers it carries in each encoding. */
export interface Rendered {
  status: 200 | 400 | 404 | 429 | 503
  forms: Record<Encoding, Form>
  /** Bytes it holds in memory, headers included (estimated). */
  size: number
}

/** In one encoding. */
interface Form {
  tag: string
  bytes: Buffer<ArrayBuffer>
  full: MemoryReply
  headersAlone: MemoryReply
  notModified: MemoryReply
}

interface ConditionalRequest {
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
    return {
      tag: etag,
      bytes,
      full: { status, headers: full, body: bytes },
      headersAlone: { status, headers: full, body: null },
      notModified: { status: 304, headers: notModified, body: null },
    }
  }
  const forms = { identity: form('identity'), gzip: form('gzip'), br: form('br') }
  return { status, forms, size: HEADERS_SIZE + ENCODINGS.reduce((sum, name) => sum + forms[name].bytes.length, 0) }
}

/** Returns the response in the accepted encoding; 304 when the client has this version; headers only for HEAD. */
function replyTo(request: ConditionalRequest, page: Rendered): MemoryReply {
  const form = page.forms[negotiateEncoding(request.acceptEncoding)]
  if (page.status === 200 && etagMatches(request.ifNoneMatch, form.tag)) return form.notModified
  return request.method === 'HEAD' ? form.headersAlone : form.full
}

/** Returns the response for a request that did not reach the application. */
export const memoryReply = ({ method, headers }: RequestHead, page: Rendered): MemoryReply =>
  replyTo({ method, acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }, page)

/** The same where the request goes through the application. */
export function respond(context: Context, page: Rendered): Response {
  const { status, headers, body } = replyTo(
    {
      method: context.req.method,
      acceptEncoding: context.req.header('accept-encoding'),
      ifNoneMatch: context.req.header('if-none-match'),
    },
    page,
  )
  return new Response(body === null ? null : new Uint8Array(body), { status, headers })
}
