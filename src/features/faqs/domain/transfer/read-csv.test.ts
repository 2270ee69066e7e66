import { describe, expect, it } from 'vitest'
import { FileRefusal } from './file-table.ts'
import { readCsv } from './read-csv.ts'

const cells = (text: string) => readCsv(text).rows.map((row) => row.cells)

describe('reading CSV', () => {
  it('reads quoted cells that contain line breaks, quotation marks and delimiters', () => {
    const file = readCsv('Question,Answer\r\n"Why, ""so""?","One\r\ntwo\n\nthree"\r\n\r\nHow?, "blank before it" \r\n')
    expect(file.rows).toEqual([
      { line: 2, cells: ['Why, "so"?', 'One\r\ntwo\n\nthree'] },
      { line: 7, cells: ['How?', 'blank before it'] },
    ])
  })

  it.each([
    [',', 'question,answer\na?,b'],
    [';', 'Frage;Antwort\nWas kostet es?;9,99 €, also wenig, oder?\nWo?;Hier, dort, da'],
    ['\t', 'question\tanswer\na?\tb, c'],
    ['|', 'question|answer\na?|b'],
    ['the line "sep=" of Excel', 'sep=;\r\nquestion;answer\r\na?;b'],
  ])('recognizes that %s separates the cells', (_name, text) => {
    const file = readCsv(text)
    expect(file.columns).toHaveLength(2)
    expect(file.rows.every((row) => row.cells.length === 2 && !row.problem)).toBe(true)
  })

  it('skips only the line with broken quotation marks', () => {
    const file = readCsv('question,answer\na?,"never closed\nb?,"fine"\nc?,"shut" early\nd?,5" pipe\n"e?,open')
    expect(file.rows.map(({ line, problem }) => [line, problem?.split(' ').slice(0, 4).join(' ')])).toEqual([
      [2, 'A quotation mark closes'],
      [3, undefined],
      [4, 'A quotation mark closes'],
      [5, undefined],
      [6, 'A quotation mark opens'],
    ])
    expect(file.rows[0]?.cells).toEqual(['a?', '"never closed'])
    expect(file.rows[3]?.cells).toEqual(['d?', '5" pipe'])
  })

  it('reports rows with too many cells and fills up rows with too few', () => {
    const { rows } = readCsv('question,answer,category\na?,one, two, three\nb?,two\nc?,three,,,')
    expect(rows.map(({ problem }) => problem === undefined)).toEqual([false, true, true])
    expect(rows[0]?.cells).toEqual(['a?', 'one', ' two', ' three'])
    expect(rows[1]?.cells).toEqual(['b?', 'two', ''])
  })

  it('distinguishes columns of the same name, and names those without one', () => {
    expect(readCsv('Question,Answer,Answer,,Answer (2)\na,b,c,d,e').columns).toEqual([
      'Question',
      'Answer',
      'Answer (2)',
      'Column 4',
      'Answer (2) (2)',
    ])
  })

  it('detects whether the first row is a header, unless it is specified', () => {
    expect(readCsv('How do I pay?,By card.\nWhere?,Here.').headed).toBe(false)
    expect(readCsv('Objet,Texte\nComment ?,Ainsi.').headed).toBe(true)
    expect(readCsv('Objet,Texte\nComment ?,Ainsi.', false).rows).toHaveLength(2)
  })

  it('removes the apostrophe that protects against formulas', () => {
    expect(cells("question,answer\n'=1+1,''=x\n'tis,-")).toEqual([
      ['=1+1', "'=x"],
      ["'tis", '-'],
    ])
  })

  it('reads every kind of line break', () => {
    expect(cells('question,answer\ra,b\rc,d')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('refuses empty and too long files', () => {
    expect(() => readCsv('question,answer\n')).toThrow(FileRefusal)
    expect(() => readCsv('\n\n  \n')).toThrow('This file is empty')
    expect(() => readCsv(`question,answer\n${'a,b\n'.repeat(1_000_000)}`)).toThrow('more than 100,000 rows')
  })
})
