import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../repository.ts'

// Plain JavaScript without declarations.
const { builds, isBuilt, sourcesStamp } = await import(inRoot('scripts', 'bootstrap', 'build.mjs'))

test('a build is used only while it is of the present sources', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'built-'))
  const build = { ...builds.server, stamp: path.join(folder, '.built') }
  try {
    expect(isBuilt(build)).toBe(false)
    writeFileSync(build.stamp, sourcesStamp(build))
    expect(isBuilt(build)).toBe(true)
    expect(isBuilt({ ...build, sources: [...build.sources, 'package.json'] })).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
