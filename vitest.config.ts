// Three projects: `unit` needs nothing; `pglite` and `postgres` run the same database tests on the two databases.
import { defineConfig } from 'vitest/config'

const database = (name: 'pglite' | 'postgres') => ({
  extends: true as const,
  test: {
    name,
    include: ['{src,tests,scripts}/**/*.db.test.ts'],
    // Tests of the embedded database itself; they cannot run on PostgreSQL.
    exclude: name === 'postgres' ? ['src/platform/db/embedded/**'] : [],
    env: { TEST_DATABASE: name },
    globalSetup: [
      name === 'postgres'
        ? './tests/support/database/postgres-setup.ts'
        : './tests/support/database/database-template.ts',
    ],
    setupFiles: ['./tests/support/network/close-at-end.ts'],
    // The product's modules are read once for all files: reading them takes longer than most files' tests.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    // Two cores are what the tests are measured on; more workers only make the databases wait for each other.
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: ['{src,tests,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      database('pglite'),
      database('postgres'),
    ],
  },
})
