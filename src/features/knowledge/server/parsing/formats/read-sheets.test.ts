import { describe, expect, test } from 'vitest'
import { xlsx, zip } from '../../../../../../tests/support/files/office-files.ts'
import { readDocument } from '../read-document.ts'
import { serialDate } from './cell-formats.ts'

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

  test('decodes characters that are written as their codes', async () => {
    expect(await read(xlsx({ A: [['Size_x000D_ of _x005F_x0041_'], ['one_x0000_two']] }))).toBe(
      '## A\n\n| Size of _x0041_ |\n| --- |\n| one two |',
    )
  })

  test('writes dates as days', async () => {
    expect(await read(xlsx({ A: [['From'], [{ day: 46_082 }]] }))).toContain('| 2026-03-01 |')
    expect(serialDate('46082.604166666664')).toBe('2026-03-01 14:30')
    expect(serialDate('0.25')).toBe('06:00')
    expect(serialDate('many')).toBe('many')
    expect(serialDate('99999999')).toBe('99999999')
  })

  test('is empty without a word', async () => {
    expect(await refusal(xlsx({ A: [] }))).toMatch(/no text/i)
  })

  test('is refused when damaged', async () => {
    expect(await refusal(zip({ 'xl/workbook.xml': '<workbook' }))).not.toBeNull()
  })
})
