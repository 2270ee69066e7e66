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

export interface Finding {
  part: string
  state: 'ok' | 'off' | 'failed'
  says: string
}

const doctorInput = z.object({ repair: z.boolean() })

/** The words after `doctor`: `--repair`. */
export function readDoctorArguments(args: string[]): z.input<typeof doctorInput> {
  const { values } = parseArgs({ args, options: { repair: { type: 'boolean', default: false } } })
  return { repair: values.repair }
}

type Answer = Omit<Finding, 'part'>
const ok = (says: string): Answer => ({ state: 'ok', says })
const off = (says: string): Answer => ({ state: 'off', says })

const sentence = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: unknown }
  const why = cause instanceof Error ? ` (${cause.message})` : ''
  return `${message ?? String(error)}${why}`
}

type Part = [part: string, look: () => Promise<Answer>]

async function lookAt(parts: Part[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [part, look] of parts) {
    const answer = await look().catch((error: unknown): Answer => ({ state: 'failed', says: sentence(error) }))
    findings.push({ part, ...answer })
  }
  return findings
}

/** Looks at every part of a working installation; none keeps the others from being looked at. */
export function examine(core: Core, args: unknown): Promise<Finding[]> {
  const { repair } = doctorInput.parse(args)
  return lookAt([
    ['configuration', async () => configurationOf(core)],
    ['database', () => databaseOf(core)],
    ['replica', () => replicaOf(core)],
    ['queue', () => queueOf(core)],
    ['storage', () => storageOf(core)],
    ['backups', () => backupsOf(core)],
    ['mail', () => mailOf(core)],
    ['language model', () => modelOf(core)],
    ['embeddings', () => embeddingsOf(core)],
    ['search index', () => indexOf(core, repair)],
  ])
}

/** The same where the database could not be opened, for `reason`: what needs it is not looked at, the rest is. */
export function examineWithoutDatabase(config: Config, log: Logger, reason: unknown): Promise<Finding[]> {
  const unseen = async () => off('not looked at: it needs the database')
  return lookAt([
    ['configuration', async () => configurationOf({ config })],
    ['database', () => Promise.reject(reason)],
    ['replica', unseen],
    ['queue', unseen],
    ['storage', () => storageOf({ storage: createStorage(config) })],
    ['backups', unseen],
    ['mail', () => mailOf({ config, mailer: createMailer(config, log) })],
    ['language model', () => modelOf({ config })],
    ['embeddings', () => embeddingsOf({ config })],
    ['search index', unseen],
  ])
}

/** A configuration that is wrong keeps everything from starting: what can be said here is what it means. */
function configurationOf({ config }: Pick<Core, 'config'>): Answer {
  const kind = config.local ? 'a local instance' : 'a public instance'
  const files = config.s3 ? 'files in a bucket' : 'files in DATA_DIR'
  return ok(`${kind} at ${config.appUrl.origin}, ${files}, billing ${config.billing}`)
}

async function databaseOf({ db }: Core): Promise<Answer> {
  await db.assertUndamaged()
  const { rows } = await db.pool.query<{ applied: number; bytes: string }>(
    'SELECT (SELECT count(*)::int FROM applied_migrations) AS applied, pg_database_size(current_database())::text AS bytes',
  )
  const [{ applied, bytes } = { applied: 0, bytes: '0' }] = rows
  const kind = db.kind === 'pglite' ? 'embedded PostgreSQL' : 'PostgreSQL'
  const user = (await checkDatabaseRights(db)) === 'owner' ? 'owns the tables' : 'cannot change the schema'
  const size = `${Math.max(1, Math.round(Number(bytes) / 2 ** 20))} MB`
  return ok(
    `${kind} ${db.serverVersion}, ${applied} migrations, ${size}${db.kind === 'postgres' ? `, the user ${user}` : ''}`,
  )
}

async function replicaOf({ db: { replica } }: Core): Promise<Answer> {
  if (!replica) return off('visitors read from the database; DATABASE_REPLICA_URL names a standby for that')
  const reason = await replica.untilInUse()
  if (reason !== null) return { state: 'failed', says: `not used for reads: ${reason}` }
  return ok(`used for visitors' reads, at most ${Math.ceil(replica.lagSeconds ?? 0)} s behind`)
}

async function queueOf({ jobs }: Core): Promise<Answer> {
  if (!(await jobs.healthy())) throw new Error('The job queue does not answer.')
  const waiting = Object.values(await jobs.depth()).reduce((sum, one) => sum + one, 0)
  return ok(`${waiting} waiting`)
}

