import { expect, test } from 'vitest'
import { returnPathOf } from './return-path.ts'

const appUrl = new URL('https://help.example.com')

test.each([
  ['https://help.example.com/dashboard/integrations', '/dashboard/integrations'],
  ['https://help.example.com/dashboard/integrations?tab=available#top', '/dashboard/integrations'],
  ['/dashboard/integrations', '/dashboard/integrations'],
  ['/knowledge', '/knowledge'],
])('%s redirects to %s', (address, path) => expect(returnPathOf(address, appUrl)).toBe(path))

test.each([
  'https://evil.example/dashboard/integrations',
  'http://help.example.com/dashboard/integrations',
  'https://help.example.com:8443/dashboard/integrations',
  'https://help.example.com.evil.example/dashboard/integrations',
  'https://help.example.com@evil.example/dashboard/integrations',
  'https://user:secret@help.example.com/dashboard/integrations',
  '//evil.example/dashboard/integrations',
  '/\\evil.example/dashboard/integrations',
  '\\\\evil.example/dashboard/integrations',
  'https:evil.example/dashboard/integrations',
  'javascript:alert(1)',
  'data:text/html,x',
  '/dashboard/integrations/../../api/rpc',
  '/dashboard/integrations%2f..',
  '/api/integrations/callback/notion',
  '/',
  '',
  ' /dashboard/integrations',
  '/dashboard\n/integrations',
])('%j is refused', (address) => expect(returnPathOf(address, appUrl)).toBeNull())
