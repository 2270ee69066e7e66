// The thread that runs an encoder: the model of a folder, or the built-in one. It answers one text at a time, in the
// order of their arrival.
import { parentPort, workerData } from 'node:worker_threads'
import { env } from 'onnxruntime-web'
import { loadBuiltInEncoder } from './built-in-encoder.ts'
import type { EncoderOptions, EncoderRequest } from './encoder-protocol.ts'
import { loadTransformerEncoder } from './transformer-encoder.ts'

// The server's other threads need the second core.
env.wasm.numThreads = 1

const { local } = workerData as EncoderOptions
const encodeRequest = local ? await loadTransformerEncoder(local.folder, local.manifest) : await loadBuiltInEncoder()

parentPort?.on('message', (encoderRequest: EncoderRequest) => {
  void encodeRequest(encoderRequest).then((sentenceVector) => parentPort?.postMessage(sentenceVector))
})
