import type { Page } from '@playwright/test'
import type { OwnWorkspace } from '../../tests/support/browser/browser-people.ts'
import { addFaq, ask, callInWorkspace } from '../../tests/support/content/workspace-content.ts'

const FAQS = [
  { question: 'How long does delivery take?', answer: 'Parcels arrive within **three days**.' },
  { question: 'Which wool do you use?', answer: 'Merino from small farms.' },
  { question: 'How do I return an order?', answer: 'Send it back within 30 days.' },
]
/** A text about wool, as sections with a heading each. */
export const WOOL_CARE = `# Caring for wool

## How do I wash a sweater?

By hand, at 30 degrees at most, with a mild soap.

- Do not wring it
- Dry it lying flat

## Can I iron it?

Yes, at the lowest setting and through a damp cloth.
`
const CARE = `${WOOL_CARE}
## What should I do about moths?

Keep wool clean, cool and dark. Cedar helps; so does airing it in the sun, in winter as well, since larvae cannot stand the cold. Take everything out of the drawer once a month, shake it, and look at the seams first: that is where they begin.
`
const QUESTIONS = [
  'How long does delivery take?',
  'how long does delivery take',
  'Which wool is it?',
  'How can I return my order?',
  'Who won the chess championship in 1972?',
  'Do you repair looms that were bought elsewhere, many years ago, without the papers?',
]

/** Publishes and asks a little, so that the figures have something to show. */
export async function useWorkspaceALittle(page: Page): Promise<void> {
  const selected = await page.waitForFunction(() => localStorage.getItem('currentWorkspaceId'))
  const id = (await selected.jsonValue()) ?? ''
  const none = { id, subdomain: '', name: '' }
  const { workspace } = await callInWorkspace<{ workspace: OwnWorkspace }>(page, none, 'workspaces/current')
  for (const faq of FAQS) await addFaq(page, workspace, faq)
  for (const question of QUESTIONS) await ask(page, workspace, question)
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Caring for wool', content: CARE }],
  })
  await page.getByRole('list', { name: 'Unanswered questions' }).waitFor()
  await page.getByRole('list', { name: 'Suggested FAQs' }).waitFor()
}
