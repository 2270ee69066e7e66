import { describe, expect, it } from 'vitest'
import { isLoginPage, saysNotFound } from './page-signs.ts'

const long = 'Everything about looms is written here. '.repeat(40)

describe('a login page', () => {
  it.each([
    ['<form><input type="password" name="p"></form>', 'Sign in', true],
    ["<form><input name=p type='password'></form>", 'Anmelden', true],
    ['<form><input type="text"></form>', 'Sign in', false],
    ['<form><input type="password"></form>', long, false],
  ])('%s', (html, text, isLogin) => {
    expect(isLoginPage(html, text)).toBe(isLogin)
  })

  it('is detected in linear time', () => {
    expect(isLoginPage('<input '.repeat(700_000), 'x')).toBe(false)
  })
})

describe('a not-found page', () => {
  it.each([
    ['Page not found | Woven', 'Go home.', true],
    ['Woven', '# 404\n\nGo home.', true],
    ['Seite nicht gefunden', 'Zur Startseite.', true],
    ['Why a page is not found', long, false],
    ['Care for linen', 'Wash it cold.', false],
  ])('%s', (title, text, isMissing) => {
    expect(saysNotFound(title, text)).toBe(isMissing)
  })
})
