import CFB from 'cfb'
import { expect, it } from 'vitest'
import { doc } from '../../../../../../tests/support/files/doc-file.ts'
import { detectFileType } from '../file-type.ts'
import { readOldWord } from './read-old-word.ts'

const read = async (blocks: Parameters<typeof doc>[0]) => (await readOldWord(doc(blocks))).text

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

it('an old Word file is read without the documents that are embedded in it', async () => {
  const [own, embedded] = ['The text of the file.', 'The text of an attachment.'].map((text) =>
    CFB.read(doc([text]), { type: 'buffer' }),
  )
  const file = CFB.utils.cfb_new()
  for (const [folder, part] of [
    ['/ObjectPool/_1', embedded],
    ['', own],
  ] as const)
    for (const name of ['/WordDocument', '/1Table'])
      CFB.utils.cfb_add(file, `${folder}${name}`, CFB.find(part ?? file, name)?.content ?? Buffer.alloc(0))
  CFB.utils.cfb_add(file, '/ObjectPool/_2/PowerPoint Document', Buffer.alloc(8))
  const bytes = CFB.write(file, { type: 'buffer' }) as Buffer
  expect(detectFileType('a.doc', bytes)).toBe('doc')
  expect((await readOldWord(bytes)).text).toBe('The text of the file.')
})
