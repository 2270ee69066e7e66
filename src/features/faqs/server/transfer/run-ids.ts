import { createHash } from 'node:crypto'

/**
 * The id of the FAQ that an item of an import becomes: the same at every repetition of the run. A UUIDv7 of the run's
 * moment, whose remaining bits are a hash of run and item.
 * @param runId the id of the run, a UUID
 */
export function idInRun(runId: string, itemNumber: number): string {
  const itemHash = createHash('sha256').update(`${runId.toLowerCase()}:${itemNumber}`).digest('hex')
  const variantDigit = ((Number.parseInt(itemHash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${runId.slice(0, 13).toLowerCase()}-7${itemHash.slice(0, 3)}-${variantDigit}${itemHash.slice(4, 7)}-${itemHash.slice(7, 19)}`
}
