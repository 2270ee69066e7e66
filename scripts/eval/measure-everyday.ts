// node scripts/eval/measure-everyday.ts
// Writes the mean direction of everyday questions in the vectors of the configured encoder.
import { readFileSync, writeFileSync } from 'node:fs'
import { inProgram } from '../../src/platform/program/index.ts'
import { cachedEncoder } from './cached-encoder.ts'
import { meanDirection } from './mean-direction.ts'

const FILE = inProgram('src/features/ranking/domain/semantic/everyday-means.json')

const encoder = cachedEncoder()
if (!encoder) {
  console.error('Search by meaning is off: set SEMANTIC.')
  process.exit(2)
}
const texts = readFileSync(inProgram('scripts/eval/everyday-questions.txt'), 'utf8').trim().split('\n')
const vectors = (await encoder.questionsFor(encoder.model)?.embed(texts)) ?? []
const means = JSON.parse(readFileSync(FILE, 'utf8'))
means[encoder.model] = meanDirection(vectors)
writeFileSync(FILE, `${JSON.stringify(means)}\n`)
await encoder.close()
