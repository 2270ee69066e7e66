import { expect, it } from 'vitest'
import { probabilityRight } from './answer-gate.ts'
import { gateFeatures, type RankedSection } from './gate-features.ts'
import type { Section } from './section.ts'

const NOTHING: ReadonlySet<string> = new Set()
const SECTION: Section = {
  ...{ path: ['Plans'], topic: 'plans', blocks: [], language: 'en', sentences: [], heading: [] },
  ...{ terms: NOTHING, pathTerms: NOTHING },
}
const ranked = (semantic?: number): RankedSection => ({
  section: SECTION,
  fit: 1,
  features: semantic === undefined ? {} : { semantic },
})

const featuresOf = (best: RankedSection, ...others: RankedSection[]) =>
  gateFeatures({
    words: [],
    best,
    sameTopic: [best],
    others,
    isOnlyTopic: others.length === 0,
    isConfirmation: false,
    confidence: 0,
  })

it('measures the similarity of the best section and the number of nearer topics', () => {
  expect(featuresOf(ranked(0.4), ranked(0.3), ranked(0.1))).toMatchObject({ semantic: 0.4, semantic_rank: 1 })
  expect(featuresOf(ranked(0.2), ranked(0.3), ranked(0.1))).toMatchObject({ semantic: 0.2, semantic_rank: 0.5 })
})

it('grows with the semantic similarity, and is missing when no comparison was made', () => {
  const near = probabilityRight(featuresOf(ranked(0.6), ranked(0.1)))
  const far = probabilityRight(featuresOf(ranked(0.1), ranked(0.6)))
  const byWords = featuresOf(ranked(), ranked())
  expect(byWords).not.toHaveProperty('semantic')
  expect(near).toBeGreaterThan(probabilityRight(byWords))
  expect(far).toBeLessThan(probabilityRight(byWords))
})

it('counts a section that is alone by words as leading, but not one in a workspace without others', () => {
  const [byWords, byMeaning] = [featuresOf(ranked()), featuresOf(ranked(0.3))]
  expect(byWords.lead).toBeGreaterThan(byMeaning.lead!)
  expect(byMeaning.lead_sentence).toBe(byMeaning.lead)
  expect(probabilityRight(byMeaning)).toBeLessThan(probabilityRight({ ...byMeaning, ...byWords }))
})

it('counts a section as leading whose rivals are ranked lower by their owner', () => {
  const best = ranked(0.3)
  const input = { words: [], best, sameTopic: [best], others: [], isConfirmation: false, confidence: 0 }
  const [preferred, only] = [false, true].map((isOnlyTopic) => gateFeatures({ ...input, isOnlyTopic }))
  expect(preferred!.lead).toBeGreaterThan(only!.lead!)
})

it('decreases when a section contains few of the words, without preventing the answer', () => {
  const word = (term: string) => ({ word: term, term, weight: 1, synonyms: [] })
  const words = ['invoice', 'bakery', 'wife'].map(word)
  const has = (...terms: string[]) => {
    const best = { ...ranked(), section: { ...SECTION, terms: new Set(terms) } }
    return gateFeatures({
      words,
      best,
      sameTopic: [best],
      others: [],
      isOnlyTopic: true,
      isConfirmation: false,
      confidence: 0,
    })
  }
  expect(has('invoice')).toMatchObject({ few_words: 1 })
  expect(has('invoice', 'bakery')).toMatchObject({ few_words: 0 })
  expect(probabilityRight(has('invoice'))).toBeLessThan(probabilityRight(has('invoice', 'bakery')))
})
