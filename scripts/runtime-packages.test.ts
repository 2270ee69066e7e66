// An image holds no packages but those that `runtime-packages.json` names: they must be all that is asked for at run time.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LEFT_OUTSIDE } from '../vite-server.config.ts'
import { inRoot } from './repository.ts'

const kept: string[] = JSON.parse(readFileSync(inRoot('scripts', 'runtime-packages.json'), 'utf8'))
const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\s)(?:[^'";]*?from\s*)?'([^']+)'|\b(?:import|resolve)\('([^']+)'\)/g

/** The packages that a module and those that it imports name, types left aside. */
function packagesOf(entry: string): string[] {
  const [waiting, seen, packages] = [[entry], new Set<string>(), new Set<string>()]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const [, still, dynamic] of readFileSync(inRoot(file), 'utf8').matchAll(IMPORT)) {
      const specifier = still ?? dynamic ?? ''
      const parts = specifier.split('/')
      if (specifier.startsWith('.')) waiting.push(path.join(path.dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  return [...packages]
}

test('packages outside the built server, and those of its threads and processes, are runtime dependencies', () => {
  const started = globSync('src/**/*.ts', { cwd: inRoot() }).flatMap((file) =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(/inProgram\('(src\/[^']+\.ts)'\)/g)].map(([, entry = '']) => entry),
  )
  expect(started.length).toBeGreaterThanOrEqual(3)
  const optional = ['pg-native', 'vite']
  const needed = [...LEFT_OUTSIDE.filter((name) => !optional.includes(name)), ...started.flatMap(packagesOf)]
  expect([...new Set(needed)].sort()).toEqual([...kept].sort())
})
