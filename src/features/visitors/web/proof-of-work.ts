import { findProof } from '../../../kernel/proof-of-work.ts'

/** So many at once that the page still follows what its visitor does. */
const AT_ONCE = 5_000

/** The proof of work that a refusal asks for; null where it asks for none. Rejects when `signal` is aborted. */
export async function proofAskedFor(response: Response, signal: AbortSignal): Promise<string | null> {
  const { challenge, bits } = (await response.json()).error?.details ?? {}
  if (!challenge) return null
  for (let from = 0; ; from += AT_ONCE) {
    signal.throwIfAborted()
    const number = findProof(challenge, bits, from, AT_ONCE)
    if (number !== null) return `${challenge}:${number}`
    await new Promise((resolve) => setTimeout(resolve))
  }
}
