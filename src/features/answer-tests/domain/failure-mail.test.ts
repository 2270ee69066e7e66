import { expect, it } from 'vitest'
import type { ContentChange } from '../contract.ts'
import { failureMail } from './failure-mail.ts'

const change = (options: Partial<ContentChange>): ContentChange => ({
  ...{ kind: 'faq', what: 'edited', id: null, title: '', at: null, by: null, involved: true },
  ...options,
})
const failed = (changes: ContentChange[]) =>
  failureMail({
    question: 'How long can I return an item?',
    workspace: 'Woven Goods',
    shortfall: { unanswered: false, missing: ['30 days'], uncited: false },
    changes,
    url: 'https://answers.example/messages/answer-tests/1',
  })

it('names the first change that caused the failure, and its author', () => {
  const { subject, text } = failed([
    change({ title: 'How long can I return an item?', by: 'Ada Weaver' }),
    change({ kind: 'settings', what: 'changed' }),
  ])
  expect(subject).toBe('Woven Goods: an answer test fails')
  expect(text).toContain('The answer does not contain “30 days”.')
  expect(text).toContain('- The FAQ “How long can I return an item?” was edited by Ada Weaver\n')
  expect(text).toContain('- The tone or instructions for answers changed\n')
  expect(text).toContain('https://answers.example/messages/answer-tests/1')
})

it('says so when no change is known', () => {
  expect(failed([]).text).toContain('No FAQ, source or instruction changed since it passed.')
})
