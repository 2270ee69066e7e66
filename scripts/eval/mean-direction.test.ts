import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { everydaySimilarity } from '../../src/features/ranking/domain/semantic/everyday-similarity.ts'
import { BUILT_IN_MODEL, createSentenceEncoder } from '../../src/platform/encoder/index.ts'
import { silentLogger } from '../../src/platform/log/index.ts'
import { inProgram } from '../../src/platform/program/index.ts'
import { meanDirection } from './mean-direction.ts'

it('the stored mean is that of the everyday questions in the vectors of the built-in encoder', async () => {
  const texts = readFileSync(inProgram('scripts/eval/everyday-questions.txt'), 'utf8').trim().split('\n')
  expect(new Set(texts).size).toBe(150)
  const encoder = createSentenceEncoder(silentLogger)
  const vectors = await encoder.background.embed(texts)
  await encoder.close()
  const mean = meanDirection(vectors)
  const length = Math.hypot(...mean)
  expect(everydaySimilarity(BUILT_IN_MODEL, mean)).toBeCloseTo(length, 3)
})
