import { parseArgs } from 'node:util'
import type { Config } from '../platform/config/index.ts'
import { filesFolder, localStorage, type MovedFiles, moveFiles, s3Storage } from '../platform/storage/index.ts'

const FILE_PLACES = ['s3', 'disk'] as const
type FilePlace = (typeof FILE_PLACES)[number]

/** The words after `files:move`. @throws Error with a sentence about what is wrong */
export function readMoveFiles(commandArguments: string[]): { to: FilePlace } {
  const { values } = parseArgs({ args: commandArguments, options: { to: { type: 'string' } } })
  const targetPlace = FILE_PLACES.find((knownPlace) => knownPlace === values.to)
  if (!targetPlace) throw new Error(`--to says where the files go: ${FILE_PLACES.join(' or ')}.`)
  return { to: targetPlace }
}

/**
 * Copies all files from DATA_DIR into the bucket that the S3_ variables name, or back, and compares what arrived; the
 * originals stay. It needs no database, so it runs beside a server as well as without one.
 */
export function moveAllFiles(
  moveConfig: Pick<Config, 'dataDir' | 's3'>,
  { to }: { to: FilePlace },
): Promise<MovedFiles> {
  if (!moveConfig.s3) throw new Error('S3_BUCKET is not set: the bucket is one of the two places.')
  const [disk, bucket] = [localStorage(filesFolder(moveConfig)), s3Storage(moveConfig.s3)]
  return to === 's3' ? moveFiles(disk, bucket) : moveFiles(bucket, disk)
}
