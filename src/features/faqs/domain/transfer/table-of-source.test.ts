import { expect, it } from 'vitest'
import { faqTableOfSource } from './table-of-source.ts'

it('all tables of questions and answers become one file, with their links and line breaks', () => {
  const text = [
    '## Prices\n\n| Plan | Price |\n|---|---|\n| Basic | $9 |',
    '## Help\n\n| Question | Answer | Category |\n|---|---|---|\n| How, exactly? | See [here](https://a.test/b).<br>**Twice**. | Use |',
    '## More\n\n| Question | Answer | Category |\n|---|---|---|\n| When? | Now. | |',
  ].join('\n\n')
  expect(faqTableOfSource(text)).toBe(
    '\uFEFFQuestion,Answer,Category\r\n"How, exactly?","See [here](https://a.test/b).\n**Twice**.",Use\r\nWhen?,Now.,\r\n',
  )
})

it('other texts contain no tables of questions and answers', () => {
  expect(faqTableOfSource('| Plan | Price |\n|---|---|\n| Basic | $9 |')).toBeNull()
  expect(faqTableOfSource('Question: none')).toBeNull()
})
