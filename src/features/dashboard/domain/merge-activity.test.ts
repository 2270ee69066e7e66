import { describe, expect, it } from 'vitest'
import { mergeActivity } from './merge-activity.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))

describe('recent activity', () => {
  it('contains both kinds in the specified words, newest first', () => {
    const items = mergeActivity(
      [{ id: 'a', question: 'Why?', status: 'published', at: at(1) }],
      [{ id: 'b', question: 'How?', at: at(2) }],
    )
    expect(items).toEqual([
      {
        id: 'message-b',
        type: 'message',
        title: 'How?',
        description: 'New question received',
        timestamp: '2026-11-21T12:02:00.000Z',
      },
      {
        id: 'faq-a',
        type: 'faq',
        title: 'Why?',
        description: 'FAQ published',
        timestamp: '2026-11-21T12:01:00.000Z',
      },
    ])
  })

  it('contains at most five entries of both kinds', () => {
    const faqs = [1, 3, 5, 7, 9].map((n) => ({ id: `f${n}`, question: 'F', status: 'draft', at: at(n) }))
    const asked = [2, 4, 6, 8, 10].map((n) => ({ id: `m${n}`, question: 'M', at: at(n) }))
    expect(mergeActivity(faqs, asked).map(({ id }) => id)).toEqual([
      'message-m10',
      'faq-f9',
      'message-m8',
      'faq-f7',
      'message-m6',
    ])
  })
})
