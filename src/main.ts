import { type Config, ConfigError, loadConfig } from './platform/config/index.ts'
import type { Database } from './platform/db/index.ts'
import { createLogger, type Logger } from './platform/log/index.ts'
import { startTracing } from './platform/tracing/index.ts'
import { readRestoreArguments, restore } from './wire/backup.ts'
import { openCore } from './wire/core.ts'
import { migrateOnly, openConfigured } from './wire/database.ts'
import { type DoctorFinding, examineWithoutDatabase, printFindings } from './wire/doctor.ts'
import { deleteLeftCopies, type OpenedBackup, openBackup } from './wire/fetch-backup.ts'
import { readModelGetArguments, runModelGet } from './wire/model-get.ts'
import { moveData, readMoveArguments } from './wire/move-data.ts'
import { moveAllFiles, readMoveFiles } from './wire/move-files.ts'
import { readOperatorArguments, runOperatorCommand } from './wire/operator.ts'
import { readSalvageArguments, salvageData } from './wire/salvage.ts'
import { serve, VERSION } from './wire.ts'

/** A failure that the person at the terminal can act on is a sentence, not a stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && ('kind' in error || process.env.LOG_LEVEL !== 'debug')) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

interface Parts {
  config: Config
  log: Logger
  database: () => Promise<Database>
  /** Read by `restore`; null for other commands. */
  backup: OpenedBackup | null
}

/** The result is the last line: JSON, except for the doctor, whose output is for people. */
async function runCommand({ config, log, database, backup }: Parts, command: string, words: string[]): Promise<void> {
  if (command === 'data:move')
    return printed(await moveData(config, createLogger(config), readMoveArguments(words, config.databaseUrl)))
  if (command === 'model:get') return printed(await runModelGet(readModelGetArguments(words, config)))
  if (command === 'files:move') return printed(await moveAllFiles(config, readMoveFiles(words)))
  if (command === 'migrate') return printed(await migrateOnly(config, log))
  const salvaging = command === 'doctor' ? readSalvageArguments(words) : null
  if (salvaging) return printed(await salvageData(config, salvaging))
  if (backup) return printed(await restore({ config, log, ...backup }).finally(backup.close))
  const args = readOperatorArguments(command, words)
  let unopened: unknown
  const open = async () => {
    try {
      return await openCore({ config, log, db: await database(), work: false })
    } catch (error) {
      unopened = error
      throw error
    }
  }
  if (command !== 'doctor') return printed(await runOperatorCommand(config, command, args, open))
  const findings = await runOperatorCommand(config, command, args, open).catch((error: unknown) => {
    if (error !== unopened) throw error
    return examineWithoutDatabase(config, log, error)
  })
  console.log(printFindings(findings as DoctorFinding[]))
  // A part that failed to open may keep the process alive.
  if ((findings as DoctorFinding[]).some(({ state }) => state === 'failed')) process.exit(1)
}

const printed = (result: unknown): void => console.log(JSON.stringify(result))

async function main(argv: string[]): Promise<void> {
  const [first] = argv
  const command = first && !first.startsWith('-') ? first : null
  // Before the configuration, which makes a secret key: a backup that cannot be read leaves nothing behind.
  const from = command === 'restore' ? readRestoreArguments(argv.slice(1)).from : null
  const backup = from === null ? null : await openBackup(from, process.env)
  // The variables of the storage service are there for the backup.
  const place = from?.startsWith('s3://') ? { BACKUP_TO: from } : {}
  let config: Config
  try {
    config = loadConfig({ ...place, ...process.env }, command ? [] : argv)
  } catch (error) {
    await backup?.close()
    throw error
  }
  const log = createLogger(command ? { ...config, logLevel: 'error' } : config)
  const database = () => openConfigured(config, log)
  if (command) return runCommand({ config, log, database, backup }, command, argv.slice(1))
  await deleteLeftCopies()
  const tracing = await startTracing(process.env, VERSION)
  const server = await serve(config, log, database())
  const stop = (signal: string) => {
    log.info({ signal }, 'Stopping')
    server
      .close()
      .then(() => tracing?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'Stopping failed')
          process.exit(1)
        },
      )
  }
  process.once('SIGINT', () => stop('SIGINT'))
  process.once('SIGTERM', () => stop('SIGTERM'))
  console.log(server.address)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
