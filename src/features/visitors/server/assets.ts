import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VisitorAssets } from '../contract.ts'

type Manifest = Record<string, { file: string; isEntry?: boolean }>

/**
 * Reads what `vite build` made of a surface: the address of its one script, and what its bundle for the server exports.
 *
 * @param dist the build's folder, holding `folder` and `visitor-ssr/`
 * @throws when the build is missing or lacks its entry
 */
export async function builtSurface<Assets extends Pick<VisitorAssets, 'script'>>(
  dist: string,
  options: { folder: string; bundle: string },
): Promise<Assets> {
  const manifestFile = path.join(dist, options.folder, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error(`The build has no entry: ${manifestFile}`)
  const bundle = await import(pathToFileURL(path.join(dist, 'visitor-ssr', options.bundle)).href)
  return { ...(bundle as Omit<Assets, 'script'>), script: `/${entry.file}` } as Assets
}

/** @throws when the build is missing */
export const loadVisitorAssets = (dist: string): Promise<VisitorAssets> =>
  builtSurface<VisitorAssets>(dist, { folder: 'visitor', bundle: 'visitor-server.js' })
