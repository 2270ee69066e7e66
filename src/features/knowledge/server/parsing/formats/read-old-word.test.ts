import { expect, it } from 'vitest'
import { doc } from '../../../../../../tests/support/files/doc-file.ts'
import { readDoc } from './read-old-word.ts'

const read = async (blocks: Parameters<typeof doc>[0]) => (await readDoc(doc(blocks))).text

it('tables of an old Word file are tables, apart from the paragraphs around them', async () => {
  const text = await read([
    'Prices',
    ['Plan', 'Price'],
    ['Pro\rfor teams', '$9\rper month'],
    ['', ''],
    ['Team|Plus', '$12'],
    'Cards are accepted.\tCash is not.',
    ['All prices include taxes.'],
  ])
  expect(text).toBe(
    [
      'Prices',
      '| Plan | Price |\n| --- | --- |\n| Pro for teams | $9 per month |\n| Team\\|Plus | $12 |',
      'Cards are accepted.\tCash is not.',
      'All prices include taxes.',
    ].join('\n\n'),
  )
})
