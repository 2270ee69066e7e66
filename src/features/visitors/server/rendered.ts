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
export interface RenderedResponse {
  status: 200 | 400 | 404 | 429 | 503
  forms: Record<Encoding, EncodedForm>
  /** Bytes it holds in memory, headers included (estimated). */
  size: number
}

/** In one encoding. */
interface EncodedForm {
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

const CONTENT_ENCODINGS = ['identity', 'gzip', 'br'] as const
const HEADERS_SIZE_BYTES = 3_000

/** @param commonHeaders what every encoding carries, `content-type` among them; `vary` names what else it depends on */
export function renderedResponse(
  statusCode: RenderedResponse['status'],
  commonHeaders: Record<string, string>,
  compressedBody: CompressedBody,
): RenderedResponse {
  const encodedForm = (contentEncoding: Encoding): EncodedForm => {
    const { bytes, etag } = compressedBody[contentEncoding]
    const varyHeader = commonHeaders.vary ? `Accept-Encoding, ${commonHeaders.vary}` : 'Accept-Encoding'
    const cacheHeaders: Record<string, string> = { ...commonHeaders, vary: varyHeader }
    if (statusCode === 200) cacheHeaders.etag = etag
    const fullHeaders: Record<string, string> = { ...cacheHeaders, 'content-length': String(bytes.byteLength) }
    if (bytes !== compressedBody.identity.bytes) fullHeaders['content-encoding'] = contentEncoding
    const { 'content-type': _, ...notModified } = cacheHeaders
    return {
      tag: etag,
      bytes,
      full: { status: statusCode, headers: fullHeaders, body: bytes },
      headersAlone: { status: statusCode, headers: fullHeaders, body: null },
      notModified: { status: 304, headers: notModified, body: null },
    }
  }
  const encodedForms = { identity: encodedForm('identity'), gzip: encodedForm('gzip'), br: encodedForm('br') }
  return {
    status: statusCode,
    forms: encodedForms,
    size:
      HEADERS_SIZE_BYTES +
      CONTENT_ENCODINGS.reduce((totalBytes, encodingName) => totalBytes + encodedForms[encodingName].bytes.length, 0),
  }
}

/** Returns the response in the accepted encoding; 304 when the client has this version; headers only for HEAD. */
function selectReply(conditionalRequest: ConditionalRequest, cachedResponse: RenderedResponse): MemoryReply {
  const acceptedForm = cachedResponse.forms[negotiateEncoding(conditionalRequest.acceptEncoding)]
  if (cachedResponse.status === 200 && etagMatches(conditionalRequest.ifNoneMatch, acceptedForm.tag))
    return acceptedForm.notModified
  return conditionalRequest.method === 'HEAD' ? acceptedForm.headersAlone : acceptedForm.full
}

/** Returns the response for a request that did not reach the application. */
export const memoryReply = ({ method, headers }: RequestHead, cachedResponse: RenderedResponse): MemoryReply =>
  selectReply(
    { method, acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] },
    cachedResponse,
  )

/** The same where the request goes through the application. */
export function sendRendered(httpContext: Context, cachedResponse: RenderedResponse): Response {
  const { status, headers, body } = selectReply(
    {
      method: httpContext.req.method,
      acceptEncoding: httpContext.req.header('accept-encoding'),
      ifNoneMatch: httpContext.req.header('if-none-match'),
    },
    cachedResponse,
  )
  return new Response(body === null ? null : new Uint8Array(body), { status, headers })
}
