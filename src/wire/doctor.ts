import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findIndexFaults, type IndexFault, readBackupStatus, repairIndex } from '../features/operations/server/index.ts'
import type { Config } from '../platform/config/index.ts'
import { checkDatabaseRights } from '../platform/db/index.ts'
import { createTextGenerator } from '../platform/llm/index.ts'
import { type Logger, silentLogger } from '../platform/log/index.ts'
import { createMailer } from '../platform/mail/index.ts'
import { createStorage, type FileStorage } from '../platform/storage/index.ts'
import type { Core } from './core.ts'
import { MAX_OUTPUT_TOKENS } from './model.ts'
import { backupHealth } from './scheduled-backup.ts'
import { createTextEncoder } from './text-encoder.ts'

export interface DoctorFinding {
  part: string
  state: 'ok' | 'off' | 'failed'
  says: string
}

const doctorInput = z.object({ repair: z.boolean() })

/** The words after `doctor`: `--repair`. */
export function readDoctorArguments(commandArguments: string[]): z.input<typeof doctorInput> {
  const { values } = parseArgs({ args: commandArguments, options: { repair: { type: 'boolean', default: false } } })
  return { repair: values.repair }
}

type PartAnswer = Omit<DoctorFinding, 'part'>
const okAnswer = (answerText: string): PartAnswer => ({ state: 'ok', says: answerText })
const offAnswer = (answerText: string): PartAnswer => ({ state: 'off', says: answerText })

const sentence = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: unknown }
  const causeText = cause instanceof Error ? ` (${cause.message})` : ''
  return `${message ?? String(error)}${causeText}`
}

type DoctorPart = [part: string, look: () => Promise<PartAnswer>]

async function examineParts(doctorParts: DoctorPart[]): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const [part, look] of doctorParts) {
    const partAnswer = await look().catch((error: unknown): PartAnswer => ({ state: 'failed', says: sentence(error) }))
    findings.push({ part, ...partAnswer })
  }
  return findings
}

/** Looks at every part of a working installation; none keeps the others from being looked at. */
export function examine(applicationCore: Core, commandArguments: unknown): Promise<DoctorFinding[]> {
  const { repair } = doctorInput.parse(commandArguments)
  return examineParts([
    ['configuration', async () => configurationOf(applicationCore)],
    ['database', () => databaseOf(applicationCore)],
    ['replica', () => replicaOf(applicationCore)],
    ['queue', () => queueOf(applicationCore)],
    ['storage', () => storageOf(applicationCore)],
    ['backups', () => backupsOf(applicationCore)],
    ['mail', () => mailOf(applicationCore)],
    ['language model', () => modelOf(applicationCore)],
    ['embeddings', () => embeddingsOf(applicationCore)],
    ['search index', () => indexOf(applicationCore, repair)],
  ])
}

/** The same where the database could not be opened, for `reason`: what needs it is not looked at, the rest is. */
export function examineWithoutDatabase(
  doctorConfig: Config,
  doctorLog: Logger,
  databaseFailure: unknown,
): Promise<DoctorFinding[]> {
  const answerUnseen = async () => offAnswer('not looked at: it needs the database')
  return examineParts([
    ['configuration', async () => configurationOf({ config: doctorConfig })],
    ['database', () => Promise.reject(databaseFailure)],
    ['replica', answerUnseen],
    ['queue', answerUnseen],
    ['storage', () => storageOf({ storage: createStorage(doctorConfig) })],
    ['backups', answerUnseen],
    ['mail', () => mailOf({ config: doctorConfig, mailer: createMailer(doctorConfig, doctorLog) })],
    ['language model', () => modelOf({ config: doctorConfig })],
    ['embeddings', () => embeddingsOf({ config: doctorConfig })],
    ['search index', answerUnseen],
  ])
}

/** A configuration that is wrong keeps everything from starting: what can be said here is what it means. */
function configurationOf({ config }: Pick<Core, 'config'>): PartAnswer {
  const instanceKind = config.local ? 'a local instance' : 'a public instance'
  const filesText = config.s3 ? 'files in a bucket' : 'files in DATA_DIR'
  return okAnswer(`${instanceKind} at ${config.appUrl.origin}, ${filesText}, billing ${config.billing}`)
}

async function databaseOf({ db }: Core): Promise<PartAnswer> {
  await db.assertUndamaged()
  const { rows } = await db.pool.query<{ applied: number; bytes: string }>(
    'SELECT (SELECT count(*)::int FROM applied_migrations) AS applied, pg_database_size(current_database())::text AS bytes',
  )
  const [{ applied, bytes } = { applied: 0, bytes: '0' }] = rows
  const databaseKind = db.kind === 'pglite' ? 'embedded PostgreSQL' : 'PostgreSQL'
  const userText = (await checkDatabaseRights(db)) === 'owner' ? 'owns the tables' : 'cannot change the schema'
  const sizeText = `${Math.max(1, Math.round(Number(bytes) / 2 ** 20))} MB`
  return okAnswer(
    `${databaseKind} ${db.serverVersion}, ${applied} migrations, ${sizeText}${db.kind === 'postgres' ? `, the user ${userText}` : ''}`,
  )
}

