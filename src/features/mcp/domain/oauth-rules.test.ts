import { expect, it } from 'vitest'
import { isRedirectUri, isRegisteredRedirect, requestedScope, withParameters } from './oauth-rules.ts'

it.each([
  'https://claude.ai/api/mcp/auth_callback',
  'http://127.0.0.1:33418/callback',
  'http://[::1]:33418/',
  'http://localhost/callback',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
  'com.example.assistant:/callback',
])('%s can receive a code', (uri) => {
  expect(isRedirectUri(uri)).toBe(true)
})

it.each([
  'http://evil.example/callback',
  'http://127.0.0.1.evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://user:pass@evil.example/',
  'https://claude.ai/callback#fragment',
  '/callback',
  '',
])('%j cannot receive a code', (uri) => {
  expect(isRedirectUri(uri)).toBe(false)
})

it('a redirect address must match the registered one exactly, except for the port on the local machine', () => {
  const registered = ['https://claude.ai/callback', 'http://127.0.0.1:1000/callback?x=1']
  expect(isRegisteredRedirect('https://claude.ai/callback', registered)).toBe(true)
  expect(isRegisteredRedirect('http://127.0.0.1:2000/callback?x=1', registered)).toBe(true)
  for (const uri of [
    'https://claude.ai/callback/',
    'https://claude.ai:444/callback',
    'https://claude.ai.evil.example/callback',
    'http://127.0.0.1:2000/other?x=1',
    'http://127.0.0.1:2000/callback',
    'http://localhost:1000/callback?x=1',
  ])
    expect(isRegisteredRedirect(uri, registered), uri).toBe(false)
})

it.each([
  [undefined, 'write'],
  ['', 'write'],
  ['read', 'read'],
  ['read write', 'write'],
  ['openid', 'read'],
])('the scope %j requests %s', (scope, expected) => {
  expect(requestedScope(scope)).toBe(expected)
})

it('parameters are added and existing ones kept', () => {
  expect(withParameters('https://claude.ai/callback?a=1', { code: 'x y', state: undefined })).toBe(
    'https://claude.ai/callback?a=1&code=x+y',
  )
})
