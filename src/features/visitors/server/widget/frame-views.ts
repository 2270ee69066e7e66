import { AI_UNAVAILABLE } from '../../../answering/contract.ts'
import { type FrameSource, type FrameView, pageRuleOf } from '../../domain/frame.ts'
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts'
import { pageSettingOf } from '../page-setting.ts'
import { listView } from '../page-views.ts'
import type { FrameAddress } from './frame-address.ts'

/** @param appUrl without a slash at the end */
export function frameView(
  frameSource: FrameSource,
  frameAddress: Pick<FrameAddress, 'asked' | 'language' | 'limit' | 'inPanel'> & { pageUrl?: string | null },
  appUrl: string,
): FrameView {
  const { place, texts } = pageSettingOf(frameSource, { ...frameAddress, onDomain: false }, appUrl)
  const { limit, inPanel } = frameAddress
  // The specification gives the page and the frame a word of their own.
  const unavailableAi = place.lang === DEFAULT_LANGUAGE ? AI_UNAVAILABLE : texts.help.unavailableAi
  const frameSetting = { place, texts: { ...texts, help: { ...texts.help, unavailableAi } } }
  return {
    ...listView({ ...frameSource, workspace: { ...frameSource.workspace, page_layout: 'list' } }, frameSetting, {
      category: null,
      page: 1,
      search: null,
    }),
    kind: 'frame',
    workspace: frameSource.workspace,
    faqs: frameSource.faqs.slice(0, limit),
    limit,
    more: frameSource.faqs.length > limit,
    inPanel,
    suggestions: pageRuleOf(frameSource, frameAddress.pageUrl ?? null)?.suggestions ?? [],
    hasPrompts: inPanel && !!frameSource.pageRules?.rules.some(({ prompt }) => prompt),
  }
}
