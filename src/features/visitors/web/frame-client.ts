import type { PublicFaq } from '../contract.ts'
import { FRAME_FAQS_MAX } from '../domain/frame.ts'
import type { FrameState } from './frame-state.ts'
import { type HelpClient, post, publicClient, read } from './help-client.ts'
import { tellHost } from './host-page.ts'

/** A token asks for ten minutes; it is renewed in good time. */
const RENEW_AFTER_MS = 8 * 60_000

/** Keeps the frame's token fresh: renewed while the page is open, and before it is used after a long sleep. */
function keepToken(first: string): () => Promise<string> {
  let token = first
  let at = Date.now()
  const renew = () =>
    read(post('/widget/token', { token })).then(
      (renewed) => {
        token = renewed.token
        at = Date.now()
      },
      () => {},
    )
  setInterval(renew, RENEW_AFTER_MS)
  return async () => {
    if (Date.now() - at > RENEW_AFTER_MS) await renew()
    return token
  }
}

/** The page the frame stands on, as its script says it. */
const pageUrl = () => new URLSearchParams(location.search).get('page_url') ?? ''

export function frameClient({ subdomain, token }: FrameState): HelpClient {
  const freshToken = token === null ? null : keepToken(token)
  const client = publicClient(subdomain, async () => ({
    page_url: pageUrl().slice(0, 2000) || undefined,
    frame_token: await freshToken?.(),
  }))
  return {
    ...client,
    async ask(...question) {
      const answer = await client.ask(...question)
      tellHost({ type: 'answerloom:answer', outcome: answer.outcome })
      return answer
    },
  }
}

/** All FAQs that a frame may have. */
export async function loadFaqs(subdomain: string): Promise<PublicFaq[]> {
  const { items } = await read(
    fetch(`/api/public/workspaces/${encodeURIComponent(subdomain)}/faqs?limit=${FRAME_FAQS_MAX}`),
  )
  return items
}
