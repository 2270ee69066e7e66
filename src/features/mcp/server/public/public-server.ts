import { McpServer } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import type { HttpEnv } from '../../../../platform/http/index.ts'
import {
  askOnce,
  type Content,
  type PublicApiDeps,
  readContent,
  searchContent,
} from '../../../answering/server/index.ts'
import type { VisitorContext } from '../../../workspaces/server/index.ts'
import {
  askToolInput,
  askToolOutput,
  fetchToolInput,
  fetchToolOutput,
  SEARCH_RESULTS,
  searchToolInput,
  searchToolOutput,
} from '../../contract.ts'
import { contentNotFound, toolResult } from '../tool-results.ts'
import { addResources } from './public-resources.ts'

export interface PublicMcpDeps extends PublicApiDeps {
  version: string
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const fetched = ({ id, kind, title, text, url, category, updatedAt }: Content, page: string) => ({
  id,
  title,
  text,
  url: url ?? page,
  metadata: {
    kind: kind === 'faq' ? 'faq' : 'source',
    ...(category ? { category } : {}),
    ...(updatedAt ? { updated_at: updatedAt } : {}),
  },
})

/** The server of one workspace's published content, for one request of a visitor's assistant. */
export function publicServer(deps: PublicMcpDeps, context: Context<HttpEnv>, visitor: VisitorContext): McpServer {
  const { appUrl } = deps.answering
  const { name, subdomain } = visitor
  const { log } = context.var
  const page = new URL(`/faq/${subdomain}`, appUrl).href
  const server = new McpServer(
    { name: 'answerloom-help', title: `${name} help`, version: deps.version, websiteUrl: page },
    {
      instructions: `The published help content of ${name}. Use \`search\` to find entries and \`fetch\` to read one in full, or \`ask\` for an answer that is composed of this content alone. Cite the \`url\` of what you use. When \`ask\` refuses, the content has no answer: say so instead of guessing.`,
    },
  )

  server.registerTool(
    'search',
    {
      title: `Search the help of ${name}`,
      description: `Searches the published help content of ${name}: FAQs and the documents that its team opened to visitors. Returns up to ${SEARCH_RESULTS} results with an id, a title and an address. Read a result with \`fetch\` before relying on it.`,
      inputSchema: searchToolInput,
      outputSchema: searchToolOutput,
      annotations: READS,
    },
    ({ query }) =>
      toolResult(log, async () => {
        const found = await searchContent(visitor, { q: query, limit: SEARCH_RESULTS, appUrl })
        return { results: found.map(({ id, title, url }) => ({ id, title, url: url ?? page })) }
      }),
  )

  server.registerTool(
    'fetch',
    {
      title: 'Read a search result',
      description: 'Returns the full text of one result of `search` as Markdown, with its address to cite.',
      inputSchema: fetchToolInput,
      outputSchema: fetchToolOutput,
      annotations: READS,
    },
    ({ id }) =>
      toolResult(log, async () => {
        const content = await readContent(visitor, id, appUrl)
        if (!content) throw contentNotFound()
        return fetched(content, page)
      }),
  )

  server.registerTool(
    'ask',
    {
      title: `Ask ${name}`,
      description: `Answers a customer's question from the published help content of ${name}, with its sources. It never answers from anything else: without a fitting entry the outcome is \`refused\`. The team sees the question, so send no personal data.`,
      inputSchema: askToolInput,
      outputSchema: askToolOutput,
      // The question is recorded: asking it twice counts twice.
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (input, { mcpReq }) =>
      toolResult(log, async () => {
        const asked = await askOnce(deps, context, visitor, { subdomain, ...input }, mcpReq.signal)
        const { outcome, answer, sources, suggestions = [], related_questions, conversation_id } = asked
        return {
          outcome,
          answer,
          sources: sources.map(({ title, url, excerpt }) => ({ title, url, excerpt })),
          suggestions: suggestions.map(({ title, url, text }) => ({ title, url, text })),
          related_questions,
          conversation_id,
        }
      }),
  )

  addResources(server, visitor, page)
  return server
}
