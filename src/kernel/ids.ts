declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T }

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byteValue) => byteValue.toString(16).padStart(2, '0'))
let lastTimestamp = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then a 12-bit sequence (method 1) so that ids made within
 * one millisecond by one process still sort in order, then 62 random bits.
 */
export function newId(timestamp: number = Date.now()): string {
  if (timestamp > lastTimestamp) {
    lastTimestamp = timestamp
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastTimestamp += 1
    sequence = 0
  }
  const idBytes = crypto.getRandomValues(new Uint8Array(16))
  for (
    let byteIndex = 0, remainingTime = lastTimestamp;
    byteIndex < 6;
    byteIndex++, remainingTime = Math.floor(remainingTime / 256)
  )
    idBytes[5 - byteIndex] = remainingTime % 256
  idBytes[6] = 0x70 | (sequence >> 8)
  idBytes[7] = sequence & 0xff
  idBytes[8] = 0x80 | ((idBytes[8] ?? 0) & 0x3f)
  const hexDigits = Array.from(idBytes, (idByte) => HEX_OF_BYTE[idByte]).join('')
  return `${hexDigits.slice(0, 8)}-${hexDigits.slice(8, 12)}-${hexDigits.slice(12, 16)}-${hexDigits.slice(16, 20)}-${hexDigits.slice(20)}`
}

/** When an id of `newId` was made, in Unix milliseconds. */
export const timestampOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The lowest id that `newId` makes at a point in time: a bound for comparing ids. */
export function firstIdOf(timestamp: number): string {
  const timestampHex = timestamp.toString(16).padStart(12, '0')
  return `${timestampHex.slice(0, 8)}-${timestampHex.slice(8)}-7000-8000-000000000000`
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (possibleId: string): boolean => UUID_PATTERN.test(possibleId)
