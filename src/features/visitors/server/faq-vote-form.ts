import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { voteSchema } from '../../questions/contract.ts'
import type { FaqView } from '../contract.ts'
import type { VisitorPagesDependencies } from './visitor-pages.ts'
import { secondsToWait } from './visitor-search.ts'

/** Result of a vote: sent, or the status to respond with. */
export type VoteOutcome = { sent: true } | { sent: false; status: 400 | 429 | 503; retryAfter: number | null }

/** Sends the vote of a form below a FAQ. Never throws. */
export async function sendVoteForm(
  dependencies: Pick<VisitorPagesDependencies, 'voteOnFaq'>,
  voteForm: { subdomain: string; view: FaqView; body: string },
  httpContext: Context<HttpEnv>,
): Promise<VoteOutcome> {
  const parsedVote = voteSchema.safeParse(new URLSearchParams(voteForm.body).get('vote')).data
  // A form on another site could make its visitors vote.
  if (!parsedVote || httpContext.req.header('sec-fetch-site') === 'cross-site')
    return { sent: false, status: 400, retryAfter: null }
  try {
    await dependencies.voteOnFaq(
      { subdomain: voteForm.subdomain, faqId: voteForm.view.faq.id, vote: parsedVote },
      httpContext,
    )
    return { sent: true }
  } catch (voteError) {
    const retryAfter = secondsToWait(voteError)
    if (retryAfter === null) httpContext.var.log.error({ err: voteError }, 'A vote on a FAQ could not be counted')
    return { sent: false, status: retryAfter === null ? 503 : 429, retryAfter }
  }
}
