import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VisitorAssets } from '../contract.ts'

type Manifest = Record<string, { file: string; isEntry?: boolean }>

/**
 * Reads what `vite build` made of a surface: the address of its one script, and what its bundle for the server exports.
 *
 * @param distDirectory the build's folder, holding `folder` and `visitor-ssr/`
 * @throws when the build is missing or lacks its entry
 */
export async function builtSurface<Assets extends Pick<VisitorAssets, 'script'>>(
  distDirectory: string,
  surface: { folder: string; bundle: string },
): Promise<Assets> {
  const manifestFile = path.join(distDirectory, surface.folder, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  const entryChunk = Object.values(manifest).find((manifestChunk) => manifestChunk.isEntry)
  if (!entryChunk) throw new Error(`The build has no entry: ${manifestFile}`)
  const serverBundle = await import(pathToFileURL(path.join(distDirectory, 'visitor-ssr', surface.bundle)).href)
  return { ...(serverBundle as Omit<Assets, 'script'>), script: `/${entryChunk.file}` } as Assets
}

/** @throws when the build is missing */
export const loadVisitorAssets = (distDirectory: string): Promise<VisitorAssets> =>
  builtSurface<VisitorAssets>(distDirectory, { folder: 'visitor', bundle: 'visitor-server.js' })
