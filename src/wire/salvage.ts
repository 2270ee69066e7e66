import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertEmbedded, type Salvaged, salvage } from '../platform/backup/index.ts'
import type { Config } from '../platform/config/index.ts'
import { lockDataFolder } from '../platform/db/index.ts'
import { createStorage } from '../platform/storage/index.ts'
import { fromHere } from './backup.ts'
import { keyMark, LEFT_OUT } from './backup-parts.ts'

/** The words after `doctor` when they are `--salvage` and perhaps `--to FILE`; null for other ones. */
export function readSalvageArguments(commandArguments: string[]): { to: string | null } | null {
  if (!commandArguments.includes('--salvage')) return null
  const { values } = parseArgs({
    args: commandArguments,
    options: { salvage: { type: 'boolean' }, to: { type: 'string' } },
  })
  return { to: values.to ? fromHere(values.to) : null }
}

/**
 * The operator's `doctor --salvage`: a backup of what can still be read of the data folder, while no server runs on it.
 * Throws conflict `data_dir.locked`, and what `salvage` throws.
 */
export async function salvageData(salvageConfig: Config, { to }: { to: string | null }): Promise<Salvaged> {
  assertEmbedded(salvageConfig.databaseUrl)
  const unlockFolder = lockDataFolder(salvageConfig.dataDir)
  try {
    const timeText = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    return await salvage(
      {
        dataDir: salvageConfig.dataDir,
        storage: createStorage(salvageConfig),
        leaveOut: LEFT_OUT,
        notes: { secret_key: keyMark(salvageConfig.secretKey) },
        key: salvageConfig.backups.key,
      },
      to ?? join(salvageConfig.dataDir, 'backups', `salvaged-${timeText}.jsonl.gz`),
    )
  } finally {
    unlockFolder()
  }
}
