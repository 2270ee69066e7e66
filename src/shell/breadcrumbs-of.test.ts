import { expect, test } from 'vitest'
import { breadcrumbsOf } from './breadcrumbs-of.ts'
import { currentEntry } from './current-entry.ts'
import { navigation, sections } from './navigation.ts'

function labelsAbove(pathname: string): string[] {
  const current = currentEntry([...navigation, ...sections], { pathname, search: '' })
  const parent = current && 'parent' in current ? current.parent : current?.to
  return breadcrumbsOf(navigation.find(({ to }) => to === parent) ?? null, current, pathname).map(({ label }) => label)
}

test.each([
  ['/dashboard', []],
  ['/messages', []],
  ['/settings', []],
  ['/dashboard/profile', []],
  ['/messages/gaps', ['Questions']],
  ['/messages/gaps/0190', ['Questions', 'Gaps']],
  ['/pages/trash', ['FAQs']],
  ['/widgets/page-rules', ['Widgets']],
  ['/dashboard/integrations', []],
  ['/dashboard/integrations/webhooks/0190', ['Integrations']],
  ['/nowhere', []],
])('%s is below %j', (pathname, labels) => {
  expect(labelsAbove(pathname)).toEqual(labels)
})
