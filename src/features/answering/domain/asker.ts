/** The sender of a request to a workspace that lists its allowed origins, as far as the request shows it. */
export interface Asker {
  /** The request's Origin as `scheme://host`; null without one. */
  origin: string | null
  /** Whether that is the origin of our own pages. */
  isOwn: boolean
  /** Whether the workspace lists it. */
  isListed: boolean
  /** Whether the request carries a valid token for this workspace and the sender's network. */
  hasToken: boolean
}

export type Refusal = 'origin' | 'token'

/** Why this sender may not read published content; null when it may. Browsers on sites that are not listed may not. */
export const readingRefused = ({ origin, isOwn, isListed }: Asker): Refusal | null =>
  origin !== null && !isOwn && !isListed ? 'origin' : null

/** Why this sender gets no answer; null when it does. Besides the right to read it needs a token. */
export const askingRefused = (asker: Asker): Refusal | null =>
  readingRefused(asker) ?? (asker.hasToken ? null : 'token')

/** Why this sender gets no token; null when it does. Only the scripts of our own pages do. */
export const tokenRefused = ({ isOwn }: Asker): Refusal | null => (isOwn ? null : 'origin')
