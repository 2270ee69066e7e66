import { createHmac } from 'node:crypto'

/** Tables left out of a backup: counters, derived data and process state. */
export const LEFT_OUT = ['rate_limits', 'search_changes', 'entry_embeddings', 'served_embeddings']

/**
 * Name of a backup that is made now, such as `backup-2026-01-31t12-00-00.jsonl.gz`, with `.sealed` if there is a key to
 * encrypt it. It is a valid key of a file in a bucket, which has no capital letters.
 */
export const backupName = (backupKind: 'backup' | 'scheduled', backupTime: Date, key: string | null): string =>
  `${backupKind}-${backupTime.toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()}.jsonl.gz${key ? '.sealed' : ''}`

/** Names the secret key without telling it: sealed tokens can be read only where it is the same. */
export const keyMark = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('answerloom backup').digest('base64url').slice(0, 16)
