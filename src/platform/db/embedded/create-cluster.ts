import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { startOnFolder } from './backend.ts'
import { syncFolder, syncTree } from './durable-files.ts'
import { engine } from './engine.ts'
import { emptyStats } from './messages.ts'

// Creates a cluster in the given folder: in a temporary place first, moved when it is complete and synced. A process
// that dies in between leaves nothing that looks like a database.

async function createCluster(dataFolder: string): Promise<void> {
  const parentFolder = dirname(dataFolder)
  const draftPrefix = `${basename(dataFolder)}.new-`
  for (const siblingName of readdirSync(parentFolder)) {
    if (siblingName.startsWith(draftPrefix)) rmSync(join(parentFolder, siblingName), { recursive: true, force: true })
  }
  const draftFolder = join(parentFolder, `${draftPrefix}${process.pid}`)
  // This process ends before V8's optimized code would be worth its compilation.
  const database = await startOnFolder(draftFolder, emptyStats(), await engine())
  await database.close()
  await syncTree(draftFolder)
  try {
    renameSync(draftFolder, dataFolder)
  } catch (error) {
    // One that a killed parent had asked for was faster.
    rmSync(draftFolder, { recursive: true, force: true })
    if (!existsSync(join(dataFolder, 'PG_VERSION'))) throw error
  }
  syncFolder(parentFolder)
}

try {
  await createCluster(process.argv[2] ?? '')
  process.exit(0)
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
