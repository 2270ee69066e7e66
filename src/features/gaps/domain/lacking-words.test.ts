import { expect, it } from 'vitest'
import { lackingWords } from './lacking-words.ts'

const asked = (text: string) => text.split(' ').map((word) => ({ word, term: word.replace(/s$/, '') }))

it('names the words that visitors ask with and the entry has in no form', () => {
  const phrasings = [asked('export settings'), asked('export my settings file'), asked('settings backup')]
  expect(lackingWords(phrasings, new Set(['setting']))).toEqual(['export', 'my', 'file', 'backup'])
  expect(lackingWords(phrasings, new Set(['setting', 'export', 'my', 'file', 'backup']))).toEqual([])
})

it('leaves out what few ask with', () => {
  const phrasings = [asked('refund'), asked('refund'), asked('refund'), asked('refund norway')]
  expect(lackingWords(phrasings, new Set())).toEqual(['refund'])
})
