import { renderToString } from 'react-dom/server'
import type { MissingView } from '../contract.ts'
import type { FrameView } from '../domain/frame.ts'
import { FramePage } from './frame/frame-page.tsx'
import css from './frame.css?inline'
import { MissingPage } from './missing-page.tsx'

export { css }

/** A frame's body; pure. */
export const render = (view: FrameView | MissingView): string =>
  renderToString(view.kind === 'frame' ? <FramePage view={view} /> : <MissingPage view={view} />)
