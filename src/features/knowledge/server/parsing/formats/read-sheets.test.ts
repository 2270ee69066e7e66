import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { xlsx, zip } from '../../../../../../tests/support/files/office-files.ts'
import { readDocument } from '../read-document.ts'
import { formatSerialDate } from './cell-formats.ts'

const read = async (bytes: Uint8Array) => (await readDocument('x', bytes, { scans: false })).text
const refusal = (bytes: Uint8Array) =>
  readDocument('x', bytes, { scans: false }).then(
    () => null,
    (error: Error) => error.message,
  )

describe('a spreadsheet', () => {
  test('is one table per sheet, in the order of the tabs, without hidden ones', async () => {
    const text = await read(
      xlsx(
        {
          Sizes: [
            ['Size', 'Width'],
            ['Single', 140],
          ],
          Secret: [['x']],
          Empty: [],
          Colors: [['Ochre']],
        },
        ['Secret'],
      ),
    )
    expect(text).toBe(
      '## Sizes\n\n| Size | Width |\n| --- | --- |\n| Single | 140 |\n\n## Colors\n\n| Ochre |\n| --- |',
    )
  })

  test('keeps cells in their columns when some are empty, and drops empty rows and columns', async () => {
    expect(
      await read(
        xlsx({
          A: [
            ['', 'a', '', '', 'c'],
            ['', '', '', '', ''],
            ['', '', 'b', '', ''],
          ],
        }),
      ),
    ).toBe('## A\n\n| a |  | c |\n| --- | --- | --- |\n|  | b |  |')
  })

  test('has no cells of rows that are written as empty elements', async () => {
    const book = unzipSync(xlsx({ A: [['a'], ['b']] }))
    const sheet = strFromU8(book['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const withEmpty = sheet.replace('<row r="2">', '<row r="9" ht="3"/><row r="2">')
    expect(await read(zip({ ...book, 'xl/worksheets/sheet1.xml': withEmpty }))).toBe('## A\n\n| a |\n| --- |\n| b |')
  })

  test('decodes characters that are written as their codes', async () => {
    expect(await read(xlsx({ A: [['Size_x000D_ of _x005F_x0041_'], ['one_x0000_two']] }))).toBe(
      '## A\n\n| Size of _x0041_ |\n| --- |\n| one two |',
    )
  })

  test('is read when a program writes its elements with a prefix', async () => {
    const prefixed = Object.entries(
      unzipSync(
        xlsx({
          Rates: [
            ['Country', 'Rate'],
            ['Chile', 12],
          ],
        }),
      ),
    ).map(([name, file]): [string, string] => {
      const xml = strFromU8(file)
      if (name.endsWith('.rels')) return [name, xml]
      return [name, xml.replace('xmlns=', 'xmlns:x=').replace(/<(\/?)(?=[a-z])/gi, '<$1x:')]
    })
    expect(await read(zip(Object.fromEntries(prefixed)))).toBe(
      '## Rates\n\n| Country | Rate |\n| --- | --- |\n| Chile | 12 |',
    )
  })

  test('contains charts that are sheets of their own', async () => {
    const rels = (target: string) =>
      `<Relationships><Relationship Id="s0" Type="part" Target="${target}"/></Relationships>`
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title></c:chart></c:chartSpace>`
    const file = zip({
      ...unzipSync(xlsx({ Chart: [] })),
      'xl/_rels/workbook.xml.rels': rels('chartsheets/sheet1.xml'),
      'xl/chartsheets/sheet1.xml': '<chartsheet/>',
      'xl/chartsheets/_rels/sheet1.xml.rels': rels('../drawings/drawing1.xml'),
      'xl/drawings/drawing1.xml': '<xdr:wsDr xmlns:xdr="xdr"/>',
      'xl/drawings/_rels/drawing1.xml.rels': rels('../charts/chart1.xml'),
      'xl/charts/chart1.xml': chart,
    })
    expect(await read(file)).toBe('## Chart\n\nSales')
  })

  test('writes dates as days', async () => {
    expect(await read(xlsx({ A: [['From'], [{ day: 46_082 }]] }))).toContain('| 2026-03-01 |')
    const book = unzipSync(xlsx({ A: [['From'], [{ day: 44_620 }]] }))
    const from1904 = strFromU8(book['xl/workbook.xml'] ?? new Uint8Array()).replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    )
    expect(await read(zip({ ...book, 'xl/workbook.xml': from1904 }))).toContain('| 2026-03-01 |')
    expect(formatSerialDate('46082.604166666664')).toBe('2026-03-01 14:30')
    expect(formatSerialDate('0.25')).toBe('06:00')
    expect(formatSerialDate('many')).toBe('many')
    expect(formatSerialDate('99999999')).toBe('99999999')
  })

  test('is empty without a word', async () => {
    expect(await refusal(xlsx({ A: [] }))).toMatch(/no text/i)
  })

  test('is refused when damaged', async () => {
    expect(await refusal(zip({ 'xl/workbook.xml': '<workbook' }))).not.toBeNull()
  })
})
