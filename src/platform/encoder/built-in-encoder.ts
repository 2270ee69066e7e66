import { InferenceSession, Tensor } from 'onnxruntime-web'
import type { EncodeRequest } from './encoder-protocol.ts'
import { createTokenizer } from './tokenizer.ts'
import { encoderModel, MAX_TOKENS, positionSignal, positionsOf, VECTOR_LENGTH } from './universal-sentence-encoder.ts'
import { readVocabulary, readWeights } from './weights.ts'

export async function loadBuiltInEncoder(): Promise<EncodeRequest> {
  const tokensOf = createTokenizer(readVocabulary())
  const modelWeights = readWeights()
  const positionWaves = positionSignal(modelWeights)
  // Rewriting the graph gains nothing here and costs a further 30 MB.
  const inferenceSession = await InferenceSession.create(encoderModel(modelWeights), {
    graphOptimizationLevel: 'disabled',
  })
  return async ({ text }) => {
    const textTokens = tokensOf(text).slice(0, MAX_TOKENS)
    if (textTokens.length === 0) return emptyVector()
    const positions = positionsOf(positionWaves, textTokens.length)
    const modelOutputs = await inferenceSession.run({
      tokens: new Tensor('int64', BigInt64Array.from(textTokens, BigInt), [textTokens.length]),
      positions: new Tensor('float32', positions, [textTokens.length, positions.length / textTokens.length]),
    })
    const [output] = Object.values(modelOutputs)
    return Float32Array.from(output!.data as Float32Array)
  }
}

/** A text without tokens has the direction of no other text. */
function emptyVector(): Float32Array {
  const sentenceVector = new Float32Array(VECTOR_LENGTH)
  sentenceVector[0] = 1
  return sentenceVector
}
