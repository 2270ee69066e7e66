import { describe, expect, it } from 'vitest'
import { splitPassages } from './passages.ts'
import { placeMark, takeMarks } from './place-marks.ts'

describe('page marks', () => {
  it('are removed and return their positions', () => {
    expect(takeMarks(`${placeMark(1)}One.\n\n${placeMark(2)}Two.`)).toEqual({
      text: 'One.\n\nTwo.',
      marks: [
        { at: 0, number: 1 },
        { at: 6, number: 2 },
      ],
    })
    expect(takeMarks('None.')).toEqual({ text: 'None.', marks: [] })
  })

  it('give each passage its first page, also when a heading follows', () => {
    const text = `${placeMark(1)}# Care\n\nWash cold.\n\n${placeMark(2)}# Repair\n\nSend it in.\n\n${placeMark(4)}Or bring it.`
    expect(splitPassages(text)).toEqual([
      { heading_path: ['Care'], text: 'Wash cold.', page: 1 },
      { heading_path: ['Repair'], text: 'Send it in.\n\nOr bring it.', page: 2 },
    ])
  })

  it('do not divide a sentence that continues on the next page', () => {
    const text = `${placeMark(7)}The warranty covers\n${placeMark(8)}two years.`
    expect(splitPassages(text)).toEqual([{ heading_path: [], text: 'The warranty covers\ntwo years.', page: 7 }])
  })
})
