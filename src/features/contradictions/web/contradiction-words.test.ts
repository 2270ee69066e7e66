import { expect, it } from 'vitest'
import { sentenceParts } from './contradiction-words.ts'

it.each<[string, [number, number][], string[]]>([
  ['Within 30 days.', [[7, 14]], ['Within ', '30 days', '.']],
  ['No. Cards only.', [[0, 2]], ['', 'No', '. Cards only.']],
  [
    'It is not and never was.',
    [
      [14, 19],
      [6, 9],
    ],
    ['It is ', 'not', ' and ', 'never', ' was.'],
  ],
  ['All of it.', [], ['All of it.']],
  ['Out of range.', [[7, 400]], ['Out of range.']],
])('%j with %j', (sentence, marks, parts) => expect(sentenceParts({ sentence, marks })).toEqual(parts))
