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

describe('a question asked again', () => {
  it('has its answer when it is answered by the FAQ, alone or with others', () => {
    expect(blockerOf({ outcome: 'answered', sources: [faq('1')], found: [] }, '1')).toBeNull()
    expect(blockerOf({ outcome: 'answered', sources: [page, faq('1')], found: [] }, '1')).toBeNull()
  })

  it('says what answered instead', () => {
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

  it('is judged by what a model would be given, where the model was spared', () => {
    const suggested = { outcome: 'suggested' as const, sources: [], modelSkipped: true }
    expect(blockerOf({ ...suggested, found: [faq('1'), page] }, '1')).toBeNull()
    expect(blockerOf({ ...suggested, found: [page, faq('1')] }, '1')).toMatchObject({ kind: 'unsure' })
    expect(blockerOf({ ...suggested, outcome: 'refused', found: [faq('1')] }, '1')).toMatchObject({ kind: 'not_found' })
  })

  it('says that nothing was found, or that nothing could be said', () => {
    expect(blockerOf({ outcome: 'refused', sources: [], found: [] }, '1')).toEqual({ kind: 'not_found', by: null })
    expect(blockerOf({ outcome: 'unavailable', sources: [], found: [faq('1')] }, '1')).toEqual({
      kind: 'unavailable',
      by: null,
    })
  })
})