async function replicaOf({ db: { replica } }: Core): Promise<PartAnswer> {
  if (!replica) return offAnswer('visitors read from the database; DATABASE_REPLICA_URL names a standby for that')
  const replicaProblem = await replica.untilInUse()
  if (replicaProblem !== null) return { state: 'failed', says: `not used for reads: ${replicaProblem}` }
  return okAnswer(`used for visitors' reads, at most ${Math.ceil(replica.lagSeconds ?? 0)} s behind`)
}

async function queueOf({ jobs }: Core): Promise<PartAnswer> {
  if (!(await jobs.healthy())) throw new Error('The job queue does not answer.')
  const waitingCount = Object.values(await jobs.depth()).reduce((waitingSum, queueCount) => waitingSum + queueCount, 0)
  return okAnswer(`${waitingCount} waiting`)
}

/** Writes a file, reads it back and deletes it: permissions to do the one do not give the other. */
async function storageOf({ storage }: { storage: FileStorage }): Promise<PartAnswer> {
  const probeKey = `doctor/${randomUUID()}`
  const probeText = `written ${new Date().toISOString()}`
  await storage.put(probeKey, Buffer.from(probeText), { contentType: 'text/plain' })
  try {
    const readBack = Buffer.concat(await Array.fromAsync(storage.get(probeKey) as AsyncIterable<Buffer>)).toString()
    if (readBack !== probeText) throw new Error('A file that was written was read back differently.')
    if (!(await Array.fromAsync(storage.list('doctor/'))).includes(probeKey))
      throw new Error('A file that was written is not listed.')
  } finally {
    await storage.delete(probeKey)
  }
  return okAnswer('a file was written, read back, listed and deleted')
}

async function backupsOf({ config, db }: Core): Promise<PartAnswer> {
  const { schedule } = config.backups
  if (schedule === null) return offAnswer('not scheduled; BACKUP_SCHEDULE does that')
  const backupStatus = await readBackupStatus(db)
  const { hasFailed, isOverdue } = backupHealth(config.backups, backupStatus, new Date())
  const { good, last } = backupStatus ?? {}
  const newestText = good ? `the newest, of ${good.at}, is ${good.name}` : 'there is none yet'
  if (hasFailed) return { state: 'failed', says: `the run of ${last?.at} failed: ${last?.error}; ${newestText}` }
  if (isOverdue)
    return { state: 'failed', says: `overdue by the schedule ${schedule}: is a worker running? ${newestText}` }
  return okAnswer(good ? `${newestText}; ${good.rows} rows, restored for a check` : newestText)
}

async function mailOf({ mailer, config }: Pick<Core, 'mailer' | 'config'>): Promise<PartAnswer> {
  if (!config.smtpUrl) return offAnswer('mails are kept at /dev/outbox')
  await mailer.check()
  return okAnswer('the mail server accepts this sign-in; nothing was sent')
}

async function modelOf({ config }: Pick<Core, 'config'>): Promise<PartAnswer> {
  if (!config.ai) return offAnswer('answers are put together without one')
  const generate = createTextGenerator(config.ai, silentLogger)
  let generatedText = ''
  const abortSignal = AbortSignal.timeout(config.ai.timeoutMs * 2)
  const messages = [{ role: 'user' as const, content: 'Answer with the word ready.' }]
  // With the limit of visitors' answers: a model that thinks first would not come to its word with less.
  const generateLimits = { signal: abortSignal, maxOutputTokens: MAX_OUTPUT_TOKENS }
  for await (const textPiece of generate({ system: 'You answer in one word.', messages, ...generateLimits }))
    generatedText += textPiece
  if (generatedText.trim() === '') throw new Error(`${config.ai.model} answered nothing.`)
  return okAnswer(`${config.ai.model} answers`)
}

async function embeddingsOf({ config }: { config: Config }): Promise<PartAnswer> {
  const textEncoder = createTextEncoder(config, silentLogger)
  if (!textEncoder) return offAnswer('search goes by words')
  try {
    const [vector] = await textEncoder.background.embed(['ready'])
    return okAnswer(`${textEncoder.model} answers with ${vector?.length} dimensions`)
  } finally {
    await textEncoder.close()
  }
}

const FAULT_TEXTS: Record<IndexFault['problem'], string> = {
  missing: 'not found though they should be',
  superfluous: 'found though they should not be',
}

const faultSummary = (indexFaults: IndexFault[]): string =>
  [...Map.groupBy(indexFaults, ({ problem }) => problem)]
    .map(([problem, some]) => `${some.length} ${FAULT_TEXTS[problem]}`)
    .join(', ')

async function indexOf({ db, services }: Core, shouldRepair: boolean): Promise<PartAnswer> {
  const indexFaults = await findIndexFaults(db)
  if (indexFaults.length === 0) return okAnswer('agrees with FAQs and passages')
  const workspaces = new Set(indexFaults.map(({ workspace_id }) => workspace_id)).size
  const faultText = `${faultSummary(indexFaults)}, in ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}`
  if (!shouldRepair) return { state: 'failed', says: `${faultText}. npm run doctor -- --repair repairs it.` }
  const remainingFaults = await repairIndex(services)
  if (remainingFaults.length > 0)
    return { state: 'failed', says: `${faultText}; after the repair ${faultSummary(remainingFaults)}` }
  return okAnswer(`repaired: ${faultText}`)
}

/** For people: a line for each part. */
export const printFindings = (findings: DoctorFinding[]): string =>
  findings.map(({ part, state, says }) => `${state.padEnd(6)}  ${part.padEnd(14)}  ${says}`).join('\n')
