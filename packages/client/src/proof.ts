import { findProof } from '../../../src/kernel/proof-of-work.ts'

/** Numbers tried before the page may do something else. */
const CHUNK = 20_000

/** Does the work that a workspace under attack requires for a question: `challenge:number`. Rejects when aborted. */
export async function proveWork(challenge: string, bits: number, signal?: AbortSignal): Promise<string> {
  for (let from = 0; ; from += CHUNK) {
    signal?.throwIfAborted()
    const number = findProof(challenge, bits, from, CHUNK)
    if (number !== null) return `${challenge}:${number}`
    await new Promise((resolve) => setTimeout(resolve))
  }
}
