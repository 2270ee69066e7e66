import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { builtSurface } from '../assets.ts'
import type { FrameAssets } from './frame-document.ts'

export type { FrameAssets } from './frame-document.ts'

/**
 * Reads what `vite build` made of the widget's frame.
 *
 * @param distDirectory the build's folder, holding `frame/`, `launcher/` and `visitor-ssr/`
 * @throws when the build is missing or lacks its entry
 */
export async function loadFrameAssets(distDirectory: string): Promise<FrameAssets> {
  const builtFrame = await builtSurface<FrameAssets>(distDirectory, { folder: 'frame', bundle: 'frame-server.js' })
  const launcherCode = await readFile(path.join(distDirectory, 'launcher', 'widget', 'launcher.js'), 'utf8')
  return { ...builtFrame, launcherScript: () => launcherCode }
}
