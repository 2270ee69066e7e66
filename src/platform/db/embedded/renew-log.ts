// Gives a cluster a new control file and an empty log, as `pg_resetwal` does, which PGlite does not include. The layout is
// that of PostgreSQL 18 (catalog/pg_control.h, access/xlog_internal.h).
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE_BYTES = 8192
/** At the end of each page's header: page size and layout version. */
const PAGE_LAYOUT = { at: 18, value: 0x2004 }

const CONTROL_OFFSETS = { state: 16, checkPoint: 32, copy: 40 }
const SHUT_DOWN = 1
const CHECKPOINT = { bytes: 88, redo: 0, nextXid: 24, nextMulti: 36, nextMultiOffset: 40, oldestMulti: 52 }

const LONG_PAGE_HEADER = { bytes: 40, info: 2, timeline: 4, address: 8, remaining: 16, segmentBytes: 32 }
const IS_LONG_PAGE_HEADER = 2
const RECORD_LAYOUT = { bytes: 24, crc: 20 }
const SHORT_DATA = 255

/** Numbers in one file of these folders. */
const XIDS_PER_FILE = 32 * PAGE_BYTES * 4
const MULTIS_PER_FILE = 32 * (PAGE_BYTES / 4)
const MULTI_MEMBERS = 32 * 1636

/**
 * Replaces the control file and the log of the cluster in `folder` by those of `model`, a new cluster of the same version
 * that was shut down. Transactions count on behind every number in use. What was only in the lost log is lost, so the
 * cluster may contradict itself: it is to be read, not to be kept.
 */
export function renewLog(dataFolder: string, modelFolder: string): void {
  const logFolder = join(dataFolder, 'pg_wal')
  for (const folderName of ['archive_status', 'summaries']) mkdirSync(join(logFolder, folderName), { recursive: true })
  for (const segmentName of segmentNames(logFolder)) rmSync(join(logFolder, segmentName))

  const modelLog = join(modelFolder, 'pg_wal')
  const firstPage = Buffer.alloc(PAGE_BYTES)
  readFileSync(join(modelLog, segmentNames(modelLog)[0] ?? '')).copy(firstPage, 0, 0, LONG_PAGE_HEADER.bytes)
  const segmentBytes = firstPage.readUInt32LE(LONG_PAGE_HEADER.segmentBytes)
  // Behind the position that any page names: a page is only written once the log has reached its position.
  const segmentNumber = highestPosition(dataFolder) / BigInt(segmentBytes) + 2n
  const segmentStart = segmentNumber * BigInt(segmentBytes)
  const position = segmentStart + BigInt(LONG_PAGE_HEADER.bytes)

  const controlFile = readFileSync(join(modelFolder, 'global', 'pg_control'))
  const checksumOffset = endOfControl(controlFile)
  const checkPoint = controlFile.subarray(CONTROL_OFFSETS.copy, CONTROL_OFFSETS.copy + CHECKPOINT.bytes)
  const offsetFiles = numbersOfFiles(join(dataFolder, 'pg_multixact', 'offsets'))
  const memberFiles = numbersOfFiles(join(dataFolder, 'pg_multixact', 'members'))
  checkPoint.writeBigUInt64LE(position, CHECKPOINT.redo)
  checkPoint.writeBigUInt64LE(
    BigInt(firstNumberBehind(numbersOfFiles(join(dataFolder, 'pg_xact')), XIDS_PER_FILE)),
    CHECKPOINT.nextXid,
  )
  checkPoint.writeUInt32LE(firstNumberBehind(offsetFiles, MULTIS_PER_FILE), CHECKPOINT.nextMulti)
  checkPoint.writeUInt32LE(firstNumberBehind(memberFiles, MULTI_MEMBERS), CHECKPOINT.nextMultiOffset)
  checkPoint.writeUInt32LE(Math.max(1, (offsetFiles[0] ?? 0) * MULTIS_PER_FILE), CHECKPOINT.oldestMulti)
  controlFile.writeUInt32LE(SHUT_DOWN, CONTROL_OFFSETS.state)
  controlFile.writeBigUInt64LE(position, CONTROL_OFFSETS.checkPoint)
  controlFile.writeUInt32LE(crc32c(controlFile.subarray(0, checksumOffset)), checksumOffset)

  const timeline = firstPage.readUInt32LE(LONG_PAGE_HEADER.timeline)
  firstPage.writeUInt16LE(IS_LONG_PAGE_HEADER, LONG_PAGE_HEADER.info)
  firstPage.writeBigUInt64LE(segmentStart, LONG_PAGE_HEADER.address)
  firstPage.writeUInt32LE(0, LONG_PAGE_HEADER.remaining)
  checkPointRecord(checkPoint).copy(firstPage, LONG_PAGE_HEADER.bytes)
  const segmentsPerName = 0x1_0000_0000n / BigInt(segmentBytes)
  const segmentName = [BigInt(timeline), segmentNumber / segmentsPerName, segmentNumber % segmentsPerName]
    .map(hexadecimal)
    .join('')
  writeFileSync(join(logFolder, segmentName), Buffer.concat([firstPage], segmentBytes), { mode: 0o600 })
  writeFileSync(join(dataFolder, 'global', 'pg_control'), controlFile, { mode: 0o600 })
}

