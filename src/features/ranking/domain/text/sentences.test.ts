import { describe, expect, it } from 'vitest'
import { sentences } from './sentences.ts'

describe('sentences', () => {
  it('are cut at marks and line ends, in order', () => {
    expect(
      sentences('The first one is here, for sure. The second asks something?\nA line of its own, without a mark'),
    ).toEqual(['The first one is here, for sure.', 'The second asks something?', 'A line of its own, without a mark'])
  })

  it('are cut in scripts that put no space after the mark', () => {
    expect(
      sentences(
        '点击登录页面上的忘记密码，然后按照邮件中的说明操作即可完成。请在二十四小时之内使用这个链接，否则需要重新申请。',
      ),
    ).toHaveLength(2)
  })

  it('keep fragments, abbreviations and numbers with what follows', () => {
    expect(sentences('No. 5 is the one to choose for larger rooms.')).toEqual([
      'No. 5 is the one to choose for larger rooms.',
    ])
    expect(sentences('It costs 3.50 a month.')).toEqual(['It costs 3.50 a month.'])
  })

  it.each(['', ' \n ', '\u2028'])('of nothing are none', (text) => {
    expect(sentences(text)).toEqual([])
  })
})
