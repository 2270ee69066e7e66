import type { BodyLimit } from '../platform/http/index.ts'

const MB = 1024 * 1024

/** Paths that take more than the usual megabyte. */
export const BODY_LIMITS: readonly BodyLimit[] = [
  { prefix: '/api/v1/faqs/import', maxBytes: 32 * MB },
  { prefix: '/api/v1/texts', maxBytes: 32 * MB },
  // More than a picture may have, so that one too large is refused in words about pictures.
  { prefix: '/api/rpc/accounts/setAvatar', maxBytes: 4 * MB },
  { prefix: '/api/rpc/appearance/uploadPicture', maxBytes: 16 * MB },
  // A little more than a document may have, for what surrounds it.
  { prefix: '/api/rpc/knowledge/uploadDocument', maxBytes: 27 * MB },
  { prefix: '/api/v1/documents', maxBytes: 27 * MB },
]
