import { expect, it } from 'vitest'
import { mayLackObject, type WeightedWord } from './section.ts'

const asked = (weights: Record<string, number>): WeightedWord[] =>
  Object.entries(weights).map(([term, weight]) => ({ word: term, term, weight, synonyms: [] }))

const OTHERS = Array.from({ length: 20 }, (_, index) => `term${index}`)

it.each([
  ['a word that is about as rare as the rarest', { dictionary: 0.87, built: 0.8 }, ['dictionary'], true],
  ['only a common word', { tasker: 0.92, use: 0.22, switch: 0.66 }, ['tasker'], false],
  ['one rare word of several', { run: 0.5, alongside: 1, firewall: 0.9 }, ['run', 'firewall'], false],
  ['nothing', { dictionary: 0.87, built: 0.8 }, ['dictionary', 'built'], false],
  ['no words were asked', {}, ['dictionary'], false],
])('a section may lack what is asked about when it lacks %s', (_missing, weights, terms, expected) => {
  expect(mayLackObject(asked(weights as Record<string, number>), new Set([...terms, ...OTHERS]))).toBe(expected)
})

it('a short section says too little for the lack of a word to mean anything', () => {
  expect(mayLackObject(asked({ dictionary: 0.87, built: 0.8 }), new Set(['dictionary']))).toBe(false)
})
