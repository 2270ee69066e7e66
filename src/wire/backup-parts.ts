import { createHmac } from 'node:crypto'

/** What of the database is not taken along: it is counted anew, computed anew, or means nothing to another process. */
export const LEFT_OUT = ['rate_limits', 'search_changes', 'entry_embeddings', 'served_embeddings']

/** Names the secret key without telling it: sealed tokens can be read only where it is the same. */
export const keyMark = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('answerloom backup').digest('base64url').slice(0, 16)
