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
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/** The words after `backup`: `--to FILE`, `--no-files`. */
export function readBackupArguments(args: string[]): z.input<typeof backupInput> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: { to: { type: 'string' }, files: { type: 'boolean', default: true } },
  })
  return { to: values.to ? fromHere(values.to) : null, files: values.files }
}

/** The operator's `backup`, of a running server or without one. @returns where it is and what is in it */
export function backUp(core: Core, args: unknown): Promise<BackupSummary> {
  const { to, files } = backupInput.parse(args)
  const path = to ?? join(core.config.dataDir, 'backups', backupName('backup', new Date()))
  return writeBackup(
    {
      db: core.db,
      jobs: core.jobs,
      storage: files ? core.storage : null,
      leaveOut: LEFT_OUT,
      notes: { secret_key: keyMark(core.config.secretKey) },
      key: core.config.backups.key,
    },
    path,
  )
}

/** The words after `restore`: `--from FILE`, `--from s3://bucket/folder`. */
export function readRestoreArguments(args: string[]): { from: string } {
  const { values } = parseArgs({ args, options: { from: { type: 'string' } } })
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
export async function restore(options: {
  config: Config
  log: Logger
  from: string
  checked: CheckedBackup
}): Promise<Restored> {
  const owner = await openAsOwner(options.config, options.log)
  const { header, counts, jobs } = await restoreBackup({
    db: owner,
    storage: createStorage(options.config),
    path: options.from,
    key: options.config.backups.key,
    checked: options.checked,
  }).finally(() => owner.close())
  const db = await openConfigured(options.config, options.log)
  // Brings an older backup up to date, of which there is a copy: itself. The demo is there if it was.
  const config = { ...options.config, seedDemo: false, copyBeforeMigrating: false }
  const core = await openCore({ config, log: options.log, db, work: false }).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  try {
    await core.jobs.resume(jobs)
    // Lost FAQs and passages leave entries behind, which no foreign key leads to.
    if (header.notes.salvaged) await repairIndex(core.services)
  } finally {
    await core.close()
  }
  return {
    made_at: header.made_at,
    ...counts,
    same_secret_key: header.notes.secret_key === keyMark(options.config.secretKey),
  }
}
