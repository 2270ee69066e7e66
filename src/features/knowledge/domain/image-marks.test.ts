import { expect, it } from 'vitest'
import { hideImageMarks, imageMark, replaceImageMarks, takePlaceholders } from './image-marks.ts'

it('a mark is replaced by its text alternative', () => {
  const text = `Press it. ${imageMark('The \\[red\\] button', 3)} Then wait. ![other](https://x.test/a.png)`
  expect(replaceImageMarks(text)).toBe('Press it. The \\[red\\] button Then wait. ![other](https://x.test/a.png)')
  expect(replaceImageMarks(text, (alt, number) => `${number}:${alt}`)).toContain('3:The \\[red\\] button')
})

it('brackets of a text alternative do not end its mark', () => {
  for (const alt of ['The [red] button', 'a ] b', 'a \\[ b', 'ends with \\'])
    expect(
      replaceImageMarks(`x ${imageMark(alt, 3)} y`, () => '…'),
      alt,
    ).toBe('x … y')
  expect(imageMark('The [red] \\[button\\]', 1)).toBe('![The \\[red\\] \\[button\\]](image:1)')
})

it('placeholders leave a passage with their positions', () => {
  const { text, alts } = hideImageMarks(`\n\n${imageMark('', 1)}\n\nPress it.\n\n${imageMark('Button', 2)}`)
  expect(alts.get(2)).toBe('Button')
  expect(takePlaceholders(text)).toEqual({
    text: 'Press it.\n\nButton',
    images: [
      { number: 1, at: 0 },
      { number: 2, at: 11 },
    ],
  })
})

it('private characters of a text make no image', () => {
  expect(takePlaceholders(hideImageMarks('a \uE0107\uE011 b').text)).toEqual({ text: 'a  b', images: [] })
})
