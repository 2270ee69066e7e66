import type { ListView, PublicPage } from '../contract.ts'

/** Maximum number of FAQs in a frame, which starts with the first few. */
export const FRAME_FAQS_MAX = 100
export const FRAME_LIMIT = { least: 1, most: 12, usual: 6 } as const

/** Content of a workspace's widget frame: at most `FRAME_FAQS_MAX` FAQs. */
export type FrameSource = PublicPage

export type FrameTheme = 'light' | 'dark'

/** The help page inside a frame. `faqs` are the initial ones. */
export interface FrameView extends Omit<ListView, 'kind'> {
  kind: 'frame'
  /** Number of listed FAQs. */
  limit: number
  /** There are more FAQs than those it begins with. */
  more: boolean
  /** In the launcher's panel, which has a height of its own; otherwise as tall as its content. */
  inPanel: boolean
}

/** Returns the number of listed FAQs from the parameter `limit`: 1 to 12, 6 by default. */
export function frameLimit(text: string | null): number {
  const { least, most, usual } = FRAME_LIMIT
  const wanted = Math.trunc(Number(text))
  return text?.trim() && !Number.isNaN(wanted) ? Math.min(most, Math.max(least, wanted)) : usual
}
