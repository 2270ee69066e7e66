import { describe, expect, it } from 'vitest'
import common from './common-passwords.json' with { type: 'json' }
import {
  checkPassword,
  PASSWORD_IS_EMAIL,
  PASSWORD_TOO_COMMON,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
} from './password.ts'

const words = (lines: string[]) => lines.flatMap((line) => line.split(' '))

const email = 'Reader@Example.com'

describe('checkPassword', () => {
  it('uses the specified sentence for a short password', () => {
    expect(PASSWORD_TOO_SHORT).toBe('Password must be at least 6 characters long')
    for (const short of ['', 'a', 'xkwvq', '😀😀😀']) expect(checkPassword(short, email)).toBe(PASSWORD_TOO_SHORT)
  })

  it('accepts 6 to 128 characters', () => {
    expect(checkPassword('xkwvqz', email)).toBeNull()
    expect(checkPassword('xq7 '.repeat(32), email)).toBeNull()
    expect(checkPassword(`${'xq7 '.repeat(32)}x`, email)).toBe(PASSWORD_TOO_LONG)
  })

  it.each(['Reader@Example.com', 'reader@example.com', ' READER@EXAMPLE.COM '])('refuses the email %j', (password) =>
    expect(checkPassword(password, email)).toBe(PASSWORD_IS_EMAIL),
  )

  it.each([
    'password',
    'Password',
    'PASSWORD123',
    'password1!',
    'P@ssw0rd',
    'p4$$w0rd',
    'dragon',
    'Dragon1987',
    'dragon2024!',
    'dragondragon',
    '123dragon',
    'letmein',
    'iloveyou',
    'sunshine1',
    'qwerty',
    'qwertyuiop',
    'poiuytrewq',
    'asdfgh',
    '1q2w3e4r',
    '123456',
    '654321',
    '12345678901'.slice(0, 10),
    '111111',
    '121212',
    'abcabc',
    'aaaaaaaaaaaa',
    'abcdefghijklm',
  ])('refuses %j as too common', (password) => expect(checkPassword(password, email)).toBe(PASSWORD_TOO_COMMON))

  it.each([
    'correct horse battery',
    'dragon-lamp-seven',
    'dragon8471',
    'reader@example.com1',
    'mqp-284-vtx',
    'Kiesel&Moos',
    'ünïcödé wörds',
    '密码不是这个词',
  ])('accepts %j', (password) => expect(checkPassword(password, email)).toBeNull())

  it('refuses every long enough stem of its list', () => {
    const long = words(common.stems).filter((stem) => stem.length >= 6)
    expect(long.length).toBeGreaterThanOrEqual(1000)
    expect(long.filter((stem) => checkPassword(stem, email) !== PASSWORD_TOO_COMMON)).toEqual([])
  })

  it('refuses the 3,000 most frequent leaked passwords that are long enough', () => {
    expect(words(common.leaked).length).toBeGreaterThanOrEqual(3000)
    expect(words(common.leaked).filter((word) => checkPassword(word, email) !== PASSWORD_TOO_COMMON)).toEqual([])
  })

  it.each(['answerloom', 'Answerloom1', '@nswerl00m!', 'answerloom2024', 'HelpDesk123'])(
    'refuses %j, a word of this product',
    (word) => expect(checkPassword(word, email)).toBe(PASSWORD_TOO_COMMON),
  )

  it.each(['stems', 'leaked', 'context'] as const)('keeps %s sorted, in lower case and without duplicates', (list) =>
    expect(common[list]).toEqual([...new Set(common[list].map((word) => word.toLowerCase()))].sort()),
  )
})
