import { expect, it } from 'vitest'
import { drawnPdf } from '../../../../../../tests/support/files/pdf-file.ts'
import { readPdf } from './read-pdf.ts'

const text = async (operators: string, annotations?: string[]) => (await readPdf(drawnPdf(operators, annotations))).text

it('vertical labels in a PDF are separate lines', async () => {
  const upright = (label: string, x: number) => `BT /F1 10 Tf 0 1 -1 0 ${x} 100 Tm (${label}) Tj ET`
  expect(await text([upright('Oct 25', 100), upright('Nov 25', 112)].join('\n'))).toBe('\f1\nOct 25 Nov 25')
})

it('a PDF list box contains its options, and fields with equal values are all kept', async () => {
  const field = (entries: string) => `<</Type/Annot/Subtype/Widget/Rect[0 0 90 20]/F 4${entries}>>`
  const value = (name: string) => field(`/FT/Tx/T(${name})/V(Hello)`)
  expect(await text('', [field('/FT/Ch/T(size)/Opt[(Small)(Large)]'), value('a'), value('b')])).toBe(
    '\f1\nSmall, Large\n\nHello\n\nHello',
  )
})

const drawn = (x: number, y: number, words: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET`

it('two columns of a PDF are read one after the other, with a table without borders as a table', async () => {
  const left = ['Wool needs air and', 'a cool place. The', 'sizes are:'].map((line, index) =>
    drawn(50, 700 - index * 13, line),
  )
  const cells = [
    ['Size', 'Width', 'Price'],
    ['Single', '140 cm', '99'],
    ['Double', '160 cm', '129'],
  ].flatMap((row, y) => row.map((cell, x) => drawn([50, 130, 210][x] ?? 0, 640 - y * 16, cell)))
  const right = ['Send torn hammocks', 'to our workshop.'].map((line, index) => drawn(320, 700 - index * 13, line))
  expect(await text([...left, ...cells, ...right].join('\n'))).toBe(
    '\f1\nWool needs air and a cool place. The sizes are:\n\n| Size | Width | Price |\n| --- | --- | --- |\n| Single | 140 cm | 99 |\n| Double | 160 cm | 129 |\n\nSend torn hammocks to our workshop.',
  )
})

it('list items of a PDF with bullets are not a table', async () => {
  const items = ['Pack it', 'Label it', 'Send it'].flatMap((item, index) => [
    drawn(50, 700 - index * 14, '-'),
    drawn(80, 700 - index * 14, item),
  ])
  expect(await text(items.join('\n'))).not.toContain('|')
})
