// Every list of the dashboard while it loads and when it fails, and the longest lists with much in them.
import type { Page } from '@playwright/test'
import { addFaq, ask, callInWorkspace } from '../../tests/support/content/workspace-content.ts'
import type { Screen } from './screen.ts'

/** Lists by the name of their screen: the path, and the procedure that reads them. */
const LISTS: [name: string, path: string, procedure: string][] = [
  // The page itself waits for the first steps.
  ['dashboard', '/dashboard', 'dashboard/activity'],
  ['questions', '/messages', 'questions/list'],
  ['gaps', '/messages/gaps', 'gaps/list'],
  ['doubtful-answers', '/messages/doubtful', 'doubtfulAnswers/list'],
  ['answer-tests', '/messages/answer-tests', 'answerTests/list'],
  ['knowledge', '/knowledge', 'knowledge/sources'],
  ['knowledge-content', '/knowledge?tab=content', 'knowledge/content/**'],
  ['contradictions', '/knowledge/contradictions', 'contradictions/list'],
  ['help-health', '/knowledge/health', 'helpHealth/get'],
  ['faqs', '/pages', 'faqs/rows'],
  ['suggested-faqs', '/pages/suggested', 'suggestions/list'],
  ['categories', '/pages/categories', 'faqs/categoryList/get'],
  ['trash', '/pages/trash', 'faqs/trash/list'],
  ['page-rules', '/widgets/page-rules', 'pageRules/get'],
  ['integrations', '/dashboard/integrations', 'integrations/list'],
  ['webhooks', '/dashboard/integrations?tab=webhooks', 'webhooks/list'],
  ['profile-team', '/profile?tab=team', 'team/members/list'],
  ['profile-billing', '/profile?tab=billing', 'billing/overview'],
  ['settings-api', '/settings?tab=api', 'workspaces/apiKeys/list'],
  ['settings-security', '/settings?tab=security', 'workspaces/auditLog/list'],
]

/** A procedure that never answers. */
const loading = (procedure: string): Partial<Screen> => ({
  before: (page) => page.route(`**/api/rpc/${procedure}`, () => {}),
  act: (page) => page.locator('main .animate-shimmer').first().waitFor(),
})
/** A procedure that answers nothing that can be read: a refusal would be one more error on the console. */
const failing = (procedure: string): Partial<Screen> => ({
  before: (page) =>
    page.route(`**/api/rpc/${procedure}`, (route) =>
      route.fulfill({ contentType: 'application/json', body: 'nothing' }),
    ),
  act: (page) => page.getByRole('button', { name: 'Retry' }).first().waitFor(),
})

const LONG = 'Do you also deliver very large looms, in parts, to an island without a road, and how long does it take? '

/** Adds 40 FAQs and more questions than a page shows, some of them long. */
async function fillWorkspace(page: Page): Promise<void> {
  const selected = await page.waitForFunction(() => localStorage.getItem('currentWorkspaceId'))
  const id = (await selected.jsonValue()) ?? ''
  const { workspace } = await callInWorkspace<{ workspace: { id: string; subdomain: string; name: string } }>(
    page,
    { id, subdomain: '', name: '' },
    'workspaces/current',
  )
  for (let number = 1; number <= 40; number++)
    await addFaq(page, workspace, {
      question: number % 9 === 0 ? LONG.repeat(4).trim() : `How is cloth number ${number} woven?`,
      answer: `On loom **${number}**, by hand.`,
    })
  for (let number = 1; number <= 60; number++)
    await ask(page, workspace, number % 9 === 0 ? LONG.repeat(4) : `Who wove cloth number ${number} in winter?`)
  await page.reload()
}

const state = (name: string, path: string, options: Partial<Screen> = {}): Screen => ({
  name,
  path,
  signedIn: true,
  ...options,
})

export const listStates: Screen[] = LISTS.flatMap(([name, path, procedure]) => [
  state(`${name}-loading`, path, loading(procedure)),
  state(`${name}-failing`, path, failing(procedure)),
])

/** Last of all: the lists stay long. */
export const longLists: Screen[] = [
  state('faqs-too-much', '/pages', { act: fillWorkspace }),
  state('questions-too-much', '/messages'),
  state('dashboard-too-much', '/dashboard'),
  state('gaps-too-much', '/messages/gaps'),
]
