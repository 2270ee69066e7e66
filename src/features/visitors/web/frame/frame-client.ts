import { FRAME_FAQS_MAX } from '../../domain/frame.ts'
import { type HelpClient, publicClient, readJson } from '../help-client.ts'
import type { ShownFaq } from '../list/shown-faq.ts'
import type { FrameState } from './frame-state.ts'
import { postToHost } from './host-page.ts'

/** URL of the embedding page, as reported by the widget's script. */
const hostPageUrl = () => new URLSearchParams(location.search).get('page_url') ?? ''

export function frameClient(frameState: FrameState, conversation?: string): HelpClient {
  const baseClient = publicClient(frameState, hostPageUrl, conversation)
  return {
    ...baseClient,
    async ask(...question) {
      const askOutput = await baseClient.ask(...question)
      postToHost({ type: 'answerloom:answer', outcome: askOutput.outcome })
      return askOutput
    },
  }
}

/** All FAQs that a frame may have. */
export async function loadFaqs(subdomain: string): Promise<ShownFaq[]> {
  const { items } = await readJson(
    fetch(`/api/public/workspaces/${encodeURIComponent(subdomain)}/faqs?limit=${FRAME_FAQS_MAX}`),
  )
  return items
}
