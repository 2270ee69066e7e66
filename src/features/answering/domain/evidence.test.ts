import { expect, it } from 'vitest'
import { type Evidence, toSource, toVisitorSource } from './evidence.ts'

const EVIDENCE: Evidence = {
  kind: 'chunk',
  id: 'chunk',
  source_id: 'source',
  title: 'Loom: care',
  url: 'https://woven.example/care',
  excerpt: 'The beam is oiled.',
  isInternal: false,
  score: 1,
  weight: 1,
}

it('visitors see the title, words and link of a source unless it is internal, and members always do', () => {
  const { score: _score, weight: _weight, isInternal: _isInternal, ...source } = EVIDENCE
  expect(toVisitorSource(EVIDENCE)).toEqual(source)
  const internal = { ...EVIDENCE, isInternal: true }
  expect(toVisitorSource(internal)).toEqual({ ...source, title: 'The team’s own content', url: null, excerpt: '' })
  expect(toSource(internal)).toEqual(source)
})
