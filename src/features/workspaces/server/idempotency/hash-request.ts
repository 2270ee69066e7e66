import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Values after which other requests get a turn: a body can hold a million of them. */
const VALUES_PER_TURN = 5_000

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * SHA-256 of a call and its input. The order of fields does not matter; files count with their names, types and content.
 */
export async function hashRequest(call: string, input: unknown): Promise<string> {
  const hash = createHash('sha256').update(call)
  let values = 0
  const add = async (value: unknown): Promise<void> => {
    if (++values % VALUES_PER_TURN === 0) await setImmediate()
    if (value instanceof Blob) return addFile(hash, value)
    if (Array.isArray(value)) {
      hash.update(`[${value.length}`)
      for (const item of value) await add(item)
      return
    }
    if (typeof value === 'object' && value !== null) {
      const fields = Object.entries(value).filter(([, field]) => field !== undefined)
      hash.update(`{${fields.length}`)
      for (const [name, field] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
        hash.update(JSON.stringify(name))
        await add(field)
      }
      return
    }
    hash.update(`${JSON.stringify(value) ?? 'none'};`)
  }
  await add(input)
  return hash.digest('base64url')
}

async function addFile(hash: Hash, file: Blob): Promise<void> {
  hash.update(JSON.stringify([file instanceof File ? file.name : '', file.type, file.size]))
  for await (const piece of file.stream()) hash.update(piece)
}
