import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The database tests that take longest: one that starts last would run alone while the other cores are idle. */
export const SLOWEST = [
  'tests/access-matrix.db.test.ts',
  'src/wire/scheduled-backup.db.test.ts',
  'src/features/integrations/server/google-drive-sync.db.test.ts',
  'src/features/knowledge/server/documents.db.test.ts',
  'src/features/knowledge/server/hostile-website.db.test.ts',
  'src/features/webhooks/server/deliver-workspace.db.test.ts',
  'src/features/integrations/server/google-drive-import.db.test.ts',
  'src/wire/salvage.db.test.ts',
  'src/platform/db/copy/copy-database.db.test.ts',
  'src/platform/backup/backup.db.test.ts',
  'src/features/integrations/server/sync.db.test.ts',
  'tests/workspace-statements.db.test.ts',
  'src/platform/db/embedded/durability.db.test.ts',
  'scripts/eval/answers/own-contents.db.test.ts',
  'scripts/eval/contradictions/planted-pairs.db.test.ts',
  'scripts/eval/loop/drafts.db.test.ts',
  'src/features/knowledge/server/recognition-progress.db.test.ts',
  'tests/api-fuzz.db.test.ts',
  'src/features/knowledge/server/crawl.db.test.ts',
  'tests/replica.db.test.ts',
  'src/platform/jobs/jobs.db.test.ts',
  'src/platform/db/embedded/session.db.test.ts',
  'src/platform/db/embedded/copy-aside.db.test.ts',
]

/** Starts the slowest files first, and the others in Vitest's order: without results of a former run, by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return index === -1 ? SLOWEST.length : index
    }
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right))
  }
}
