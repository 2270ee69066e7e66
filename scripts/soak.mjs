// npm run test:soak: what npm test does a little of, at length. A thousand files changed at random, or as many as are
// named; then fifty kills of the server on each database while it is written to.
import { spawnSync } from 'node:child_process'
import { inRoot } from './repository.ts'

const MUTANTS = process.argv[2] ?? '1000'
const KILL_ROUNDS = '50'
const FILES = ['src/features/knowledge/server/parsing/parser-fuzz.test.ts']

const STEPS = [
  [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'unit', ...FILES],
  [inRoot('scripts', 'build.mjs'), '--if-changed'],
  [inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', 'kill-survival'],
]

for (const step of STEPS) {
  const env = { ...process.env, MUTANTS, KILL_ROUNDS }
  const { status } = spawnSync(process.execPath, step, { cwd: inRoot(), stdio: 'inherit', env })
  if (status !== 0) {
    process.exitCode = status ?? 1
    break
  }
}
