import { expect, it } from 'vitest'
import { lackingWords } from './lacking-words.ts'

const asked = (text: string) => text.split(' ').map((word) => ({ word, term: word.replace(/s$/, '') }))

it("lists the words of visitors' questions that the entry lacks in any form", () => {
  const phrasings = [asked('export settings'), asked('export my settings file'), asked('settings backup')]
  expect(lackingWords(phrasings, new Set(['setting']))).toEqual(['export', 'my', 'file', 'backup'])
  expect(lackingWords(phrasings, new Set(['setting', 'export', 'my', 'file', 'backup']))).toEqual([])
})

it('omits words that few visitors use', () => {
  const phrasings = [asked('refund'), asked('refund'), asked('refund'), asked('refund norway')]
  expect(lackingWords(phrasings, new Set())).toEqual(['refund'])
})
