import { expect, it } from 'vitest'
import { sourcePath, whyDoubtful } from './doubtful-words.ts'

it('names each reason for the doubt once', () => {
  expect(whyDoubtful({ down_voted: 2, rephrased: 0, handed_off: 1 })).toBe(
    '2 visitors voted that it did not help · 1 visitor asked for a person',
  )
  expect(whyDoubtful({ down_voted: 0, rephrased: 1, handed_off: 0 })).toBe('1 visitor asked again in other words')
})

it('links to the editor of the source', () => {
  expect(sourcePath({ kind: 'faq', id: 'a', title: 'T' })).toBe('/pages?faq=a')
  expect(sourcePath({ kind: 'chunk', id: 'a', title: 'Terms & more' })).toBe('/knowledge?tab=content&q=Terms+%26+more')
})
