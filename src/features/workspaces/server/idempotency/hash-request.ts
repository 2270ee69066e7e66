import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Values after which other requests get a turn: a body can hold a million of them. */
const VALUES_PER_TURN = 5_000

export const sha256 = (hashedText: string): string => createHash('sha256').update(hashedText).digest('base64url')

/**
 * SHA-256 of a call and its input. The order of fields does not matter; files count with their names, types and content.
 */
export async function hashRequest(procedureName: string, procedureInput: unknown): Promise<string> {
  const requestHash = createHash('sha256').update(procedureName)
  let valueCount = 0
  const addValue = async (hashedValue: unknown): Promise<void> => {
    if (++valueCount % VALUES_PER_TURN === 0) await setImmediate()
    if (hashedValue instanceof Blob) return addFile(requestHash, hashedValue)
    if (Array.isArray(hashedValue)) {
      requestHash.update(`[${hashedValue.length}`)
      for (const arrayItem of hashedValue) await addValue(arrayItem)
      return
    }
    if (typeof hashedValue === 'object' && hashedValue !== null) {
      const definedFields = Object.entries(hashedValue).filter(([, field]) => field !== undefined)
      requestHash.update(`{${definedFields.length}`)
      for (const [name, field] of definedFields.sort(([a], [b]) => (a < b ? -1 : 1))) {
        requestHash.update(JSON.stringify(name))
        await addValue(field)
      }
      return
    }
    requestHash.update(`${JSON.stringify(hashedValue) ?? 'none'};`)
  }
  await addValue(procedureInput)
  return requestHash.digest('base64url')
}

async function addFile(requestHash: Hash, file: Blob): Promise<void> {
  requestHash.update(JSON.stringify([file instanceof File ? file.name : '', file.type, file.size]))
  for await (const fileChunk of file.stream()) requestHash.update(fileChunk)
}
