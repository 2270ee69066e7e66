/** Who asks a workspace that lists the origins its widget may be used from, as far as the request shows it. */
export interface Asker {
  /** The request's Origin as `scheme://host`; null without one, and for what names no origin. */
  origin: string | null
  /** Whether that is the origin of our own pages. */
  own: boolean
  /** Whether the workspace lists it. */
  listed: boolean
  /** Whether the request was made by the widget's frame, which stands on a site that has to be listed. */
  fromFrame: boolean
  /** Whether it carries a token that we gave to the workspace's frame a short while ago. */
  hasToken: boolean
}

export type Refusal = 'origin' | 'token'

/** Why this asker may not even read what is published: browsers elsewhere may not. Null: they may. */
export const readingRefused = ({ origin, own, listed }: Asker): Refusal | null =>
  origin !== null && !own && !listed ? 'origin' : null

/**
 * Why this asker gets no answer. Our own public page asks freely; everybody else needs the frame's token, which a
 * browser can only have got where the workspace lets its widget be shown.
 */
export function askingRefused(asker: Asker): Refusal | null {
  const refused = readingRefused(asker)
  if (refused) return refused
  return asker.hasToken || (asker.own && !asker.fromFrame) ? null : 'token'
}
