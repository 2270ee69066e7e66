// A worker that computes the proof of work.
import { findProof } from '../../../../kernel/proof-of-work.ts'

addEventListener('message', ({ data: { challenge, bits } }: MessageEvent<{ challenge: string; bits: number }>) => {
  postMessage(`${challenge}:${findProof(challenge, bits, 0, Number.POSITIVE_INFINITY)}`)
  close()
})
