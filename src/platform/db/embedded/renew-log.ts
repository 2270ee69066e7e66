// Gives a cluster a new control file and an empty log, as `pg_resetwal` does, which PGlite does not include. The layout is
// that of PostgreSQL 18 (catalog/pg_control.h, access/xlog_internal.h).
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE_BYTES = 8192
/** At the end of each page's header: page size and layout version. */
const PAGE_LAYOUT = { at: 18, value: 0x2004 }

const CONTROL = { state: 16, checkPoint: 32, copy: 40 }
const SHUT_DOWN = 1
const CHECKPOINT = { bytes: 88, redo: 0, nextXid: 24, nextMulti: 36, nextMultiOffset: 40, oldestMulti: 52 }

const LONG_PAGE_HEADER = { bytes: 40, info: 2, timeline: 4, address: 8, remaining: 16, segmentBytes: 32 }
const IS_LONG_PAGE_HEADER = 2
const RECORD = { bytes: 24, crc: 20 }
const SHORT_DATA = 255

/** Numbers in one file of these folders. */
const XIDS = 32 * PAGE_BYTES * 4
const MULTIS = 32 * (PAGE_BYTES / 4)
const MULTI_MEMBERS = 32 * 1636

/**
 * Replaces the control file and the log of the cluster in `folder` by those of `model`, a new cluster of the same version
 * that was shut down. Transactions count on behind every number in use. What was only in the lost log is lost, so the
 * cluster may contradict itself: it is to be read, not to be kept.
 */
export function renewLog(folder: string, model: string): void {
  const log = join(folder, 'pg_wal')
  for (const name of ['archive_status', 'summaries']) mkdirSync(join(log, name), { recursive: true })
  for (const name of segments(log)) rmSync(join(log, name))

  const modelLog = join(model, 'pg_wal')
  const page = Buffer.alloc(PAGE_BYTES)
  readFileSync(join(modelLog, segments(modelLog)[0] ?? '')).copy(page, 0, 0, LONG_PAGE_HEADER.bytes)
  const segmentBytes = page.readUInt32LE(LONG_PAGE_HEADER.segmentBytes)
  // Behind the position that any page names: a page is only written once the log has reached its position.
  const segment = highestPosition(folder) / BigInt(segmentBytes) + 2n
  const start = segment * BigInt(segmentBytes)
  const position = start + BigInt(LONG_PAGE_HEADER.bytes)

  const control = readFileSync(join(model, 'global', 'pg_control'))
  const crcAt = endOfControl(control)
  const checkPoint = control.subarray(CONTROL.copy, CONTROL.copy + CHECKPOINT.bytes)
  const offsets = numbered(join(folder, 'pg_multixact', 'offsets'))
  const members = numbered(join(folder, 'pg_multixact', 'members'))
  checkPoint.writeBigUInt64LE(position, CHECKPOINT.redo)
  checkPoint.writeBigUInt64LE(BigInt(behind(numbered(join(folder, 'pg_xact')), XIDS)), CHECKPOINT.nextXid)
  checkPoint.writeUInt32LE(behind(offsets, MULTIS), CHECKPOINT.nextMulti)
  checkPoint.writeUInt32LE(behind(members, MULTI_MEMBERS), CHECKPOINT.nextMultiOffset)
  checkPoint.writeUInt32LE(Math.max(1, (offsets[0] ?? 0) * MULTIS), CHECKPOINT.oldestMulti)
  control.writeUInt32LE(SHUT_DOWN, CONTROL.state)
  control.writeBigUInt64LE(position, CONTROL.checkPoint)
  control.writeUInt32LE(crc32c(control.subarray(0, crcAt)), crcAt)

  const timeline = page.readUInt32LE(LONG_PAGE_HEADER.timeline)
  page.writeUInt16LE(IS_LONG_PAGE_HEADER, LONG_PAGE_HEADER.info)
  page.writeBigUInt64LE(start, LONG_PAGE_HEADER.address)
  page.writeUInt32LE(0, LONG_PAGE_HEADER.remaining)
  checkPointRecord(checkPoint).copy(page, LONG_PAGE_HEADER.bytes)
  const perName = 0x1_0000_0000n / BigInt(segmentBytes)
  const name = [BigInt(timeline), segment / perName, segment % perName].map(hexadecimal).join('')
  writeFileSync(join(log, name), Buffer.concat([page], segmentBytes), { mode: 0o600 })
  writeFileSync(join(folder, 'global', 'pg_control'), control, { mode: 0o600 })
}

const hexadecimal = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0')

const segments = (folder: string): string[] => readdirSync(folder).filter((name) => /^[\dA-F]{24}/.test(name))

/** Numbers of the files in a folder, in their order. */
const numbered = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^[\dA-F]+$/.test(name))
    .map((name) => Number.parseInt(name, 16))
    .sort((left, right) => left - right)

const behind = (files: number[], each: number): number => ((files.at(-1) ?? 0) + 1) * each

/** A checkpoint at shutdown, the only record of an empty log. */
function checkPointRecord(checkPoint: Buffer): Buffer {
  const record = Buffer.alloc(RECORD.bytes)
  const data = Buffer.concat([Buffer.of(SHORT_DATA, checkPoint.length), checkPoint])
  record.writeUInt32LE(record.length + data.length)
  record.writeUInt32LE(crc32c(Buffer.concat([data, record.subarray(0, RECORD.crc)])), RECORD.crc)
  return Buffer.concat([record, data])
}

/** Returns where the checksum is that ends the control file. */
function endOfControl(control: Buffer): number {
  for (let at = CONTROL.copy + CHECKPOINT.bytes; at < 512; at += 4)
    if (control.readUInt32LE(at) === crc32c(control.subarray(0, at))) return at
  throw new Error('The control file of a new cluster has no checksum.')
}

/** Returns the highest position in the log that a page of a table or an index names. */
function highestPosition(folder: string): bigint {
  const databases = readdirSync(join(folder, 'base')).map((name) => join(folder, 'base', name))
  let highest = 0n
  for (const place of [join(folder, 'global'), ...databases])
    for (const name of readdirSync(place))
      if (/^\d+(_\w+)?(\.\d+)?$/.test(name)) {
        const found = highestInFile(join(place, name))
        if (found > highest) highest = found
      }
  return highest
}

function highestInFile(file: string): bigint {
  const descriptor = openSync(file, 'r')
  try {
    const pages = Buffer.alloc(PAGE_BYTES * 64)
    let highest = 0n
    for (let length = readSync(descriptor, pages); length > 0; length = readSync(descriptor, pages))
      for (let at = 0; at + PAGE_BYTES <= length; at += PAGE_BYTES) {
        if (pages.readUInt16LE(at + PAGE_LAYOUT.at) !== PAGE_LAYOUT.value) continue
        const position = (BigInt(pages.readUInt32LE(at)) << 32n) | BigInt(pages.readUInt32LE(at + 4))
        if (position > highest) highest = position
      }
    return highest
  } finally {
    closeSync(descriptor)
  }
}

/** CRC-32C, bit by bit: it is computed over a few hundred bytes. */
function crc32c(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return ~crc >>> 0
}
