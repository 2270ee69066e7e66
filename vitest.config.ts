// Three projects: `unit` needs nothing; `postgres` runs the database tests, `pglite` those that can differ there.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SLOWEST, SlowestFirst } from './scripts/test/slowest-first.ts'

// Tests of the embedded database itself: on PostgreSQL they could not run, or would do the same again.
const ONLY_EMBEDDED = ['src/platform/db/embedded/**/*.db.test.ts', 'src/wire/salvage.db.test.ts']

// These take long, or need programs that only complete installations of PostgreSQL have: `npm run test:soak` runs them.
const LONG = ['tests/shards.db.test.ts']

// Every other database test runs on PostgreSQL, which is the stricter and faster of the two: its transactions really
// run at the same time. These run on PGlite too, because what they look at can differ there: the platform's
// connections, locks, queues, rights and copies, statements written as SQL, and one call of every procedure (ADR 108).
const ON_BOTH = [
  'src/platform/**/*.db.test.ts',
  'src/wire/**/*.db.test.ts',
  'src/features/{contradictions,digest,doubtful-answers,gaps,help-health,ranking,suggestions,webhooks}/**/*.db.test.ts',
  'tests/round-trips.db.test.ts',
  'tests/upgrades.db.test.ts',
  'tests/workspace-statements.db.test.ts',
]

for (const pattern of [...ON_BOTH, ...ONLY_EMBEDDED, ...LONG, ...SLOWEST])
  if (globSync(pattern).length === 0) throw new Error(`No test matches ${pattern}`)

const database = (name: 'pglite' | 'postgres') => ({
  extends: true as const,
  test: {
    name,
    // PostgreSQL runs in processes of its own, and about a third of the time its tests wait for it or for timers.
    maxWorkers: name === 'postgres' ? 3 : 2,
    include: name === 'postgres' ? ['{src,tests,scripts}/**/*.db.test.ts'] : ON_BOTH,
    exclude: name === 'postgres' ? [...ONLY_EMBEDDED, ...(process.env.SOAK === 'on' ? [] : LONG)] : [],
    env: { TEST_DATABASE: name },
    globalSetup: [
      name === 'postgres'
        ? './tests/support/database/postgres-setup.ts'
        : './tests/support/database/database-template.ts',
    ],
    setupFiles: ['./tests/support/network/close-at-end.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    // Two cores are what the tests are measured on.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    restoreMocks: true,
    // The product's modules are read once for all files: reading them takes longer than most files' tests.
    isolate: false,
    projects: [
      {
        extends: true,
        resolve: { alias: { '@answerloom/client': join(import.meta.dirname, 'packages/client/src/index.ts') } },
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: ['{src,packages,tests,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      database('pglite'),
      database('postgres'),
    ],
  },
})
