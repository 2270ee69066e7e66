import { expect, it } from 'vitest'
import { coverage, type Section, topicOf } from './section.ts'
import { groupByTopic, sectionsToShow } from './topics.ts'

const words = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `word${index + from}`)
const section = (topic: string, terms: string[], path = [topic]): { section: Section } => ({
  section: {
    ...{ path, topic, blocks: [], language: 'en', heading: [] },
    ...{ terms: new Set(terms), pathTerms: new Set(path), sentences: [] },
  },
})

it('a FAQ and a page with the same content are one topic and are shown once', () => {
  const faq = section('faq', words(10))
  const page = section('page', [...words(10), ...words(20, 50)])
  const other = section('other', words(10, 100))
  expect(groupByTopic([faq, page, other]).map(({ best, all }) => [best, all.length])).toEqual([
    [faq, 2],
    [other, 1],
  ])
  expect(sectionsToShow([faq, page, other], 3)).toEqual([faq, other])
})

it('texts that differ in some words are two topics, since the difference may be the answer', () => {
  const two = [section('a', words(9)), section('b', [...words(8), 'nine'])]
  expect(groupByTopic(two)).toHaveLength(2)
})

it('sections of a short page are one topic, chapters of a long page are several', () => {
  expect(topicOf('s', ['Guide', 'A'], 5)).toBe(topicOf('s', ['Guide', 'B'], 5))
  expect(topicOf('s', ['Guide', 'A', 'x'], 50)).toBe(topicOf('s', ['Guide', 'A', 'y'], 50))
  expect(topicOf('s', ['Guide', 'A'], 50)).not.toBe(topicOf('s', ['Guide', 'B'], 50))
})

it('words count by their weight, and synonyms and compounds match partially', () => {
  const asked = [
    { word: 'price', term: 'price', weight: 3, synonyms: ['cost'] },
    { word: 'plan', term: 'plan', weight: 1, synonyms: [] },
  ]
  expect(coverage(asked, new Set(['cost']))).toBeCloseTo(0.6)
  expect(coverage(asked, new Set(['plans']))).toBeCloseTo(0.16)
  expect(coverage(asked, new Set(['implant']))).toBe(0)
  expect(coverage([], new Set())).toBe(1)
})
