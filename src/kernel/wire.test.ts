import { describe, expect, it } from 'vitest'
import { optionalText, plainText, requiredText } from './wire.ts'

describe('text from outside', () => {
  it('loses NUL, which no database can store', () => {
    expect(plainText().parse('a\u0000b')).toBe('ab')
    expect(requiredText(5, 'Say something.').parse(' \u0000x ')).toBe('x')
  })

  it.each([' ', '\u0000', '\u200b', ' \u3164 ', '', undefined, 5, null])('is refused when it is %j', (value) => {
    expect(requiredText(5, 'Say something.').safeParse(value).error?.issues[0]?.message).toBe('Say something.')
  })

  it('is refused with its maximum length', () => {
    expect(optionalText(1000).safeParse('x'.repeat(1001)).error?.issues[0]?.message).toBe(
      'Please keep this to at most 1,000 characters.',
    )
  })
})
