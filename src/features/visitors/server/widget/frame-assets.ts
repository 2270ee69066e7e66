import { builtSurface } from '../assets.ts'
import type { FrameAssets } from './frame-document.ts'

export type { FrameAssets } from './frame-document.ts'

/**
 * Reads what `vite build` made of the widget's frame.
 *
 * @param dist the build's folder, holding `frame/` and `visitor-ssr/`
 * @throws when the build is missing or lacks its entry
 */
export const loadFrameAssets = (dist: string): Promise<FrameAssets> =>
  builtSurface<FrameAssets>(dist, { folder: 'frame', bundle: 'frame-server.js' })
