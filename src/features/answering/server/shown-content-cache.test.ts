import { expect, it } from 'vitest'
import type { FaqRow } from '../../faqs/server/index.ts'
import type { Citation } from '../../knowledge/server/index.ts'
import type { SearchHit } from '../../ranking/server/index.ts'
import { ShownContentCache } from './shown-content-cache.ts'

const hit = (kind: 'faq' | 'passage', chunk: string, source: string) =>
  ({ kind, chunk_id: chunk, source_id: source }) as SearchHit
const faq = (id: string, answer: string) => ({ id, answer }) as FaqRow
const citation: Citation = {
  quote: '',
  address: null,
  base: null,
  place: null,
  isInternal: false,
  weight: 1,
}

it("keeps a FAQ's text while other content changes, until the FAQ has another chunk", () => {
  const shown = new ShownContentCache()
  const hits = [hit('faq', 'chunk-1', 'loom')]
  expect(shown.get('w', 1, hits)).toBeNull()
  shown.set('w', 1, hits, {
    faqs: new Map([['loom', faq('loom', 'In the attic.')]]),
    citations: new Map(),
    sections: new Map(),
  })
  expect(shown.get('w', 1, hits)?.faqs.get('loom')?.answer).toBe('In the attic.')
  expect(shown.get('another', 1, hits)).toBeNull()

  const passage = [hit('passage', 'chunk-2', 'manual')]
  shown.set('w', 2, passage, { faqs: new Map(), citations: new Map([['chunk-2', citation]]), sections: new Map() })
  expect(shown.get('w', 2, hits), 'its category may have changed').toBeNull()
  expect(shown.get('w', 2, hits, { anyCategory: true })?.faqs.get('loom')?.answer).toBe('In the attic.')
  expect(shown.get('w', 2, [hit('faq', 'chunk-3', 'loom')], { anyCategory: true }), 'it says something else').toBeNull()
})

it('drops citations with every change, since the visibility of a website may change', () => {
  const shown = new ShownContentCache()
  const hits = [hit('passage', 'chunk-2', 'manual')]
  shown.set('w', 1, hits, { faqs: new Map(), citations: new Map([['chunk-2', citation]]), sections: new Map() })
  expect(shown.get('w', 1, hits)?.citations.get('chunk-2')).toBe(citation)
  expect(shown.get('w', 2, hits, { anyCategory: true })).toBeNull()
})

it('evicts the least recently used workspaces when there are too many rows', () => {
  const shown = new ShownContentCache()
  const many = (name: string) =>
    Array.from({ length: 11_000 }, (_, index) => hit('faq', `${name}-${index}`, `${name}-${index}`))
  const rows = (hits: SearchHit[]) => ({
    faqs: new Map(hits.map(({ source_id }) => [source_id, faq(source_id, '')])),
    citations: new Map(),
    sections: new Map(),
  })
  const [a, b] = [many('a'), many('b')]
  shown.set('a', 1, a, rows(a))
  expect(shown.get('a', 1, a)).not.toBeNull()
  shown.set('b', 1, b, rows(b))
  expect(shown.get('a', 1, a)).toBeNull()
  expect(shown.get('b', 1, b)).not.toBeNull()
})
