// Three projects: `unit` needs nothing; `pglite` and `postgres` run the database tests on the two databases.
import { defineConfig } from 'vitest/config'

// Tests of the embedded database itself; they cannot run on PostgreSQL.
const ONLY_EMBEDDED = ['src/platform/db/embedded/**']

// These spend their time on reading files and on HTTP. Their statements run one after another, and PGlite
// is PostgreSQL's own parser and executor: they cannot differ by database.
const ON_ONE_DATABASE = [
  'src/features/integrations/server/google-drive-*.db.test.ts',
  'src/features/integrations/server/notion-import.db.test.ts',
  'src/features/integrations/server/sync-trouble.db.test.ts',
  'src/features/knowledge/server/crawl.db.test.ts',
  'src/features/knowledge/server/documents.db.test.ts',
  'src/features/knowledge/server/hostile-website.db.test.ts',
  'tests/outbound-*.db.test.ts',
]

const database = (name: 'pglite' | 'postgres') => ({
  extends: true as const,
  test: {
    name,
    include: ['{src,tests,scripts}/**/*.db.test.ts'],
    exclude: name === 'postgres' ? [...ONLY_EMBEDDED, ...ON_ONE_DATABASE] : [],
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
