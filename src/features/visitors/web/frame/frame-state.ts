import type { FrameView } from '../../domain/frame.ts'
import type { HelpState } from '../help-state.ts'
import { helpStateOf } from '../public-page.tsx'

/** State of the frame's script. */
export interface FrameState extends HelpState {
  /** There are FAQs beyond those on the page. */
  more: boolean
  inPanel: boolean
}

export const frameStateOf = (frameView: FrameView): FrameState => {
  const { limit, more, inPanel, suggestions } = frameView
  // The frame lists its first FAQs only; "All questions" leads to the others.
  const singlePage = { number: 1, count: 1 }
  return {
    ...helpStateOf({ ...frameView, kind: 'list', page: singlePage }),
    limit,
    more,
    inPanel,
    ...(suggestions.length > 0 && { suggestions }),
  }
}
