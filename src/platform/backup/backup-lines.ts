import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../kernel/app-error.ts'
import type { WaitingJob } from '../jobs/index.ts'
import { isSealed, unseal } from './sealing.ts'

/**
 * The format of a backup: a gzipped file of JSON lines. The order is a `header`; for each table a `table` and its rows
 * (`r`, as PostgreSQL's to_jsonb writes them, JSON columns wrapped in a list); the waiting jobs (`job`); for each file
 * a `file` and its bytes in base64 (`b`); an `end` with the counts.
 */
export const FORMAT = 'answerloom-backup'
export const FORMAT_VERSION = 1

export interface BackupHeader {
  format: typeof FORMAT
  version: number
  /** ISO 8601. */
  made_at: string
  /** The names of the migrations that its database had. */
  migrations: string[]
  /** Further metadata, such as the fingerprint of the secret key that sealed the tokens. */
  notes: Record<string, string>
}

export interface BackupCounts {
  tables: number
  rows: number
  jobs: number
  files: number
}

export type BackupLine =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string }
  /** JSON text: reading its numbers here would round the large ones. */
  | { kind: 'row'; json: string }
  | { kind: 'job'; job: WaitingJob }
  | { kind: 'file'; key: string; contentType: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'end'; counts: BackupCounts }

const ROW = '{"r":'

export function printLine(line: BackupLine): string {
  if (line.kind === 'row') return `${ROW}${line.json}}\n`
  if (line.kind === 'bytes') return `${JSON.stringify({ b: line.bytes.toString('base64') })}\n`
  if (line.kind === 'header') return `${JSON.stringify({ header: line.header })}\n`
  if (line.kind === 'table') return `${JSON.stringify({ table: line.name })}\n`
  if (line.kind === 'job') return `${JSON.stringify({ job: line.job })}\n`
  if (line.kind === 'file') return `${JSON.stringify({ file: line.key, type: line.contentType })}\n`
  return `${JSON.stringify({ end: line.counts })}\n`
}

function parseLine(text: string): BackupLine {
  if (text.startsWith(ROW)) return { kind: 'row', json: text.slice(ROW.length, -1) }
  const line = jsonOf(text)
  if (typeof line.b === 'string') return { kind: 'bytes', bytes: Buffer.from(line.b, 'base64') }
  if (typeof line.table === 'string') return { kind: 'table', name: line.table }
  if (typeof line.file === 'string') return { kind: 'file', key: line.file, contentType: String(line.type) }
  if (line.job) return { kind: 'job', job: line.job as WaitingJob }
  if (line.header) return { kind: 'header', header: line.header as BackupHeader }
  if (line.end) return { kind: 'end', counts: line.end as BackupCounts }
  throw broken('a line of it is of no known kind')
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw broken('it is damaged', error)
  }
}

const broken = (why: string, cause?: unknown): AppError =>
  new AppError('invalid', 'backup.broken', `This backup cannot be read: ${why}.`, { cause })

/** Reads the lines of a gzipped file, encrypted or not. Any damage is reported as an error of the last line. */
async function* unzipped(path: string, key: string | null): AsyncGenerator<string> {
  const sealed = await isSealed(path)
  if (sealed && key === null)
    throw new AppError('invalid', 'backup.sealed', 'This backup is encrypted. Set BACKUP_KEY to its key.')
  const file = createReadStream(path)
  const text = createGunzip()
  const done = () => {}
  // The error of any part is that of the last one, which is read here.
  if (sealed && key !== null) pipeline(file, (source: AsyncIterable<Buffer>) => unseal(source, key), text, done)
  else pipeline(file, text, done)
  let pending = ''
  try {
    for await (const chunk of text.setEncoding('utf8')) {
      const lines = (pending + chunk).split('\n')
      pending = lines.pop() ?? ''
      yield* lines
    }
    if (pending) yield pending
  } catch (error) {
    if (error instanceof AppError) throw error
    throw broken(error instanceof Error ? error.message : String(error), error)
  } finally {
    text.destroy()
  }
}

/**
 * The lines of a backup in their order.
 * @throws invalid `backup.broken` for what is no backup, is damaged or was cut off; invalid `backup.sealed` for an
 * encrypted one without a key; conflict `backup.newer` for a later format
 */
export async function* readLines(path: string, key: string | null): AsyncGenerator<BackupLine> {
  let last: BackupLine['kind'] | null = null
  for await (const text of unzipped(path, key)) {
    const line = parseLine(text)
    if (last === null) checkHeader(line)
    last = line.kind
    yield line
  }
  if (last !== 'end') throw broken('it was cut off')
}

function checkHeader(line: BackupLine): void {
  if (line.kind !== 'header' || line.header.format !== FORMAT) throw broken('it is no backup of this program')
  if (line.header.version > FORMAT_VERSION)
    throw new AppError('conflict', 'backup.newer', 'This backup was made by a newer version of this program.')
}
