import { z } from 'zod'
import { idSchema, plainText } from '../../kernel/wire.ts'
import { SEARCH_LIMIT_DEFAULT, VISITOR_QUESTION_MAX } from '../answering/contract.ts'
import { OUTCOMES } from '../questions/contract.ts'

/** Path of the public server below a workspace's page, and of the workspace's own server on the instance. */
export const MCP_PATH = '/mcp'
export const SEARCH_RESULTS = SEARCH_LIMIT_DEFAULT

const words = (error: string, about: string) =>
  plainText(error).trim().min(1, { error }).max(VISITOR_QUESTION_MAX).describe(about)

/** Names and shapes of `search` and `fetch` are those that ChatGPT requires of a connector. */
export const searchToolInput = z.object({
  query: words('Please enter a query.', 'Words or a question, in any language of the content.'),
})
export const searchToolOutput = z.object({
  results: z
    .array(
      z.object({
        id: z.string().describe('Pass it to `fetch`.'),
        title: z.string(),
        url: z.string().describe('Address to cite.'),
        excerpt: z.string(),
      }),
    )
    .describe('Best first.'),
})

export const fetchToolInput = z.object({ id: idSchema.describe('An `id` from `search`.') })
export const fetchToolOutput = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string().describe('Markdown.'),
  url: z.string(),
  metadata: z.record(z.string(), z.string()),
})

export const askToolInput = z.object({
  question: words('Please enter a question.', 'One question in full, as a visitor would ask it.'),
  conversation_id: idSchema.optional().describe('Of an earlier answer, to ask a follow-up question.'),
})

const citedSource = z.object({ title: z.string(), url: z.string().nullable(), excerpt: z.string() })
export const askToolOutput = z.object({
  outcome: z
    .enum(OUTCOMES)
    .describe(
      '`answered`; `suggested`: no certain answer, the closest sections are in `suggestions`; `refused`: the content has no answer; `unavailable`: try again later.',
    ),
  answer: z.string().describe('Markdown. With `refused` it says that there is no answer.'),
  sources: z.array(citedSource),
  suggestions: z.array(z.object({ title: z.string(), url: z.string().nullable(), text: z.string() })),
  related_questions: z.array(z.string()),
  conversation_id: z.string(),
})
