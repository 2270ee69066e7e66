import type { ContentChange, Shortfall } from '../contract.ts'
import { describeChange, shortfallReasons } from './change-words.ts'

interface FailedTest {
  question: string
  workspace: string
  shortfall: Shortfall
  changes: readonly ContentChange[]
  /** Address of the test's page. */
  url: string
}

function changeLine(change: ContentChange): string {
  const { before, title, after } = describeChange(change)
  const quotedTitle = title && (change.kind === 'settings' ? title : `“${title}”`)
  return `- ${before}${quotedTitle}${after}${change.by ? ` by ${change.by}` : ''}`
}

/** The mail about an answer test that turned red. It names the change that most likely did it first. */
export function failureMail({ question, workspace, shortfall, changes, url }: FailedTest) {
  const changesText =
    changes.length > 0
      ? `What changed since it passed, the most likely reason first:\n${changes.map(changeLine).join('\n')}`
      : 'No FAQ, source or instruction changed since it passed.'
  const reasons = shortfallReasons(shortfall).map((reason) => `${reason}.`)
  return {
    subject: `${workspace}: an answer test fails`,
    text: `Visitors of ${workspace} who ask “${question}” no longer get the answer that you require.\n\n${reasons.join('\n')}\n\n${changesText}\n\nThe answers before and now:\n${url}\n\nYou get this mail once. The next one follows only after the test has passed again.`,
  }
}
