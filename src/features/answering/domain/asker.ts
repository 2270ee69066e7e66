/** The sender of a request to a workspace that lists its allowed origins, as far as the request shows it. */
export interface Asker {
  /** The request's Origin as `scheme://host`; null without one. */
  origin: string | null
  /** True for the origin of our own pages. */
  isOwn: boolean
  /** True when the workspace lists the origin. */
  isListed: boolean
  /** True when the request has a valid token for this workspace and the sender's network. */
  hasToken: boolean
}

export type Refusal = 'origin' | 'token'

/** Why this sender may not read published content; null when it may. Browsers on sites that are not listed may not. */
export const readingRefused = ({ origin, isOwn, isListed }: Asker): Refusal | null =>
  origin !== null && !isOwn && !isListed ? 'origin' : null

/** Returns why a sender is refused; null when it is allowed. In addition to reading rights it needs a token. */
export const askingRefused = (asker: Asker): Refusal | null =>
  readingRefused(asker) ?? (asker.hasToken ? null : 'token')

/** Why this sender gets no token; null when it does: our own pages and the listed sites, whose components ask themselves. */
export const tokenRefused = ({ origin, isOwn, isListed }: Asker): Refusal | null =>
  isOwn || (origin !== null && isListed) ? null : 'origin'
