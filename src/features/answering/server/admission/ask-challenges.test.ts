import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { newId } from '../../../../kernel/ids.ts'
import { CHALLENGE_MAX, findProof, hashBeginning } from '../../../../kernel/proof-of-work.ts'
import { CHALLENGE_SECONDS, createAskChallenges } from './ask-challenges.ts'

const KEY = 'a secret key of thirty-two letters'
const NOW = Date.UTC(2026, 5, 1)
const workspace = newId()
const challenges = createAskChallenges([KEY])

function solved(now = NOW): { challenge: string; proof: string } {
  const { challenge, bits } = challenges.issue(workspace, now)
  return { challenge, proof: `${challenge}:${findProof(challenge, bits, 0, 5_000_000)}` }
}

it('accepts a solved challenge in its workspace before it expires', () => {
  const { challenge, proof } = solved()
  expect(challenge.length).toBeLessThanOrEqual(CHALLENGE_MAX)
  expect(challenges.answered(proof, workspace, NOW)).toBe(challenge)
  expect(challenges.answered(proof, workspace, NOW + CHALLENGE_SECONDS * 1000)).toBe(challenge)
  expect(challenges.answered(proof, workspace, NOW + (CHALLENGE_SECONDS + 1) * 1000)).toBeNull()
  expect(challenges.answered(proof, workspace, NOW - 61_000)).toBeNull()
  expect(challenges.answered(proof, newId(), NOW)).toBeNull()
  expect(createAskChallenges(['another key of thirty-two letters']).answered(proof, workspace, NOW)).toBeNull()
  expect(createAskChallenges(['another key of thirty-two letters', KEY]).answered(proof, workspace, NOW)).toBe(
    challenge,
  )
})

it('refuses every other answer', () => {
  const { challenge, proof } = solved()
  // One number before it was tried and did not do.
  const number = Number(proof.split(':')[1])
  const wrong = [
    undefined,
    '',
    ':',
    challenge,
    `${challenge}:`,
    `${challenge}:-1`,
    `${challenge}:${number}.0`,
    `x${proof}`,
  ]
  if (number > 0) wrong.push(`${challenge}:${number - 1}`)
  for (const attempt of [...wrong, `${proof}\n`, `made.up.challenge:${number}`])
    expect(challenges.answered(attempt, workspace, NOW), String(attempt)).toBeNull()
})

it('never issues the same challenge twice', () => {
  expect(challenges.issue(workspace, NOW).challenge).not.toBe(challenges.issue(workspace, NOW).challenge)
})

it('hashes like standard SHA-256', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'Answerloom 0123456789 abcdefghijklmnopqrstuvwxyz .:-_/+=!'.slice(0, length)
    expect(hashBeginning(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE())
  }
})
