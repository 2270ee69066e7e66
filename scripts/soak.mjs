// npm run test:soak [-- kills nodes files webhooks screens pgbouncer shards]: what npm test does a little of, at length; all of it, or what is named.
//   kills     fifty kills of the server on each database while it is written to
//   nodes     every process of four replaced five times over while visitors come
//   files     a thousand files changed at random, read by the parsers
//   webhooks  a receiver of webhooks that is killed for ten minutes during a thousand events
//   screens   every screen of `npm run screenshots`, light and dark, checked for accessibility
//   pgbouncer the database tests and the end-to-end tests on PostgreSQL behind PgBouncer in transaction mode
//   shards    every call of the product on tables that are distributed over two PostgreSQL servers
import { spawnSync } from 'node:child_process'
import { inRoot } from './repository.ts'

const VITEST = inRoot('node_modules', 'vitest', 'vitest.mjs')
const PLAYWRIGHT = inRoot('node_modules', '@playwright', 'test', 'cli.js')
const BUILD = [inRoot('scripts', 'build.mjs'), '--if-changed']

const STAGES = {
  kills: [BUILD, [PLAYWRIGHT, 'test', 'kill-survival', '--output=test-results/soak']],
  nodes: [BUILD, [PLAYWRIGHT, 'test', 'nodes', '--grep=replaced', '--output=test-results/soak']],
  files: [[VITEST, 'run', '--project', 'unit', 'src/features/knowledge/server/parsing/parser-fuzz.test.ts']],
  webhooks: [BUILD, [inRoot('scripts', 'absent-receiver.ts')]],
  screens: [BUILD, [PLAYWRIGHT, 'test', 'every-screen', '--output=test-results/soak']],
  pgbouncer: [
    [VITEST, 'run', '--project', 'postgres'],
    BUILD,
    [PLAYWRIGHT, 'test', '--project=postgres', '--output=test-results/soak'],
  ],
  shards: [[VITEST, 'run', '--project', 'postgres', 'tests/shards.db.test.ts']],
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in STAGES))
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}. There are: ${Object.keys(STAGES).join(', ')}.`)
  process.exit(1)
}
const AT_LENGTH = { SOAK: 'on', MUTANTS: '1000', KILL_ROUNDS: '50', ROLLING_ROUNDS: '5' }
for (const name of named.length > 0 ? named : Object.keys(STAGES)) {
  const began = performance.now()
  for (const command of STAGES[name]) {
    const env = { ...(name === 'pgbouncer' ? { TEST_PGBOUNCER: 'on' } : AT_LENGTH), ...process.env }
    const { status } = spawnSync(process.execPath, command, { cwd: inRoot(), stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  console.log(`${name}: passed after ${Math.round((performance.now() - began) / 1000)} s`)
}
