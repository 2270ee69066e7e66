import { ConfigError, loadConfig } from './platform/config/index.ts'
import { openDatabase } from './platform/db/index.ts'
import { createLogger } from './platform/log/index.ts'
import { openCore } from './wire/core.ts'
import { moveData, readMoveArguments } from './wire/move-data.ts'
import { readOperatorArguments, runOperatorCommand } from './wire/operator.ts'
import { serve } from './wire.ts'

/** A failure that the person at the terminal can act on is a sentence, not a stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && ('kind' in error || process.env.LOG_LEVEL !== 'debug')) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function main(argv: string[]): Promise<void> {
  const [first] = argv
  const command = first && !first.startsWith('-') ? first : null
  const config = loadConfig(process.env, command ? [] : argv)
  const log = createLogger(command ? { ...config, logLevel: 'error' } : config)
  const database = () =>
    openDatabase({
      dataDir: config.dataDir,
      ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
      log: (level, message, fields) => log[level]({ ...fields }, message),
    })
  if (command === 'data:move') {
    const to = readMoveArguments(argv.slice(1), config.databaseUrl)
    console.log(JSON.stringify(await moveData(config, createLogger(config), to)))
    return
  }
  if (command) {
    const args = readOperatorArguments(command, argv.slice(1))
    const open = async () => openCore({ config, log, db: await database(), work: false })
    console.log(JSON.stringify(await runOperatorCommand(config, command, args, open)))
    return
  }
  const server = await serve(config, log, database())
  const stop = (signal: string) => {
    log.info({ signal }, 'Stopping')
    server.close().then(
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
