import { AI_UNAVAILABLE } from '../../../answering/contract.ts'
import { type FrameSource, type FrameView, pageRuleOf } from '../../domain/frame.ts'
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts'
import { settingOf } from '../page-setting.ts'
import { listView } from '../page-views.ts'
import type { FrameAddress } from './frame-address.ts'

/** @param appUrl without a slash at the end */
export function frameView(
  source: FrameSource,
  address: Pick<FrameAddress, 'asked' | 'language' | 'limit' | 'inPanel'> & { pageUrl?: string | null },
  appUrl: string,
): FrameView {
  const { place, texts } = settingOf(source, { ...address, onDomain: false }, appUrl)
  const { limit, inPanel } = address
  // The specification gives the page and the frame a word of their own.
  const unavailableAi = place.lang === DEFAULT_LANGUAGE ? AI_UNAVAILABLE : texts.help.unavailableAi
  const setting = { place, texts: { ...texts, help: { ...texts.help, unavailableAi } } }
  return {
    ...listView({ ...source, workspace: { ...source.workspace, page_layout: 'list' } }, setting, {
      category: null,
      page: 1,
      search: null,
    }),
    kind: 'frame',
    workspace: source.workspace,
    faqs: source.faqs.slice(0, limit),
    limit,
    more: source.faqs.length > limit,
    inPanel,
    suggestions: pageRuleOf(source, address.pageUrl ?? null)?.suggestions ?? [],
    hasPrompts: inPanel && !!source.pageRules?.rules.some(({ prompt }) => prompt),
  }
}
