import { expect, it } from 'vitest'
import { drawnPdf, pdf, pdfWithUnknownLetters } from '../../../../../../tests/support/files/pdf-file.ts'
import {
  hasUnknownLetters,
  replacePrivateLetters,
  variantLetters,
  withoutUnknownLetters,
  withVariantLetters,
} from './pdf-letters.ts'
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

it('texts that are only in the appearance of buttons, stamps and signatures are read, and choices by their labels', async () => {
  const annotation = (entries: string) => `<</Type/Annot/Rect[0 0 90 20]/F 4${entries}>>`
  const drawnAs = (words: string) => {
    const operators = `BT /F1 9 Tf 2 6 Td (${words}) Tj ET`
    return { entries: '/AP<</N {n} 0 R>>', operators }
  }
  const caption = drawnAs('Send the order')
  const stamp = drawnAs('Draft of May')
  const file = drawnPdf(
    '',
    [
      annotation(`/Subtype/Widget/FT/Btn/Ff 65536/T(send)${caption.entries.replace('{n}', '6')}`),
      annotation(`/Subtype/Stamp${stamp.entries.replace('{n}', '7')}`),
      annotation('/Subtype/Widget/FT/Ch/Ff 131072/T(size)/V(s)/Opt[[(s)(Small)][(l)(Large)]]'),
    ],
    [caption.operators, stamp.operators],
  )
  expect((await readPdf(file)).text).toBe('\f1\nSmall\n\nDraft of May\n\nSend the order')
})

it('signs of Symbol and Wingdings by their private codes are those signs', () => {
  expect(replacePrivateLetters('\uf0b7 2 \uf02b 2 \uf03d 4 \uf0b1 1 \uf0fc')).toBe('• 2 + 2 = 4 ± 1 \uf0fc')
})

it('old-style digits of the Adobe Glyph List are digits', () => {
  expect(replacePrivateLetters('Since \uf731\uf739\uf738\uf734, \uf761\uf762')).toBe('Since 1984, AB')
})

it('codes of glyphs without letters are no text, and a page that consists of them is reported', async () => {
  const run = (text: string, font: string) => ({ text, font })
  expect(
    withoutUnknownLetters([
      run('\u0003\u0014 !', 'A'),
      run('$&', 'A'),
      run('known letters of\u0003fi\u0004ce', 'B'),
      run('\ttab', 'C'),
      run('its\u0003own space', 'D'),
    ]),
  ).toEqual([run('known letters office', 'B'), run('\ttab', 'C'), run('its own space', 'D')])
  const { text: read, note } = await readPdf(pdfWithUnknownLetters())
  expect([read, note]).toEqual([
    '\f1\nAda',
    'The text of page 1 could not be read, because its fonts do not say which letters they show. Upload a version whose text can be copied.',
  ])
})

it('text whose encoding the file only names is reported', async () => {
  const descendant =
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Mincho/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>'
  const font = `<</Type/Font/Subtype/Type0/BaseFont/Mincho/Encoding/90ms-RKSJ-H/DescendantFonts[${descendant}]>>`
  const file = drawnPdf([drawn(50, 700, '\\223\\372\\226\\173'), drawn(50, 600, 'Ada').replace('F1', 'F2')].join('\n'))
    .toString('latin1')
    .replace('/F1 3 0 R', `/F1 ${font}/F2<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>`)
  expect(await readPdf(Buffer.from(file, 'latin1'))).toMatchObject({
    text: '\f1\nAda',
    note: 'Text in it could not be read, because the file does not contain the encoding of its fonts. Upload it in another format.',
  })
})

it('variants of digits and letters are read by the names of their glyphs, unless fonts disagree', () => {
  const names = (entries: Record<number, string>) => Array.from({ length: 256 }, (_, code) => entries[code] ?? null)
  const letters = variantLetters([
    names({ 128: 'zero.os', 129: 'one.os', 130: 'A.sc', 131: 'fraction.alt', 132: 'B.sc', 65: 'A' }),
    names({ 129: 'one.lnum', 132: 'C.sc' }),
  ])
  expect(hasUnknownLetters('\x81\x80 %')).toBe(true)
  expect(hasUnknownLetters('10 % Maße')).toBe(false)
  expect(withVariantLetters('\x81\x80 \x82 \x83 \x84', letters)).toBe('10 A \x83 \x84')
})

it('the first of running lines is kept, no page number is, and all lines that differ in other numbers are', async () => {
  const pages = [1, 2, 3, 4].map((page) => ['^ Care of looms', `Text of ${page}.`, `_ Beam: ${page * 7 + 5} cm`])
  const numbered = [1, 2, 3, 4].map((page) => [`Text of ${page}.`, `_ Page ${page} of 4`])
  const words = async (file: Buffer) => (await readPdf(file)).text.replace(/\s+/g, ' ').replace(/\f\d+/g, '').trim()
  const [care, plain] = [await words(pdf(pages)), await words(pdf(numbered))]
  expect(care.match(/Care of looms/g)).toHaveLength(1)
  for (const size of [12, 19, 26, 33]) expect(care).toContain(`Beam: ${size} cm`)
  expect(plain).not.toContain('Page')
})