const hexadecimal = (numberPart: bigint): string => numberPart.toString(16).toUpperCase().padStart(8, '0')

const segmentNames = (logFolder: string): string[] =>
  readdirSync(logFolder).filter((fileName) => /^[\dA-F]{24}/.test(fileName))

/** Numbers of the files in a folder, in their order. */
const numbersOfFiles = (numberedFolder: string): number[] =>
  readdirSync(numberedFolder)
    .filter((fileName) => /^[\dA-F]+$/.test(fileName))
    .map((fileName) => Number.parseInt(fileName, 16))
    .sort((leftNumber, rightNumber) => leftNumber - rightNumber)

const firstNumberBehind = (fileNumbers: number[], numbersPerFile: number): number =>
  ((fileNumbers.at(-1) ?? 0) + 1) * numbersPerFile

/** A checkpoint at shutdown, the only record of an empty log. */
function checkPointRecord(checkPoint: Buffer): Buffer {
  const recordHead = Buffer.alloc(RECORD_LAYOUT.bytes)
  const recordData = Buffer.concat([Buffer.of(SHORT_DATA, checkPoint.length), checkPoint])
  recordHead.writeUInt32LE(recordHead.length + recordData.length)
  recordHead.writeUInt32LE(
    crc32c(Buffer.concat([recordData, recordHead.subarray(0, RECORD_LAYOUT.crc)])),
    RECORD_LAYOUT.crc,
  )
  return Buffer.concat([recordHead, recordData])
}

/** Returns where the checksum is that ends the control file. */
function endOfControl(controlFile: Buffer): number {
  for (let byteOffset = CONTROL_OFFSETS.copy + CHECKPOINT.bytes; byteOffset < 512; byteOffset += 4)
    if (controlFile.readUInt32LE(byteOffset) === crc32c(controlFile.subarray(0, byteOffset))) return byteOffset
  throw new Error('The control file of a new cluster has no checksum.')
}

/** Returns the highest position in the log that a page of a table or an index names. */
function highestPosition(dataFolder: string): bigint {
  const databases = readdirSync(join(dataFolder, 'base')).map((databaseName) => join(dataFolder, 'base', databaseName))
  let highestFound = 0n
  for (const databaseFolder of [join(dataFolder, 'global'), ...databases])
    for (const fileName of readdirSync(databaseFolder))
      if (/^\d+(_\w+)?(\.\d+)?$/.test(fileName)) {
        const highestOfFile = highestInFile(join(databaseFolder, fileName))
        if (highestOfFile > highestFound) highestFound = highestOfFile
      }
  return highestFound
}

function highestInFile(filePath: string): bigint {
  const descriptor = openSync(filePath, 'r')
  try {
    const pageBuffer = Buffer.alloc(PAGE_BYTES * 64)
    let highestFound = 0n
    for (
      let readLength = readSync(descriptor, pageBuffer);
      readLength > 0;
      readLength = readSync(descriptor, pageBuffer)
    )
      for (let byteOffset = 0; byteOffset + PAGE_BYTES <= readLength; byteOffset += PAGE_BYTES) {
        if (pageBuffer.readUInt16LE(byteOffset + PAGE_LAYOUT.at) !== PAGE_LAYOUT.value) continue
        const position =
          (BigInt(pageBuffer.readUInt32LE(byteOffset)) << 32n) | BigInt(pageBuffer.readUInt32LE(byteOffset + 4))
        if (position > highestFound) highestFound = position
      }
    return highestFound
  } finally {
    closeSync(descriptor)
  }
}

/** CRC-32C, bit by bit: it is computed over a few hundred bytes. */
function crc32c(checkedBytes: Uint8Array): number {
  let checksum = ~0
  for (const checkedByte of checkedBytes) {
    checksum ^= checkedByte
    for (let bitIndex = 0; bitIndex < 8; bitIndex++) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0x82f63b78 : 0)
  }
  return ~checksum >>> 0
}
