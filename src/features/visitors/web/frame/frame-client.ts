import { FRAME_FAQS_MAX } from '../../domain/frame.ts'
import { type HelpClient, publicClient, read } from '../help-client.ts'
import type { ShownFaq } from '../list/shown-faq.ts'
import type { FrameState } from './frame-state.ts'
import { postToHost } from './host-page.ts'

/** URL of the embedding page, as reported by the widget's script. */
const pageUrl = () => new URLSearchParams(location.search).get('page_url') ?? ''

export function frameClient(state: FrameState, conversation?: string): HelpClient {
  const client = publicClient(state, pageUrl, conversation)
  return {
    ...client,
    async ask(...question) {
      const answer = await client.ask(...question)
      postToHost({ type: 'answerloom:answer', outcome: answer.outcome })
      return answer
    },
  }
}

/** All FAQs that a frame may have. */
export async function loadFaqs(subdomain: string): Promise<ShownFaq[]> {
  const { items } = await read(
    fetch(`/api/public/workspaces/${encodeURIComponent(subdomain)}/faqs?limit=${FRAME_FAQS_MAX}`),
  )
  return items
}