/** Writes a file, reads it back and deletes it: permissions to do the one do not give the other. */
async function storageOf({ storage }: { storage: FileStorage }): Promise<Answer> {
  const key = `doctor/${randomUUID()}`
  const text = `written ${new Date().toISOString()}`
  await storage.put(key, Buffer.from(text), { contentType: 'text/plain' })
  try {
    const read = Buffer.concat(await Array.fromAsync(storage.get(key) as AsyncIterable<Buffer>)).toString()
    if (read !== text) throw new Error('A file that was written was read back differently.')
    if (!(await Array.fromAsync(storage.list('doctor/'))).includes(key))
      throw new Error('A file that was written is not listed.')
  } finally {
    await storage.delete(key)
  }
  return ok('a file was written, read back, listed and deleted')
}

async function backupsOf({ config, db }: Core): Promise<Answer> {
  const { schedule } = config.backups
  if (schedule === null) return off('not scheduled; BACKUP_SCHEDULE does that')
  const status = await readBackupStatus(db)
  const { hasFailed, isOverdue } = backupHealth(config.backups, status, new Date())
  const { good, last } = status ?? {}
  const newest = good ? `the newest, of ${good.at}, is ${good.name}` : 'there is none yet'
  if (hasFailed) return { state: 'failed', says: `the run of ${last?.at} failed: ${last?.error}; ${newest}` }
  if (isOverdue) return { state: 'failed', says: `overdue by the schedule ${schedule}: is a worker running? ${newest}` }
  return ok(good ? `${newest}; ${good.rows} rows, restored for a check` : newest)
}

async function mailOf({ mailer, config }: Pick<Core, 'mailer' | 'config'>): Promise<Answer> {
  if (!config.smtpUrl) return off('mails are kept at /dev/outbox')
  await mailer.check()
  return ok('the mail server accepts this sign-in; nothing was sent')
}

async function modelOf({ config }: Pick<Core, 'config'>): Promise<Answer> {
  if (!config.ai) return off('answers are put together without one')
  const generate = createTextGenerator(config.ai, silentLogger)
  let text = ''
  const signal = AbortSignal.timeout(config.ai.timeoutMs * 2)
  const messages = [{ role: 'user' as const, content: 'Answer with the word ready.' }]
  // With the limit of visitors' answers: a model that thinks first would not come to its word with less.
  const limits = { signal, maxOutputTokens: MAX_OUTPUT_TOKENS }
  for await (const piece of generate({ system: 'You answer in one word.', messages, ...limits })) text += piece
  if (text.trim() === '') throw new Error(`${config.ai.model} answered nothing.`)
  return ok(`${config.ai.model} answers`)
}

async function embeddingsOf({ config }: { config: Config }): Promise<Answer> {
  const encoder = createTextEncoder(config, silentLogger)
  if (!encoder) return off('search goes by words')
  try {
    const [vector] = await encoder.background.embed(['ready'])
    return ok(`${encoder.model} answers with ${vector?.length} dimensions`)
  } finally {
    await encoder.close()
  }
}

const WHAT: Record<IndexFault['problem'], string> = {
  missing: 'not found though they should be',
  superfluous: 'found though they should not be',
}

const faultSummary = (faults: IndexFault[]): string =>
  [...Map.groupBy(faults, ({ problem }) => problem)]
    .map(([problem, some]) => `${some.length} ${WHAT[problem]}`)
    .join(', ')

async function indexOf({ db, services }: Core, repair: boolean): Promise<Answer> {
  const faults = await findIndexFaults(db)
  if (faults.length === 0) return ok('agrees with FAQs and passages')
  const workspaces = new Set(faults.map(({ workspace_id }) => workspace_id)).size
  const found = `${faultSummary(faults)}, in ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}`
  if (!repair) return { state: 'failed', says: `${found}. npm run doctor -- --repair repairs it.` }
  const left = await repairIndex(services)
  if (left.length > 0) return { state: 'failed', says: `${found}; after the repair ${faultSummary(left)}` }
  return ok(`repaired: ${found}`)
}

/** For people: a line for each part. */
export const printFindings = (findings: Finding[]): string =>
  findings.map(({ part, state, says }) => `${state.padEnd(6)}  ${part.padEnd(14)}  ${says}`).join('\n')
