import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { repairIndex } from '../features/operations/server/index.ts'
import {
  type BackupCounts,
  type BackupSummary,
  type CheckedBackup,
  restoreBackup,
  writeBackup,
} from '../platform/backup/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import { createStorage } from '../platform/storage/index.ts'
import { backupName, keyMark, LEFT_OUT } from './backup-parts.ts'
import { type Core, openCore } from './core.ts'
import { openAsOwner, openConfigured } from './database.ts'

const backupInput = z.object({ to: z.string().nullable(), files: z.boolean() })

/** npm runs its scripts in the program's folder; what people type is meant from where they are. */
export const fromHere = (givenPath: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), givenPath)

/** The words after `backup`: `--to FILE`, `--no-files`. */
export function readBackupArguments(commandArguments: string[]): z.input<typeof backupInput> {
  const { values } = parseArgs({
    args: commandArguments,
    allowNegative: true,
    options: { to: { type: 'string' }, files: { type: 'boolean', default: true } },
  })
  return { to: values.to ? fromHere(values.to) : null, files: values.files }
}

/** The operator's `backup`, of a running server or without one. @returns where it is and what is in it */
export function backUp(applicationCore: Core, commandArguments: unknown): Promise<BackupSummary> {
  const { to, files } = backupInput.parse(commandArguments)
  const { key } = applicationCore.config.backups
  const backupPath = to ?? join(applicationCore.config.dataDir, 'backups', backupName('backup', new Date(), key))
  return writeBackup(
    {
      db: applicationCore.db,
      jobs: applicationCore.jobs,
      storage: files ? applicationCore.storage : null,
      leaveOut: LEFT_OUT,
      notes: { secret_key: keyMark(applicationCore.config.secretKey) },
      key,
    },
    backupPath,
  )
}

/** The words after `restore`: `--from FILE`, `--from s3://bucket/folder`. */
export function readRestoreArguments(commandArguments: string[]): { from: string } {
  const { values } = parseArgs({ args: commandArguments, options: { from: { type: 'string' } } })
  const { from } = values
  if (!from) throw new Error('--from is missing: the file of a backup, or s3://bucket/folder.')
  return { from: from.startsWith('s3://') ? from : fromHere(from) }
}

export interface Restored extends BackupCounts {
  made_at: string
  /** Returns true when connected services still work: their tokens are sealed with the secret key. */
  same_secret_key: boolean
}

/** The operator's `restore`: into an empty database and an empty place of files, while no server uses them. */
export async function restore(restoreOptions: {
  config: Config
  log: Logger
  from: string
  checked: CheckedBackup
}): Promise<Restored> {
  const ownerDatabase = await openAsOwner(restoreOptions.config, restoreOptions.log)
  const { header, counts, jobs } = await restoreBackup({
    db: ownerDatabase,
    storage: createStorage(restoreOptions.config),
    path: restoreOptions.from,
    key: restoreOptions.config.backups.key,
    checked: restoreOptions.checked,
  }).finally(() => ownerDatabase.close())
  const db = await openConfigured(restoreOptions.config, restoreOptions.log)
  // Brings an older backup up to date, of which there is a copy: itself. The demo is there if it was.
  const restoreConfig = { ...restoreOptions.config, seedDemo: false, copyBeforeMigrating: false }
  const applicationCore = await openCore({ config: restoreConfig, log: restoreOptions.log, db, work: false }).catch(
    async (error: unknown) => {
      await db.close()
      throw error
    },
  )
  try {
    await applicationCore.jobs.resume(jobs)
    // Lost FAQs and passages leave entries behind, which no foreign key leads to.
    if (header.notes.salvaged) await repairIndex(applicationCore.services)
  } finally {
    await applicationCore.close()
  }
  return {
    made_at: header.made_at,
    ...counts,
    same_secret_key: header.notes.secret_key === keyMark(restoreOptions.config.secretKey),
  }
}
