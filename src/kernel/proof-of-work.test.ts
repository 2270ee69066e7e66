import { expect, it } from 'vitest'
import { CHALLENGE_MAX, findProof, hashBeginning, isProof } from './proof-of-work.ts'

it.each([
  ['', 0xe3b0c442],
  ['abc', 0xba7816bf],
  ['a'.repeat(55), 0x9f4390f8],
])('the SHA-256 of %j begins as published', (text, beginning) => expect(hashBeginning(text)).toBe(beginning))

it('a proof of work is found, and is valid for the requested difficulty only', () => {
  const challenge = 'c'.repeat(CHALLENGE_MAX)
  const number = findProof(challenge, 8, 0, 100_000) ?? -1
  expect(isProof(challenge, number, 8)).toBe(true)
  expect(findProof(challenge, 8, 0, number)).toBeNull()
  expect(findProof(challenge, 8, number, 1)).toBe(number)
  expect(isProof(challenge, number, 32)).toBe(false)
  expect(isProof(challenge, number, 0)).toBe(true)
})
