import { describe, expect, it } from 'vitest'
import { OUTCOMES, QUESTION_VIEWS } from '../contract.ts'
import { isInView, settledByFaq } from './views.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const plain = {
  outcome: 'answered',
  vote: null,
  handoff_requested_at: null,
  done_at: null,
  snoozed_until: null,
} as const
const toDo = { ...plain, outcome: 'refused', vote: 'down', handoff_requested_at: NOW } as const
const viewsOf = (question: Parameters<typeof isInView>[1]) =>
  QUESTION_VIEWS.filter((view) => isInView(view, question, new Date(NOW)))

describe('views', () => {
  it('unanswered contains every question without an answer', () => {
    expect(OUTCOMES.filter((outcome) => isInView('unanswered', { ...plain, outcome }, new Date(NOW)))).toEqual([
      'suggested',
      'refused',
      'unavailable',
    ])
  })

  it('overlap: a question may be in several', () => {
    expect(viewsOf(plain)).toEqual(['all'])
    expect(viewsOf({ ...plain, vote: 'up' })).toEqual(['all'])
    expect(viewsOf({ ...plain, vote: 'down' })).toEqual(['all', 'down_voted'])
    expect(viewsOf(toDo)).toEqual(['all', 'unanswered', 'down_voted', 'waiting'])
  })

  it('contain done questions only in “all”', () => {
    expect(viewsOf({ ...toDo, done_at: NOW })).toEqual(['all'])
  })

  it('exclude snoozed questions until their time', () => {
    expect(viewsOf({ ...toDo, snoozed_until: '2026-11-21T10:00:00.001Z' })).toEqual(['all', 'snoozed'])
    expect(viewsOf({ ...toDo, snoozed_until: NOW })).toEqual(viewsOf(toDo))
    expect(viewsOf({ ...toDo, snoozed_until: '2026-11-22T10:00:00.000Z', done_at: NOW })).toEqual(['all'])
  })
})

it('a FAQ settles a question, unless its visitor requested a person or it is already settled', () => {
  expect(settledByFaq(plain)).toBe(true)
  expect(settledByFaq({ ...plain, handoff_requested_at: NOW })).toBe(false)
  expect(settledByFaq({ ...plain, done_at: NOW })).toBe(false)
})
