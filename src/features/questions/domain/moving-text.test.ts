import { expect, it } from 'vitest'
import { moveAllText, movedText } from './moving-text.ts'

it('the text before a move names the moved, unanswered and skipped questions', () => {
  expect(moveAllText({ movable: 4, needs_answer: 3, in_faqs: 1 })).toBe(
    'This creates 4 draft FAQs, one from each message that is not in your FAQs yet. 3 of these messages were not answered: their drafts need an answer before they can be published. 1 message is skipped: in your FAQs already. All messages stay in this inbox.',
  )
  expect(moveAllText({ movable: 1, needs_answer: 0, in_faqs: 0 })).toBe(
    'This creates 1 draft FAQ, one from each message that is not in your FAQs yet. All messages stay in this inbox.',
  )
  expect(moveAllText({ movable: 0, needs_answer: 0, in_faqs: 2 })).toBe(
    'All messages are in your FAQs already. Nothing will be moved.',
  )
})

it('the text after a move names the moved, unanswered and skipped questions', () => {
  expect(movedText({ moved: 4, needs_answer: 1, in_faqs: 2 })).toEqual({
    title: 'Moved 4 messages to FAQs',
    details: '1 draft needs an answer before it can be published. 2 messages were skipped: in your FAQs already.',
  })
  expect(movedText({ moved: 1, needs_answer: 0, in_faqs: 0 })).toEqual({
    title: 'Moved 1 message to FAQs',
    details: '',
  })
  expect(movedText({ moved: 0, needs_answer: 0, in_faqs: 3 }).title).toBe('All messages are in your FAQs already')
})
