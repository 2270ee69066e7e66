import { isSelected } from '../../../kernel/address-patterns.ts'
import type { ShownPageRule, ShownPageRules } from '../../page-rules/contract.ts'
import type { ListView, PublicPage } from '../contract.ts'

/** Maximum number of FAQs in a frame, which starts with the first few. */
export const FRAME_FAQS_MAX = 100
export const FRAME_LIMIT = { least: 1, most: 12, usual: 6 } as const

/** Content of a workspace's widget frame: at most `FRAME_FAQS_MAX` FAQs. */
export interface FrameSource extends PublicPage {
  /** Omitted where no page embeds the frame. */
  pageRules?: ShownPageRules
}

/** Returns the rule for the page that embeds a frame; undefined when none applies. */
export function pageRuleOf({ pageRules }: FrameSource, hostPageUrl: string | null): ShownPageRule | undefined {
  if (!pageRules || hostPageUrl === null || !URL.canParse(hostPageUrl)) return undefined
  const [page = ''] = hostPageUrl.split(/[?#]/, 1)
  return pageRules.rules.find((pageRule) => isSelected(page, pageRule))
}

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
  /** Questions for the page that embeds the frame. */
  suggestions: readonly string[]
  /** It counts prompts: the workspace has some. */
  hasPrompts: boolean
}

/** Returns the number of listed FAQs from the parameter `limit`: 1 to 12, 6 by default. */
export function frameLimit(limitParameter: string | null): number {
  const { least, most, usual } = FRAME_LIMIT
  const requestedLimit = Math.trunc(Number(limitParameter))
  return limitParameter?.trim() && !Number.isNaN(requestedLimit)
    ? Math.min(most, Math.max(least, requestedLimit))
    : usual
}
