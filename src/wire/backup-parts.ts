import { createHmac } from 'node:crypto'

/** Tables left out of a backup: counters, derived data and process state. */
export const LEFT_OUT = ['rate_limits', 'search_changes', 'entry_embeddings', 'served_embeddings']

/** Names the secret key without telling it: sealed tokens can be read only where it is the same. */
export const keyMark = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('answerloom backup').digest('base64url').slice(0, 16)
