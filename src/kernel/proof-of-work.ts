/**
 * Proof of work: a number for which the SHA-256 of `challenge:number` starts with a given number of zero bits.
 * Expensive to find, cheap to verify. SHA-256 is implemented here because browsers hash only on pages loaded over
 * HTTPS.
 */

/** The longest challenge: with a colon and nine digits it fits the one block that is hashed. */
export const CHALLENGE_MAX = 45

const isPrime = (n: number): boolean => {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false
  return true
}
/** The first 32 bits after the point. */
const fraction = (x: number): number => ((x % 1) * 2 ** 32) | 0

const PRIMES: number[] = []
for (let n = 2; PRIMES.length < 64; n++) if (isPrime(n)) PRIMES.push(n)
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = PRIMES.map((prime) => fraction(prime ** (1 / 3)))

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by))
const words = new Int32Array(64)

/** The first 32 bits of the SHA-256 of at most 55 ASCII characters. */
export function hashBeginning(text: string): number {
  words.fill(0)
  for (let index = 0; index < text.length; index++)
    words[index >> 2] = at(words, index >> 2) | (text.charCodeAt(index) << (24 - (index % 4) * 8))
  words[text.length >> 2] = at(words, text.length >> 2) | (0x80 << (24 - (text.length % 4) * 8))
  words[15] = text.length * 8
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(words, index - 15), at(words, index - 2)]
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[index] = at(words, index - 16) + first + at(words, index - 7) + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START
  for (let index = 0; index < 64; index++) {
    const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
    const one = (h + mixed + at(ROUNDS, index) + at(words, index)) | 0
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + at(START, 0)) >>> 0
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0

/** Verifies a proof; `bits` is 0 to 32. */
export const isProof = (challenge: string, number: number, bits: number): boolean =>
  hashBeginning(`${challenge}:${number}`) < 2 ** (32 - bits)

/** The first number from `from` on, among so many, that does the work; null where none of them does. */
export function findProof(challenge: string, bits: number, from: number, among: number): number | null {
  for (let number = from; number < from + among; number++) if (isProof(challenge, number, bits)) return number
  return null
}
