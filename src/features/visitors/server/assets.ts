import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage, VisitorAssets } from '../contract.ts'

interface ServerBundle {
  render: RenderPage
  css: string
}

type Manifest = Record<string, { file: string; isEntry?: boolean }>

/**
 * Reads what `vite build` made of the visitor surface.
 *
 * @param dist the build's folder, holding `visitor/` and `visitor-ssr/`
 * @throws when the build is missing or lacks its entry
 */
export async function loadVisitorAssets(dist: string): Promise<VisitorAssets> {
  const manifestFile = path.join(dist, 'visitor', '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error(`The visitor build has no entry: ${manifestFile}`)
  const bundle = path.join(dist, 'visitor-ssr', 'visitor-server.js')
  const { render, css } = (await import(pathToFileURL(bundle).href)) as ServerBundle
  return { render, css, script: `/${entry.file}` }
}
