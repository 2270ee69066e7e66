import { z } from 'zod'
import { anonymousProcedure, rest } from '../../../kernel/procedure.ts'
import { timestamp } from '../../../kernel/wire.ts'
import { publicWorkspaceSchema } from '../../workspaces/contract.ts'
import {
  askInput,
  askOutput,
  feedbackInput,
  handoffInput,
  publicFaqsInput,
  searchInput,
  searchResultSchema,
  tokenInput,
} from '../contract.ts'

const VISITORS_TAG = 'Visitors'
const subdomain = z.object({ subdomain: z.string() })
const publicFaqSchema = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  category: z.string(),
  slug: z.string(),
  updated_at: timestamp,
  answer_html: z.string(),
  blocks: askOutput.shape.blocks,
})

/**
 * The calls of visitors, which need no key, for the API's document. `public-api.routes.ts` serves them.
 */
export const publicContract = {
  ask: anonymousProcedure
    .route(rest('POST /public/ask', VISITORS_TAG, 'Ask a question as a visitor'))
    .input(askInput)
    .output(askOutput),
  search: anonymousProcedure
    .route(rest('GET /public/search', VISITORS_TAG, 'Search published content'))
    .input(searchInput)
    .output(z.object({ results: z.array(searchResultSchema) })),
  feedback: anonymousProcedure
    .route(rest('POST /public/feedback', VISITORS_TAG, 'Vote on an answer', { successStatus: 204 }))
    .input(feedbackInput)
    .output(z.undefined()),
  handoff: anonymousProcedure
    .route(rest('POST /public/handoff', VISITORS_TAG, 'Ask for a person', { successStatus: 202 }))
    .input(handoffInput)
    .output(z.undefined()),
  token: anonymousProcedure
    .route(rest('POST /public/token', VISITORS_TAG, 'Get a token for the next question'))
    .input(tokenInput)
    .output(z.object({ token: z.string() })),
  workspace: anonymousProcedure
    .route(rest('GET /public/workspaces/{subdomain}', VISITORS_TAG, 'Read public information on a workspace'))
    .input(subdomain)
    .output(publicWorkspaceSchema),
  faqs: anonymousProcedure
    .route(rest('GET /public/workspaces/{subdomain}/faqs', VISITORS_TAG, 'List published FAQs in their order'))
    .input(publicFaqsInput.extend({ subdomain: z.string() }))
    .output(z.object({ items: z.array(publicFaqSchema) })),
}
