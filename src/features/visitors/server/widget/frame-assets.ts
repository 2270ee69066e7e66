import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { builtSurface } from '../assets.ts'
import type { FrameAssets } from './frame-document.ts'

export type { FrameAssets } from './frame-document.ts'

/**
 * Reads what `vite build` made of the widget's frame.
 *
 * @param dist the build's folder, holding `frame/`, `launcher/` and `visitor-ssr/`
 * @throws when the build is missing or lacks its entry
 */
export async function loadFrameAssets(dist: string): Promise<FrameAssets> {
  const surface = await builtSurface<FrameAssets>(dist, { folder: 'frame', bundle: 'frame-server.js' })
  const launcher = await readFile(path.join(dist, 'launcher', 'widget', 'launcher.js'), 'utf8')
  return { ...surface, launcherScript: () => launcher }
}
