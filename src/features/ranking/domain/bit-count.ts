/** Number of set bits of a 32-bit integer: the population count of Warren, Hacker's Delight, figure 5-2. */
export function bitCount(bitPattern: number): number {
  let setBits = bitPattern - ((bitPattern >>> 1) & 0x55555555)
  setBits = (setBits & 0x33333333) + ((setBits >>> 2) & 0x33333333)
  return Math.imul((setBits + (setBits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
