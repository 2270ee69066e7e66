import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { startOnFolder } from './backend.ts'
import { syncFolder, syncTree } from './durable-files.ts'
import { noStats } from './messages.ts'

// Creates a cluster in the given folder: in a temporary place first, moved when it is complete and synced. A process
// that dies in between leaves nothing that looks like a database.

async function createCluster(folder: string): Promise<void> {
  const parent = dirname(folder)
  const drafts = `${basename(folder)}.new-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(drafts)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const draft = join(parent, `${drafts}${process.pid}`)
  const database = await startOnFolder(draft, noStats())
  await database.close()
  await syncTree(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // One that a killed parent had asked for was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
  syncFolder(parent)
}

try {
  await createCluster(process.argv[2] ?? '')
  process.exit(0)
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
