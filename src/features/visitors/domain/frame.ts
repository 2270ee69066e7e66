import type { ListView, PublicPage } from '../contract.ts'

/** So many FAQs a frame ever has; it begins with the first few of them. */
export const FRAME_FAQS_MAX = 100
export const FRAME_LIMIT = { least: 1, most: 12, usual: 6 } as const

/** What a widget's frame of one workspace is made from: at most `FRAME_FAQS_MAX` FAQs. */
export type FrameSource = PublicPage

export type FrameTheme = 'light' | 'dark'

/** The help page inside a frame on somebody's site. `faqs` are those it begins with. */
export interface FrameView extends Omit<ListView, 'kind'> {
  kind: 'frame'
  /** How many FAQs are listed at a time. */
  limit: number
  /** There are more FAQs than those it begins with. */
  more: boolean
  /** In the launcher's panel, which has a height of its own; otherwise as tall as its content. */
  inPanel: boolean
}

/** How many FAQs are listed, by the address's `limit`: 1 to 12, 6 where it says nothing. */
export function frameLimit(text: string | null): number {
  const { least, most, usual } = FRAME_LIMIT
  const wanted = Math.trunc(Number(text))
  return text?.trim() && !Number.isNaN(wanted) ? Math.min(most, Math.max(least, wanted)) : usual
}
