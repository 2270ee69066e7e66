import { renderToString } from 'react-dom/server'
import type { MissingView } from '../contract.ts'
import type { FrameView } from '../domain/frame.ts'
import css from './frame.css?inline'
import { FramePage } from './frame-page.tsx'
import { MissingPage } from './missing-page.tsx'

export { css }

/** A frame's body; pure. */
export const render = (view: FrameView | MissingView): string =>
  renderToString(view.kind === 'frame' ? <FramePage view={view} /> : <MissingPage view={view} />)
