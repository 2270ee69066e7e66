import { describe, expect, it } from 'vitest'
import type { AnswerSource } from '../../questions/contract.ts'
import { blockerOf } from './verification.ts'

const faq = (id: string): AnswerSource => ({
  kind: 'faq',
  id,
  source_id: id,
  title: `FAQ ${id}`,
  url: null,
  excerpt: '',
})
const page: AnswerSource = {
  kind: 'chunk',
  id: 'c',
  source_id: 's',
  title: 'A page',
  url: 'https://a.example',
  excerpt: '',
}

describe('a repeated question', () => {
  it('is answered when the FAQ answers it, alone or with other entries', () => {
    expect(blockerOf({ outcome: 'answered', sources: [faq('1')], found: [] }, '1')).toBeNull()
    expect(blockerOf({ outcome: 'answered', sources: [page, faq('1')], found: [] }, '1')).toBeNull()
  })

  it('names the entry that answered instead', () => {
    expect(blockerOf({ outcome: 'answered', sources: [page], found: [page, faq('1')] }, '1')).toEqual({
      kind: 'outranked',
      by: { kind: 'chunk', id: 'c', title: 'A page', url: 'https://a.example' },
    })
    // A passage with the id of the FAQ is none.
    expect(blockerOf({ outcome: 'answered', sources: [page], found: [] }, 'c')).toMatchObject({ kind: 'outranked' })
  })

  it('is not answered by a suggestion, even of the FAQ itself', () => {
    expect(blockerOf({ outcome: 'suggested', sources: [faq('1'), page], found: [faq('1'), page] }, '1')).toEqual({
      kind: 'unsure',
      by: null,
    })
    expect(blockerOf({ outcome: 'suggested', sources: [page], found: [page, faq('1')] }, '1')).toMatchObject({
      kind: 'unsure',
      by: { title: 'A page' },
    })
    expect(blockerOf({ outcome: 'suggested', sources: [page], found: [page] }, '1')).toMatchObject({
      kind: 'not_found',
      by: { title: 'A page' },
    })
  })

  it('is judged by the evidence for a model when the model was skipped', () => {
    const suggested = { outcome: 'suggested' as const, sources: [], modelSkipped: true }
    expect(blockerOf({ ...suggested, found: [faq('1'), page] }, '1')).toBeNull()
    expect(blockerOf({ ...suggested, found: [page, faq('1')] }, '1')).toMatchObject({ kind: 'unsure' })
    expect(blockerOf({ ...suggested, outcome: 'refused', found: [faq('1')] }, '1')).toMatchObject({ kind: 'not_found' })
  })

  it('reports no results, or that no answer was possible', () => {
    expect(blockerOf({ outcome: 'refused', sources: [], found: [] }, '1')).toEqual({ kind: 'not_found', by: null })
    expect(blockerOf({ outcome: 'unavailable', sources: [], found: [faq('1')] }, '1')).toEqual({
      kind: 'unavailable',
      by: null,
    })
  })
})
