import { createHash } from 'node:crypto'

/**
 * The id of the FAQ that an item of an import becomes: the same at every repetition of the run. A UUIDv7 of the run's
 * moment, whose remaining bits are a hash of run and item.
 * @param run the id of the run, a UUID
 */
export function idInRun(run: string, item: number): string {
  const hash = createHash('sha256').update(`${run.toLowerCase()}:${item}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${run.slice(0, 13).toLowerCase()}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}
