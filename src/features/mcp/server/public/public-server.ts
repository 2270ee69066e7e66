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
import { registerResources } from './public-resources.ts'

export interface PublicMcpDependencies extends PublicApiDeps {
  version: string
}

const READ_ONLY_HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const fetchedContent = ({ id, kind, title, text, url, category, updatedAt }: Content, pageUrl: string) => ({
  id,
  title,
  text,
  url: url ?? pageUrl,
  metadata: {
    kind: kind === 'faq' ? 'faq' : 'source',
    ...(category ? { category } : {}),
    ...(updatedAt ? { updated_at: updatedAt } : {}),
  },
})

/** The server of one workspace's published content, for one request of a visitor's assistant. */
export function createPublicServer(
  dependencies: PublicMcpDependencies,
  httpContext: Context<HttpEnv>,
  visitorContext: VisitorContext,
): McpServer {
  const { appUrl } = dependencies.answering
  const { name, subdomain } = visitorContext
  const { log } = httpContext.var
  const pageUrl = new URL(`/faq/${subdomain}`, appUrl).href
  const mcpServer = new McpServer(
    { name: 'answerloom-help', title: `${name} help`, version: dependencies.version, websiteUrl: pageUrl },
    {
      instructions: `The published help content of ${name}. Use \`search\` to find entries and \`fetch\` to read one in full, or \`ask\` for an answer that is composed of this content alone. Cite the \`url\` of what you use. When \`ask\` refuses, the content has no answer: say so instead of guessing.`,
    },
  )

  mcpServer.registerTool(
    'search',
    {
      title: `Search the help of ${name}`,
      description: `Searches the published help content of ${name}: FAQs and the documents that its team opened to visitors. Returns up to ${SEARCH_RESULTS} results with an id, a title and an address. Read a result with \`fetch\` before relying on it.`,
      inputSchema: searchToolInput,
      outputSchema: searchToolOutput,
      annotations: READ_ONLY_HINTS,
    },
    ({ query }) =>
      toolResult(log, async () => {
        const searchResults = await searchContent(visitorContext, { q: query, limit: SEARCH_RESULTS, appUrl })
        return { results: searchResults.map(({ id, title, url }) => ({ id, title, url: url ?? pageUrl })) }
      }),
  )

  mcpServer.registerTool(
    'fetch',
    {
      title: 'Read a search result',
      description: 'Returns the full text of one result of `search` as Markdown, with its address to cite.',
      inputSchema: fetchToolInput,
      outputSchema: fetchToolOutput,
      annotations: READ_ONLY_HINTS,
    },
    ({ id }) =>
      toolResult(log, async () => {
        const content = await readContent(visitorContext, id, appUrl)
        if (!content) throw contentNotFound()
        return fetchedContent(content, pageUrl)
      }),
  )

  mcpServer.registerTool(
    'ask',
    {
      title: `Ask ${name}`,
      description: `Answers a customer's question from the published help content of ${name}, with its sources. It never answers from anything else: without a fitting entry the outcome is \`refused\`. The team sees the question, so send no personal data.`,
      inputSchema: askToolInput,
      outputSchema: askToolOutput,
      // The question is recorded: asking it twice counts twice.
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (askInput, { mcpReq }) =>
      toolResult(log, async () => {
        const askResult = await askOnce(
          dependencies,
          httpContext,
          visitorContext,
          { subdomain, ...askInput },
          mcpReq.signal,
        )
        const { outcome, answer, sources, suggestions = [], related_questions, conversation_id } = askResult
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

  registerResources(mcpServer, visitorContext, pageUrl)
  return mcpServer
}
