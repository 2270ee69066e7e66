import { describe, expect, it } from 'vitest'
import { returnPath, signInPath } from './return-path.ts'

const HERE = 'https://answers.example'
const back = (next: string) => returnPath(new URLSearchParams({ next }), HERE)

describe('the return path after signing in', () => {
  it('keeps path, query and hash', () => {
    const address = new URL(signInPath('/pages?status=draft&q=a b#row'), HERE)
    expect(address.pathname).toBe('/auth')
    expect(returnPath(address.searchParams, HERE)).toBe('/pages?status=draft&q=a%20b#row')
  })
  it('is empty without a page to return to', () => {
    expect(signInPath('/')).toBe('/auth')
    expect(signInPath('/auth?tab=sign-up')).toBe('/auth')
    expect(returnPath(new URLSearchParams(), HERE)).toBeNull()
  })
  it.each([
    'https://evil.example/dashboard',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'dashboard',
    '/auth?next=/auth',
    '',
  ])('never leads to %j', (next) => {
    expect(back(next)).toBeNull()
  })
})
