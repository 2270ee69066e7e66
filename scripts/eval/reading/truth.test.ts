import { expect, it } from 'vitest'
import { compare } from './compare.ts'
import { flatOpenDocumentText } from './flat-text.ts'
import { agreedText } from './make-truth.ts'
import { runningLinesOnce } from './running-lines.ts'

it('a true text omits text that no reader sees', () => {
  const flat = `<office:document xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:style="s" xmlns:dc="d">
<office:automatic-styles><style:style style:name="off"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:master-styles><style:master-page style:name="M"><style:footer><text:p>Shop, page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text><text:tracked-changes><text:changed-region text:id="c"><text:deletion><dc:creator>Ada</dc:creator></text:deletion></text:changed-region></text:tracked-changes>
<text:p>Kept<text:change-start text:change-id="c"/> deleted<text:change-end text:change-id="c"/> too</text:p>
<table:table table:style-name="off"><table:table-row><table:table-cell><text:p>hidden</text:p></table:table-cell></table:table-row></table:table>
<table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell office:date-value="2026-03-01T14:30:00"><text:p>3/1/26</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document>`
  expect(
    flatOpenDocumentText(flat)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ).toEqual(['Kept too', 'A\t2026-03-01 14:30', 'Shop, page'])
})

it('words of a PDF count when two tools agree on them', () => {
  expect(agreedText('One tw o three', 'One two three')).toBe('One   three')
  expect(agreedText('a a', 'a')).toBe('a ')
})

it('soft hyphens divide no words, and punctuation alone is no word', () => {
  expect(compare('research', 're\u00adsearch \u0301')).toMatchObject({ words: 1, kept: 1 })
})

it('running lines of pages count once, and their numbers not at all', () => {
  const page = (number: number, text: string) => `Care of looms\n${text}\nSize ${number}0 cm\nPage ${number} of 3\n`
  const text = [page(1, 'Oil it.'), page(2, 'Dust it.'), page(3, 'Cover it.')].join('\f')
  expect(runningLinesOnce(text).match(/\S.*/g)).toEqual([
    ...['Care of looms', 'Oil it.', 'Size 10 cm', 'Dust it.', 'Size 20 cm', 'Cover it.', 'Size 30 cm'],
  ])
})
