export { releaseSlotWhileWaiting } from './admission/slots.ts'
export { createHttp, type HttpOptions } from './app.ts'
export { formBody, jsonBody, queryOf, textBody } from './body.ts'
export { clientAddress, isInNetworks, proxyTrust, requestOrigin } from './client-address.ts'
export {
  type CompressedBody,
  compressBody,
  type Encoding,
  etagMatches,
  negotiateEncoding,
} from './compressed-body.ts'
export type { HttpApp, HttpEnv } from './environment.ts'
export { assertWellFormed, errorResponse, retryAfterOf } from './errors.ts'
export { type EventStream, sse } from './event-stream.ts'
export type { Probe } from './health.ts'
export { type MemoryReply, type RequestHead, sendReply } from './memory-reply.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { plainPage } from './plain-page.ts'
export { cors, mcpCors, normalizeOrigin, originAllowed } from './security/cors.ts'
export { refuseCrossSite } from './security/same-origin.ts'
export { securityHeaders } from './security/security-headers.ts'
export { createSecurityText } from './security/security-text.ts'
export { type RunningServer, type ServerOptions, startHttp } from './server.ts'
export { staticFiles } from './static-files.ts'
export { streamBody } from './stream-body.ts'
