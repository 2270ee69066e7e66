import { expect, it } from 'vitest'
import { currentEntry } from './current-entry.ts'

const ENTRIES = [
  '/dashboard',
  '/dashboard/integrations',
  '/messages',
  '/messages/gaps',
  '/profile',
  '/profile?tab=team',
]

it.each([
  ['/dashboard', '', '/dashboard'],
  ['/dashboard/integrations', '?tab=webhooks', '/dashboard/integrations'],
  ['/dashboard/profile', '', '/profile'],
  ['/messages', '?view=unanswered', '/messages'],
  ['/messages/gaps/01', '', '/messages/gaps'],
  ['/profile', '?tab=team', '/profile?tab=team'],
  ['/dashboard/profile', '?tab=team', '/profile?tab=team'],
  ['/profile', '?tab=account', '/profile'],
  ['/messages-of-others', '', undefined],
])('at %s%s the entry %s is the current one', (pathname, search, to) => {
  const entries = ENTRIES.map((entry) => ({ to: entry }))
  expect(currentEntry(entries, { pathname, search })?.to).toBe(to)
})

it('the last of entries with the same address is the current one', () => {
  const [parent, child] = [{ to: '/messages' }, { to: '/messages' }]
  expect(currentEntry([parent, child], { pathname: '/messages', search: '' })).toBe(child)
})
