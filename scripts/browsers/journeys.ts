// The main paths of a visitor and of a team, short enough to try in every browser.
import type { CreatedWorkspace } from '../../tests/support/app/operator-command.ts'
import { type HostSite, strictPolicy, widgetTag } from '../../tests/support/websites/host-site.ts'
import { ENTER, type Hands } from './hands.ts'

export type Stage = { url: string; workspace: CreatedWorkspace; host: HostSite; email: string }
export type Journey = { name: string; run: (hands: Hands, stage: Stage) => Promise<void> }

const QUESTION = 'Which wool do you use?'
const ANSWER = 'Merino from small farms.'

/** Published by the command before the journeys begin. */
export const FAQ = { question: QUESTION, answer: ANSWER, status: 'published' }

export const journeys: Journey[] = [
  {
    name: 'a visitor asks on the help page',
    run: async (hands, { url, workspace }) => {
      await hands.open(`${url}/faq/${workspace.subdomain}`)
      await hands.see(QUESTION)
      await hands.type('Search or ask a question', `what wool is used${ENTER}`)
      await hands.see(ANSWER)
      await hands.press('Yes, this helped')
      await hands.see('Thanks for your feedback.')
    },
  },
  {
    name: 'a visitor asks in the widget, on a page with a strict policy',
    run: async (hands, { url, workspace, host }) => {
      const tag = widgetTag(url, { 'data-workspace-id': workspace.workspace_id, 'data-mode': 'launcher' })
      host.put('/shop', { policy: strictPolicy(url), body: `<h1>A shop</h1>${tag}` })
      await hands.open(`${host.origin}/shop`)
      await hands.press('Help')
      await hands.see(QUESTION, 'frame')
      await hands.type('Search or ask a question', `what wool is used${ENTER}`, 'frame')
      await hands.see(ANSWER, 'frame')
      await hands.press('Close')
      await hands.check('the focus is back on the button', 'document.activeElement !== document.body')
    },
  },
  {
    name: 'a team signs up and publishes a FAQ',
    run: async (hands, { url, email }) => {
      await hands.open(`${url}/auth?tab=sign-up`)
      await hands.type('First name', 'Ada')
      await hands.type('Last name', 'Weaver')
      await hands.type('Email', email)
      await hands.type('Password', 'woven-thread-7')
      await hands.press('Sign Up')
      await hands.type('Workspace name', 'Fernlight Sensors')
      await hands.press('Create Workspace')
      await hands.see('Welcome, Ada')
      await hands.open(`${url}/pages`)
      await hands.press('Create FAQ')
      await hands.type('Question', 'How long does the battery last?')
      await hands.type('Answer', 'About eighteen months.')
      await hands.press('Create FAQ')
      await hands.see('FAQ created successfully')
    },
  },
]
