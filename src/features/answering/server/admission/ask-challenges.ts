import { randomBytes } from 'node:crypto'
import { isProof } from '../../../../kernel/proof-of-work.ts'
import { createSigner } from './signer.ts'

/** Validity of a challenge: longer than the slowest phone needs. */
export const CHALLENGE_SECONDS = 120
/** 65,000 hashes on average: unnoticeable for one question, expensive for a thousand. */
const PROOF_BITS = 16

/** Proof of work that is required for questions during a flood. */
export interface AskChallenges {
  /** A challenge for this workspace, and how many bits its proof has. Nothing is stored. */
  issue(workspaceId: string, now?: number): { challenge: string; bits: number }
  /**
   * The challenge that a `challenge:number` answers, if it is ours, this workspace's, not too old and the work was done;
   * else null. The caller remembers that it was used.
   */
  answered(proof: string | undefined, workspaceId: string, now?: number): string | null
}

/** A challenge is `seconds.random.signature`, 40 characters. */
export function createAskChallenges(secretKeys: readonly string[]): AskChallenges {
  const signer = createSigner(secretKeys, { purpose: 'answerloom ask challenge', length: 22 })
  return {
    issue(workspaceId, now = Date.now()) {
      const challengeText = `${Math.floor(now / 1000).toString(36)}.${randomBytes(6).toString('base64url')}`
      return { challenge: `${challengeText}.${signer.sign(`${workspaceId} ${challengeText}`)}`, bits: PROOF_BITS }
    },
    answered(proof = '', workspaceId, now = Date.now()) {
      const [, challenge = '', text = '', seconds = '', signature = '', number = ''] =
        /^((([0-9a-z]{6,7})\.[\w-]{8})\.([\w-]{22})):(\d{1,9})$/.exec(proof) ?? []
      const isOurs = signer.isSigned(`${workspaceId} ${text}`, signature)
      const ageSeconds = now / 1000 - Number.parseInt(seconds, 36)
      if (
        !isOurs ||
        ageSeconds > CHALLENGE_SECONDS ||
        ageSeconds < -60 ||
        !isProof(challenge, Number(number), PROOF_BITS)
      )
        return null
      return challenge
    },
  }
}
