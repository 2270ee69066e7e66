import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextEncoder } from '../../src/features/ranking/server/index.ts'
import type { Embedder } from '../../src/platform/llm/index.ts'
import { silentLogger } from '../../src/platform/log/index.ts'
import { inProgram } from '../../src/platform/program/index.ts'
import { createTextEncoder } from '../../src/wire/text-encoder.ts'

const FOLDER = inProgram('.cache/eval-vectors')

/** The product's own encoder, whose vectors are kept on disk: a repeated measurement computes none. */
export function cachedEncoder(): TextEncoder {
  const encoder = createTextEncoder({ semantic: { kind: 'built-in' } }, silentLogger)!
  const folder = join(FOLDER, encoder.model)
  mkdirSync(folder, { recursive: true })
  const embedder: Embedder = { model: encoder.model, embed: (texts) => Promise.all(texts.map(vectorOf)) }
  async function vectorOf(text: string): Promise<number[]> {
    const file = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 32))
    if (existsSync(file)) return Array.from(new Float32Array(new Uint8Array(readFileSync(file)).buffer))
    const [vector] = await encoder.background.embed([text])
    writeFileSync(file, new Uint8Array(Float32Array.from(vector!).buffer))
    return vector!
  }
  return { ...encoder, background: embedder, questionsFor: () => embedder, isLocal: false }
}
