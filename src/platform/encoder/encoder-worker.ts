// The thread that runs the built-in encoder. It answers one text at a time, in the order of their arrival.
import { parentPort } from 'node:worker_threads'
import { env, InferenceSession, Tensor } from 'onnxruntime-web'
import { createTokenizer } from './tokenizer.ts'
import { encoderModel, MAX_TOKENS, positionSignal, positionsOf } from './universal-sentence-encoder.ts'
import { readVocabulary, readWeights } from './weights.ts'

/** `vector` is null for a text without tokens. */
export interface EncoderReply {
  vector: Float32Array | null
}

// The server's other threads need the second core.
env.wasm.numThreads = 1

const tokensOf = createTokenizer(readVocabulary())
const { session, signal } = await load()

async function load() {
  const weights = readWeights()
  const model = encoderModel(weights)
  // Rewriting the graph gains nothing here and costs a further 30 MB.
  const session = await InferenceSession.create(model, { graphOptimizationLevel: 'disabled' })
  return { session, signal: positionSignal(weights) }
}

async function encode(text: string): Promise<Float32Array | null> {
  const tokens = tokensOf(text).slice(0, MAX_TOKENS)
  if (tokens.length === 0) return null
  const positions = positionsOf(signal, tokens.length)
  const outputs = await session.run({
    tokens: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length]),
    positions: new Tensor('float32', positions, [tokens.length, positions.length / tokens.length]),
  })
  const [output] = Object.values(outputs)
  return Float32Array.from(output!.data as Float32Array)
}

parentPort?.on('message', (text: string) => {
  void encode(text).then((vector) => parentPort?.postMessage({ vector } satisfies EncoderReply))
})
