import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { voteSchema } from '../../questions/contract.ts'
import type { FaqView } from '../contract.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'
import { secondsToWait } from './visitor-search.ts'

/** Result of a vote: sent, or the status to respond with. */
export type VoteOutcome = { sent: true } | { sent: false; status: 400 | 429 | 503; retryAfter: number | null }

/** Sends the vote of a form below a FAQ. Never throws. */
export async function sendVoteForm(
  deps: Pick<VisitorPagesDeps, 'voteOnFaq'>,
  options: { subdomain: string; view: FaqView; body: string },
  context: Context<HttpEnv>,
): Promise<VoteOutcome> {
  const vote = voteSchema.safeParse(new URLSearchParams(options.body).get('vote')).data
  // A form on another site could make its visitors vote.
  if (!vote || context.req.header('sec-fetch-site') === 'cross-site')
    return { sent: false, status: 400, retryAfter: null }
  try {
    await deps.voteOnFaq({ subdomain: options.subdomain, faqId: options.view.faq.id, vote }, context)
    return { sent: true }
  } catch (error) {
    const retryAfter = secondsToWait(error)
    if (retryAfter === null) context.var.log.error({ err: error }, 'A vote on a FAQ could not be counted')
    return { sent: false, status: retryAfter === null ? 503 : 429, retryAfter }
  }
}
