// A context or transaction that hides an outer one reads and writes outside of the transaction that its reader expects.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './repository.ts'

const SCOPES = ['context', 'ctx', 'transaction', 'tx', 'order']

interface Report {
  diagnostics: { location: { path: string; start: { line: number; column: number } } }[]
}

/** Returns the variables in src that hide one of an outer scope, as `file:line name`. */
function shadowingVariables(): string[] {
  const biome = inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const options = ['lint', '--only=suspicious/noShadow', '--reporter=json', '--max-diagnostics=none', 'src']
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: inRoot(), encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as Report
  return diagnostics.map(({ location: { path, start } }) => {
    const line = readFileSync(inRoot(path), 'utf8').split('\n')[start.line - 1] ?? ''
    return `${path}:${start.line} ${/^\w+/u.exec(line.slice(start.column - 1))?.[0]}`
  })
}

test('no context or transaction shadows another', { timeout: 120_000 }, () => {
  const found = shadowingVariables()
  expect(found.filter((variable) => SCOPES.includes(variable.split(' ')[1] ?? ''))).toEqual([])
})
