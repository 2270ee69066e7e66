// Surfaces as they are shipped, built into a folder of their own for the tests of a file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createBuilder } from 'vite'
import { vi } from 'vitest'
import type { VisitorAssets } from '../../../src/features/visitors/contract.ts'
import { loadVisitorAssets } from '../../../src/features/visitors/server/index.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

export interface VisitorBuild {
  /** The folder that holds `visitor/` and `visitor-ssr/`. */
  dist: string
  assets: VisitorAssets
  remove(): Promise<void>
}

/** Surfaces as they are shipped, in a folder that `remove` takes away. @param names environments of vite.config.ts */
export async function buildSurfaces(names: readonly string[]): Promise<{ dist: string; remove(): Promise<void> }> {
  // Measures the production build, not one for tests.
  vi.stubEnv('NODE_ENV', 'production')
  const dist = await mkdtemp(path.join(tmpdir(), 'answerloom-build-'))
  const folderOf = (name: string) => (name === 'visitorSsr' ? 'visitor-ssr' : name)
  const outDir = (name: string) => ({ build: { outDir: path.join(dist, folderOf(name)), emptyOutDir: true } })
  const environments = Object.fromEntries(names.map((name) => [name, outDir(name)]))
  const builder = await createBuilder({ root: ROOT, logLevel: 'silent', environments })
  for (const name of names) {
    const environment = builder.environments[name]
    if (environment) await builder.build(environment)
  }
  vi.unstubAllEnvs()
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) }
}

export async function buildVisitorSurface(): Promise<VisitorBuild> {
  const build = await buildSurfaces(['visitor', 'visitorSsr'])
  return { ...build, assets: await loadVisitorAssets(build.dist) }
}
