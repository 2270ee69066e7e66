import { describe, expect, it } from 'vitest'
import { sentences } from './sentences.ts'

describe('the sentences of a text', () => {
  it('end at punctuation and line ends, in order', () => {
    expect(
      sentences('The first one is here, for sure. The second asks something?\nA line of its own, without a mark'),
    ).toEqual(['The first one is here, for sure.', 'The second asks something?', 'A line of its own, without a mark'])
  })

  it('end in scripts without a space after punctuation', () => {
    expect(
      sentences(
        '点击登录页面上的忘记密码，然后按照邮件中的说明操作即可完成。请在二十四小时之内使用这个链接，否则需要重新申请。',
      ),
    ).toHaveLength(2)
  })

  it('contain fragments, abbreviations and numbers together with the following text', () => {
    expect(sentences('No. 5 is the one to choose for larger rooms.')).toEqual([
      'No. 5 is the one to choose for larger rooms.',
    ])
    expect(sentences('It costs 3.50 a month.')).toEqual(['It costs 3.50 a month.'])
  })

  it.each(['', ' \n ', '\u2028'])('are empty for an empty text', (text) => {
    expect(sentences(text)).toEqual([])
  })
})
