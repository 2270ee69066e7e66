declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T }

const HEX = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))
let lastMs = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then a 12-bit sequence (method 1) so that ids made within
 * one millisecond by one process still sort in order, then 62 random bits.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  const b = crypto.getRandomValues(new Uint8Array(16))
  for (let index = 0, t = lastMs; index < 6; index++, t = Math.floor(t / 256)) b[5 - index] = t % 256
  b[6] = 0x70 | (sequence >> 8)
  b[7] = sequence & 0xff
  b[8] = 0x80 | ((b[8] ?? 0) & 0x3f)
  const h = Array.from(b, (x) => HEX[x]).join('')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`
}

/** When an id of `newId` was made, in Unix milliseconds. */
export const idTime = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The lowest id that `newId` makes at a point in time: a bound for comparing ids. */
export function firstIdOf(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (value: string): boolean => UUID.test(value)
