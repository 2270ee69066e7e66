import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-web'
import type { Encode } from './encoder-protocol.ts'
import { ModelError, readModelFiles } from './model-files.ts'
import type { ModelManifest, Pooling } from './model-manifest.ts'

/** The output of models that pool by themselves. */
const POOLED_OUTPUT = 'sentence_embedding'
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings']

/** Loads a transformer that was exported to ONNX. Throws ModelError with the reason why it cannot be used. */
export async function loadTransformerEncoder(folder: string, manifest: ModelManifest): Promise<Encode> {
  const { pooling, questionPrefix, passagePrefix, maxTokens } = manifest.conventions
  const { tokenizer, session } = await loadModel(folder, manifest).catch((error: Error) => {
    throw new ModelError(`The model in ${folder} cannot be used. ${error.message}`, { cause: error })
  })
  return async ({ text, isQuestion }) => {
    const prefix = isQuestion ? questionPrefix : passagePrefix
    const tokens = shorten(tokenizer.encode(prefix + text).ids, maxTokens)
    return normalize(await run(session, tokens, pooling))
  }
}

/** A function of its own, so that the encoder keeps no reference to the bytes of the files. */
async function loadModel(folder: string, manifest: ModelManifest) {
  const files = readModelFiles(folder, manifest)
  const readJson = (name: string): object | undefined => {
    const content = files.get(name)
    return content && (JSON.parse(content.toString('utf8')) as object)
  }
  const tokenizer = new Tokenizer(readJson('tokenizer.json')!, readJson('tokenizer_config.json') ?? {})
  const session = await openSession(manifest.model, files)
  if (manifest.conventions.needsPooledOutput && !session.outputNames.includes(POOLED_OUTPUT))
    throw new Error(`It has layers after the pooling, and its ONNX file has no output "${POOLED_OUTPUT}".`)
  return { tokenizer, session }
}

/** Weights above 2 GB are in files of their own beside the model, which refers to them by name. */
function openSession(model: string, files: ReadonlyMap<string, Buffer>): Promise<InferenceSession> {
  const externalData = [...files]
    .filter(([name]) => name !== model && name.startsWith(model))
    .map(([name, data]) => ({ path: path.posix.basename(name), data }))
  return InferenceSession.create(files.get(model)!, { externalData })
}

/** The last token ends the text for most models. */
const shorten = (ids: readonly number[], maxTokens: number): readonly number[] =>
  ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!]

async function run(session: InferenceSession, tokens: readonly number[], pooling: Pooling): Promise<Float32Array> {
  const integers = (numberAt: (index: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(tokens, (_, index) => BigInt(numberAt(index))),
      [1, tokens.length],
    )
  // One text at a time needs no padding: every token counts.
  const known: Readonly<Record<string, Tensor>> = {
    input_ids: integers((index) => tokens[index]!),
    attention_mask: integers(() => 1),
    token_type_ids: integers(() => 0),
    position_ids: integers((index) => index),
  }
  const inputs = session.inputNames.map((name) => {
    const tensor = known[name]
    if (!tensor) throw new Error(`The model needs the input "${name}", which sentence encoders do not have.`)
    return [name, tensor] as const
  })
  const outputs = await session.run(Object.fromEntries(inputs))
  const name = [POOLED_OUTPUT, ...TOKEN_OUTPUTS].find((one) => one in outputs) ?? session.outputNames[0]!
  const { data, dims } = outputs[name]!
  if (!(data instanceof Float32Array)) throw new Error(`The output "${name}" is not in 32-bit floating point.`)
  return dims.length === 2 ? data : pool(data, dims.at(-1)!, pooling)
}

function pool(data: Float32Array, width: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return data.subarray(0, width)
  if (pooling === 'lasttoken') return data.subarray(data.length - width)
  const sum = new Float32Array(width)
  // The norm is taken afterwards, so the sum has the direction of the mean.
  for (const [index, value] of data.entries()) sum[index % width]! += value
  return sum
}

function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector.map((_, index) => (index === 0 ? 1 : 0))
}
