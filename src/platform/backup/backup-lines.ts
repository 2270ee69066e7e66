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
export const BACKUP_FORMAT = 'answerloom-backup'
export const FORMAT_VERSION = 1

export interface BackupHeader {
  format: typeof BACKUP_FORMAT
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

const ROW_LINE_START = '{"r":'

export function printLine(backupLine: BackupLine): string {
  if (backupLine.kind === 'row') return `${ROW_LINE_START}${backupLine.json}}\n`
  if (backupLine.kind === 'bytes') return `${JSON.stringify({ b: backupLine.bytes.toString('base64') })}\n`
  if (backupLine.kind === 'header') return `${JSON.stringify({ header: backupLine.header })}\n`
  if (backupLine.kind === 'table') return `${JSON.stringify({ table: backupLine.name })}\n`
  if (backupLine.kind === 'job') return `${JSON.stringify({ job: backupLine.job })}\n`
  if (backupLine.kind === 'file') return `${JSON.stringify({ file: backupLine.key, type: backupLine.contentType })}\n`
  return `${JSON.stringify({ end: backupLine.counts })}\n`
}

function parseLine(lineText: string): BackupLine {
  if (lineText.startsWith(ROW_LINE_START)) return { kind: 'row', json: lineText.slice(ROW_LINE_START.length, -1) }
  const backupLine = parseObject(lineText)
  if (typeof backupLine.b === 'string') return { kind: 'bytes', bytes: Buffer.from(backupLine.b, 'base64') }
  if (typeof backupLine.table === 'string') return { kind: 'table', name: backupLine.table }
  if (typeof backupLine.file === 'string')
    return { kind: 'file', key: backupLine.file, contentType: String(backupLine.type) }
  if (backupLine.job) return { kind: 'job', job: backupLine.job as WaitingJob }
  if (backupLine.header) return { kind: 'header', header: backupLine.header as BackupHeader }
  if (backupLine.end) return { kind: 'end', counts: backupLine.end as BackupCounts }
  throw brokenBackup('a line of it is of no known kind')
}

function parseObject(lineText: string): Record<string, unknown> {
  try {
    return JSON.parse(lineText) as Record<string, unknown>
  } catch (error) {
    throw brokenBackup('it is damaged', error)
  }
}

const brokenBackup = (explanation: string, cause?: unknown): AppError =>
  new AppError('invalid', 'backup.broken', `This backup cannot be read: ${explanation}.`, { cause })

/** Reads the lines of a gzipped file, encrypted or not. Any damage is reported as an error of the last line. */
async function* unzipped(backupPath: string, backupKey: string | null): AsyncGenerator<string> {
  const isEncrypted = await isSealed(backupPath)
  if (isEncrypted && backupKey === null)
    throw new AppError('invalid', 'backup.sealed', 'This backup is encrypted. Set BACKUP_KEY to its key.')
  const fileStream = createReadStream(backupPath)
  const unzippedText = createGunzip()
  const ignoreResult = () => {}
  // The error of any part is that of the last one, which is read here.
  if (isEncrypted && backupKey !== null)
    pipeline(
      fileStream,
      (sealedBytes: AsyncIterable<Buffer>) => unseal(sealedBytes, backupKey),
      unzippedText,
      ignoreResult,
    )
  else pipeline(fileStream, unzippedText, ignoreResult)
  let pendingText = ''
  try {
    for await (const textChunk of unzippedText.setEncoding('utf8')) {
      const textLines = (pendingText + textChunk).split('\n')
      pendingText = textLines.pop() ?? ''
      yield* textLines
    }
    if (pendingText) yield pendingText
  } catch (error) {
    if (error instanceof AppError) throw error
    throw brokenBackup(error instanceof Error ? error.message : String(error), error)
  } finally {
    unzippedText.destroy()
  }
}

/**
 * The lines of a backup in their order.
 * @throws invalid `backup.broken` for what is no backup, is damaged or was cut off; invalid `backup.sealed` for an
 * encrypted one without a key; conflict `backup.newer` for a later format
 */
export async function* readLines(backupPath: string, backupKey: string | null): AsyncGenerator<BackupLine> {
  let lastKind: BackupLine['kind'] | null = null
  for await (const lineText of unzipped(backupPath, backupKey)) {
    const backupLine = parseLine(lineText)
    if (lastKind === null) checkHeader(backupLine)
    lastKind = backupLine.kind
    yield backupLine
  }
  if (lastKind !== 'end') throw brokenBackup('it was cut off')
}

function checkHeader(backupLine: BackupLine): void {
  if (backupLine.kind !== 'header' || backupLine.header.format !== BACKUP_FORMAT)
    throw brokenBackup('it is no backup of this program')
  if (backupLine.header.version > FORMAT_VERSION)
    throw new AppError('conflict', 'backup.newer', 'This backup was made by a newer version of this program.')
}
