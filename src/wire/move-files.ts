import { parseArgs } from 'node:util'
import type { Config } from '../platform/config/index.ts'
import { filesFolder, localStorage, type MovedFiles, moveFiles, s3Storage } from '../platform/storage/index.ts'

const PLACES = ['s3', 'disk'] as const
type Place = (typeof PLACES)[number]

/** The words after `files:move`. @throws Error with a sentence about what is wrong */
export function readMoveFiles(args: string[]): { to: Place } {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  const to = PLACES.find((place) => place === values.to)
  if (!to) throw new Error(`--to says where the files go: ${PLACES.join(' or ')}.`)
  return { to }
}

/**
 * Copies all files from DATA_DIR into the bucket that the S3_ variables name, or back, and compares what arrived; the
 * originals stay. It needs no database, so it runs beside a server as well as without one.
 */
export function moveAllFiles(config: Pick<Config, 'dataDir' | 's3'>, { to }: { to: Place }): Promise<MovedFiles> {
  if (!config.s3) throw new Error('S3_BUCKET is not set: the bucket is one of the two places.')
  const [disk, bucket] = [localStorage(filesFolder(config)), s3Storage(config.s3)]
  return to === 's3' ? moveFiles(disk, bucket) : moveFiles(bucket, disk)
}
