// The visitor surface as it is shipped, built into a folder of its own for the tests of a file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createBuilder } from 'vite'
import { vi } from 'vitest'
import type { VisitorAssets } from '../../src/features/visitors/contract.ts'
import { loadVisitorAssets } from '../../src/features/visitors/server/index.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface VisitorBuild {
  /** The folder that holds `visitor/` and `visitor-ssr/`. */
  dist: string
  assets: VisitorAssets
  remove(): Promise<void>
}

export async function buildVisitorSurface(): Promise<VisitorBuild> {
  // What is measured is what is shipped, not a build for tests.
  vi.stubEnv('NODE_ENV', 'production')
  const dist = await mkdtemp(path.join(tmpdir(), 'answerloom-visitor-'))
  const outDir = (name: string) => ({ build: { outDir: path.join(dist, name), emptyOutDir: true } })
  const builder = await createBuilder({
    root: ROOT,
    logLevel: 'silent',
    environments: { visitor: outDir('visitor'), visitorSsr: outDir('visitor-ssr') },
  })
  for (const name of ['visitor', 'visitorSsr']) {
    const environment = builder.environments[name]
    if (environment) await builder.build(environment)
  }
  vi.unstubAllEnvs()
  return { dist, assets: await loadVisitorAssets(dist), remove: () => rm(dist, { recursive: true, force: true }) }
}
