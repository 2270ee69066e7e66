// npm run test:soak: what npm test does a little of, at length. A thousand files changed at random, or as many as are named.
import { spawnSync } from 'node:child_process'
import { inRoot } from './repository.ts'

const MUTANTS = process.argv[2] ?? '1000'
const FILES = ['src/features/knowledge/server/parsing/parser-fuzz.test.ts']

const { status } = spawnSync(
  process.execPath,
  [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'unit', ...FILES],
  { cwd: inRoot(), stdio: 'inherit', env: { ...process.env, MUTANTS } },
)
process.exitCode = status ?? 1
