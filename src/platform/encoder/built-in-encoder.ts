import { InferenceSession, Tensor } from 'onnxruntime-web'
import type { Encode } from './encoder-protocol.ts'
import { createTokenizer } from './tokenizer.ts'
import { encoderModel, MAX_TOKENS, positionSignal, positionsOf, VECTOR_LENGTH } from './universal-sentence-encoder.ts'
import { readVocabulary, readWeights } from './weights.ts'

export async function loadBuiltInEncoder(): Promise<Encode> {
  const tokensOf = createTokenizer(readVocabulary())
  const weights = readWeights()
  const signal = positionSignal(weights)
  // Rewriting the graph gains nothing here and costs a further 30 MB.
  const session = await InferenceSession.create(encoderModel(weights), { graphOptimizationLevel: 'disabled' })
  return async ({ text }) => {
    const tokens = tokensOf(text).slice(0, MAX_TOKENS)
    if (tokens.length === 0) return emptyVector()
    const positions = positionsOf(signal, tokens.length)
    const outputs = await session.run({
      tokens: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length]),
      positions: new Tensor('float32', positions, [tokens.length, positions.length / tokens.length]),
    })
    const [output] = Object.values(outputs)
    return Float32Array.from(output!.data as Float32Array)
  }
}

/** A text without tokens has the direction of no other text. */
function emptyVector(): Float32Array {
  const vector = new Float32Array(VECTOR_LENGTH)
  vector[0] = 1
  return vector
}
