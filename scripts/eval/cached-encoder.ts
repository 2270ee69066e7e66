import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextEncoder } from '../../src/features/ranking/server/index.ts'
import { loadConfig } from '../../src/platform/config/index.ts'
import { BUILT_IN_MODEL } from '../../src/platform/encoder/index.ts'
import type { Embedder } from '../../src/platform/llm/index.ts'
import { silentLogger } from '../../src/platform/log/index.ts'
import { inProgram } from '../../src/platform/program/index.ts'
import { createTextEncoder } from '../../src/wire/text-encoder.ts'

const FOLDER = inProgram('.cache/eval-vectors')

/** The configured encoder, whose vectors are kept on disk: a repeated measurement computes none. */
export function cachedEncoder(): TextEncoder | null {
  // Vitest has a variable of the same name.
  const { MODE: _, ...variables } = process.env
  const encoder = createTextEncoder(loadConfig(variables), silentLogger)
  if (!encoder) return null
  const cached = ({ model, embed }: Embedder, folder: string): Embedder => {
    mkdirSync(folder, { recursive: true })
    async function vectorOf(text: string): Promise<number[]> {
      const file = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 32))
      if (existsSync(file)) return Array.from(new Float32Array(new Uint8Array(readFileSync(file)).buffer))
      const [vector] = await embed([text])
      writeFileSync(file, new Uint8Array(Float32Array.from(vector!).buffer))
      return vector!
    }
    return { model, embed: (texts) => Promise.all(texts.map(vectorOf)) }
  }
  const folder = join(FOLDER, encoder.model)
  // The built-in encoder reads questions as it reads other texts.
  const questionsFolder = encoder.model === BUILT_IN_MODEL ? folder : join(folder, 'questions')
  const questions = encoder.questionsFor(encoder.model)
  return {
    ...encoder,
    background: cached(encoder.background, folder),
    questionsFor: () => questions && cached(questions, questionsFolder),
    isLocal: false,
  }
}
