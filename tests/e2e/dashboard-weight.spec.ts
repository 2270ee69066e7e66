// Script size of the dashboard's screens, read from the build's manifest; includes every screen that is loaded on
// demand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const FIRST_MAX = 180_000
/** Scripts that a first visit asks for: each is a request of its own. */
const FIRST_FILES_MAX = 35
const FURTHER_MAX = 60_000
const FIRST_SCREEN = 'src/features/dashboard/web/dashboard-page.tsx'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'))

/** Everything that comes with a chunk. */
function withImports(key: string, known = new Set<string>()): Set<string> {
  if (known.has(key)) return known
  known.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(next, known)
  return known
}

const sizes = new Map<string, number>()
function bytesOf(key: string): number {
  const size = sizes.get(key) ?? gzipSync(readFileSync(join(CLIENT, manifest[key]?.file ?? ''))).length
  sizes.set(key, size)
  return size
}
const weight = (keys: Iterable<string>): number => [...keys].reduce((sum, key) => sum + bytesOf(key), 0)

/** A part that its screen shows at once: a tab, the settings of a workspace. */
const isPart = (key: string) => /-(tab|settings)\.tsx$/.test(key)

test('the first screen and each further one stay within their size limit', () => {
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const shell = new Set(entry.flatMap((key) => [...withImports(key)]))
  const first = new Set([...shell, ...withImports(FIRST_SCREEN)])
  expect(weight(first)).toBeLessThanOrEqual(FIRST_MAX)
  expect(first.size).toBeLessThanOrEqual(FIRST_FILES_MAX)

  const screens = Object.keys(manifest).filter((key) => /-page\.tsx$/.test(key))
  expect(screens.length).toBeGreaterThan(8)
  for (const screen of screens) {
    const parts = (manifest[screen]?.dynamicImports ?? []).filter(isPart)
    for (const part of parts.length > 0 ? parts : [screen]) {
      const more = new Set([...withImports(screen), ...withImports(part)])
      for (const key of first) more.delete(key)
      expect(weight(more), `${screen} with ${part}`).toBeLessThanOrEqual(FURTHER_MAX)
    }
  }
})
