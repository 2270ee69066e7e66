// A thread of its own: told a challenge and its bits, it answers with the proof.
import { findProof } from '../../../kernel/proof-of-work.ts'

addEventListener('message', ({ data }: MessageEvent<[challenge: string, bits: number]>) => {
  const [challenge, bits] = data
  postMessage(`${challenge}:${findProof(challenge, bits, 0, Number.POSITIVE_INFINITY)}`)
})
