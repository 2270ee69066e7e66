// The main paths of a visitor and of a team, short enough to try in every browser.
import type { CreatedWorkspace } from '../../tests/support/app/operator-command.ts'
import { type HostSite, strictPolicy, widgetTag } from '../../tests/support/websites/host-site.ts'
import { ENTER, type UserActions } from './user-actions.ts'

export type Stage = { url: string; workspace: CreatedWorkspace; host: HostSite; email: string }
export type Journey = { name: string; run: (user: UserActions, stage: Stage) => Promise<void> }

const QUESTION = 'Which wool do you use?'
const ANSWER = 'Merino from small farms.'

/** Published by the command before the journeys begin. */
export const FAQ = { question: QUESTION, answer: ANSWER, status: 'published' }

export const journeys: Journey[] = [
  {
    name: 'a visitor asks on the help page',
    run: async (user, { url, workspace }) => {
      await user.open(`${url}/faq/${workspace.subdomain}`)
      await user.see(QUESTION)
      await user.type('Search or ask a question', `what wool is used${ENTER}`)
      await user.see(ANSWER)
      await user.press('Yes, this helped')
      await user.see('Thanks for your feedback.')
    },
  },
  {
    name: 'a visitor asks in the widget, on a page with a strict policy',
    run: async (user, { url, workspace, host }) => {
      const tag = widgetTag(url, { 'data-workspace-id': workspace.workspace_id, 'data-mode': 'launcher' })
      host.put('/shop', { policy: strictPolicy(url), body: `<h1>A shop</h1>${tag}` })
      await user.open(`${host.origin}/shop`)
      await user.press('Help')
      await user.see(QUESTION, 'frame')
      await user.type('Search or ask a question', `what wool is used${ENTER}`, 'frame')
      await user.see(ANSWER, 'frame')
      await user.press('Close')
      await user.check('the focus is back on the button', 'document.activeElement !== document.body')
    },
  },
  {
    name: 'a team signs up and publishes a FAQ',
    run: async (user, { url, email }) => {
      await user.open(`${url}/auth?tab=sign-up`)
      await user.type('First name', 'Ada')
      await user.type('Last name', 'Weaver')
      await user.type('Email', email)
      await user.type('Password', 'woven-thread-7')
      await user.press('Sign Up')
      await user.type('Workspace name', 'Fernlight Sensors')
      await user.press('Create Workspace')
      await user.see('Welcome, Ada')
      await user.open(`${url}/pages`)
      await user.press('Create FAQ')
      await user.type('Question', 'How long does the battery last?')
      await user.type('Answer', 'About eighteen months.')
      await user.press('Create FAQ')
      await user.see('FAQ created successfully')
    },
  },
]
