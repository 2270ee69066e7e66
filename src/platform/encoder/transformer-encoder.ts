import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-web'
import type { EncodeRequest } from './encoder-protocol.ts'
import { ModelError, readModelFiles } from './model-files.ts'
import type { ModelManifest, Pooling } from './model-manifest.ts'

/** The output of models that pool by themselves. */
const POOLED_OUTPUT = 'sentence_embedding'
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings']

/** Loads a transformer that was exported to ONNX. Throws ModelError with the reason why it cannot be used. */
export async function loadTransformerEncoder(modelFolder: string, manifest: ModelManifest): Promise<EncodeRequest> {
  const { pooling, questionPrefix, passagePrefix, maxTokens } = manifest.conventions
  const { tokenizer, session } = await loadModel(modelFolder, manifest).catch((error: Error) => {
    throw new ModelError(`The model in ${modelFolder} cannot be used. ${error.message}`, { cause: error })
  })
  return async ({ text, isQuestion }) => {
    const taskPrefix = isQuestion ? questionPrefix : passagePrefix
    const tokenIds = shortenTokens(tokenizer.encode(taskPrefix + text).ids, maxTokens)
    return normalize(await runModel(session, tokenIds, pooling))
  }
}

/** A function of its own, so that the encoder keeps no reference to the bytes of the files. */
async function loadModel(modelFolder: string, manifest: ModelManifest) {
  const modelFiles = readModelFiles(modelFolder, manifest)
  const readJson = (fileName: string): object | undefined => {
    const fileContent = modelFiles.get(fileName)
    return fileContent && (JSON.parse(fileContent.toString('utf8')) as object)
  }
  const tokenizer = new Tokenizer(readJson('tokenizer.json')!, readJson('tokenizer_config.json') ?? {})
  const inferenceSession = await openSession(manifest.model, modelFiles)
  if (manifest.conventions.needsPooledOutput && !inferenceSession.outputNames.includes(POOLED_OUTPUT))
    throw new Error(`It has layers after the pooling, and its ONNX file has no output "${POOLED_OUTPUT}".`)
  return { tokenizer, session: inferenceSession }
}

/** Weights above 2 GB are in files of their own beside the model, which refers to them by name. */
function openSession(modelFile: string, modelFiles: ReadonlyMap<string, Buffer>): Promise<InferenceSession> {
  const externalData = [...modelFiles]
    .filter(([name]) => name !== modelFile && name.startsWith(modelFile))
    .map(([name, data]) => ({ path: path.posix.basename(name), data }))
  return InferenceSession.create(modelFiles.get(modelFile)!, { externalData })
}

/** The last token ends the text for most models. */
const shortenTokens = (tokenIds: readonly number[], maxTokens: number): readonly number[] =>
  tokenIds.length <= maxTokens ? tokenIds : [...tokenIds.slice(0, maxTokens - 1), tokenIds.at(-1)!]

async function runModel(
  inferenceSession: InferenceSession,
  tokenIds: readonly number[],
  poolingMode: Pooling,
): Promise<Float32Array> {
  const integers = (numberAt: (index: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(tokenIds, (_, tokenIndex) => BigInt(numberAt(tokenIndex))),
      [1, tokenIds.length],
    )
  // One text at a time needs no padding: every token counts.
  const knownInputs: Readonly<Record<string, Tensor>> = {
    input_ids: integers((tokenIndex) => tokenIds[tokenIndex]!),
    attention_mask: integers(() => 1),
    token_type_ids: integers(() => 0),
    position_ids: integers((tokenIndex) => tokenIndex),
  }
  const namedInputs = inferenceSession.inputNames.map((inputName) => {
    const inputTensor = knownInputs[inputName]
    if (!inputTensor) throw new Error(`The model needs the input "${inputName}", which sentence encoders do not have.`)
    return [inputName, inputTensor] as const
  })
  const modelOutputs = await inferenceSession.run(Object.fromEntries(namedInputs))
  const chosenOutput =
    [POOLED_OUTPUT, ...TOKEN_OUTPUTS].find((outputName) => outputName in modelOutputs) ??
    inferenceSession.outputNames[0]!
  const { data, dims } = modelOutputs[chosenOutput]!
  if (!(data instanceof Float32Array)) throw new Error(`The output "${chosenOutput}" is not in 32-bit floating point.`)
  return dims.length === 2 ? data : pool(data, dims.at(-1)!, poolingMode)
}

function pool(tokenVectors: Float32Array, vectorWidth: number, poolingMode: Pooling): Float32Array {
  if (poolingMode === 'cls') return tokenVectors.subarray(0, vectorWidth)
  if (poolingMode === 'lasttoken') return tokenVectors.subarray(tokenVectors.length - vectorWidth)
  const summedVector = new Float32Array(vectorWidth)
  // The norm is taken afterwards, so the sum has the direction of the mean.
  for (const [index, value] of tokenVectors.entries()) summedVector[index % vectorWidth]! += value
  return summedVector
}

function normalize(pooledVector: Float32Array): Float32Array {
  const vectorLength = Math.hypot(...pooledVector)
  return vectorLength > 0
    ? pooledVector.map((component) => component / vectorLength)
    : pooledVector.map((_, tokenIndex) => (tokenIndex === 0 ? 1 : 0))
}
