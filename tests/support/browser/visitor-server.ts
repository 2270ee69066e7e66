// The visitor pages behind a real server, fed by one page that a test may change, without a database or a build.

import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { HandoffInput } from '../../../src/features/answering/contract.ts'
import type { SourcePage } from '../../../src/features/knowledge/contract.ts'
import { encodeMessageReference } from '../../../src/features/questions/domain/message-reference.ts'
import type { PublicPage } from '../../../src/features/visitors/contract.ts'
import { createVisitorPages, type VisitorPages } from '../../../src/features/visitors/server/index.ts'
import { AppError } from '../../../src/kernel/app-error.ts'
import { escapeHtml } from '../../../src/kernel/escape-html.ts'
import { createBodyReader } from '../../../src/platform/bodies/index.ts'
import { openBodies } from '../../../src/platform/http/body.ts'
import { type HttpEnv, sendReply } from '../../../src/platform/http/index.ts'
import { createLogger } from '../../../src/platform/log/index.ts'
import { publicPage } from './public-page.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  text: string
}

export interface VisitorServer {
  /** Content of the workspace `acme` (formerly `former`). */
  page: PublicPage
  pages: VisitorPages
  /** Documents that visitors may open, and the number of times one was loaded. */
  sources: SourcePage[]
  sourceLoads: number
  /** The subdomains that were loaded, and the questions that were asked. */
  loads: string[]
  questions: string[]
  /** Questions that were handed off to a person. */
  handedOver: HandoffInput[]
  /** Votes on FAQs. */
  votes: { faqId: string; vote: string }[]
  /** Lines of the log about what went wrong. */
  logged: string[]
  /** Makes searching, asking and passing on fail. */
  broken: boolean
  /** Further handoffs are rate-limited. */
  full: boolean
  /** Answers that came from the cache before anything else ran. */
  fast: number
  /** Sends a form. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>
  stop(): Promise<void>
}

/** The host on which `acme` answers. */
export const DOMAIN = 'help.acme.test'

const domainOf = (host: string | undefined) => (host === DOMAIN ? 'acme' : null)

const visitorPages = (site: VisitorServer): VisitorPages =>
  createVisitorPages({
    appUrl: 'https://help.example.test',
    domains: { peek: (req) => domainOf(req.headers.host), find: async (host) => domainOf(host) },
    loadPublicPage: async (subdomain) => {
      site.loads.push(subdomain)
      return subdomain === 'acme' || subdomain === 'former' ? site.page : null
    },
    loadSource: async (_, slug) => {
      site.sourceLoads += 1
      return site.sources.find((source) => source.slug === slug) ?? null
    },
    searchPublic: async ({ q }) => {
      if (site.broken) throw new Error('search is unavailable')
      const faq = site.page.faqs[0]
      const found = faq && { kind: 'faq' as const, id: faq.id, source_id: faq.id, title: faq.question }
      return { results: found && q ? [{ ...found, excerpt: '', url: null, score: 1 }] : [] }
    },
    askPublic: async ({ question }) => {
      site.questions.push(question)
      if (site.broken) throw new Error('answering is unavailable')
      return {
        answer: `An answer to ${question}`,
        answer_html: '',
        blocks: [{ kind: 'paragraph', children: [{ kind: 'text', text: `An answer to ${question}` }] }],
        sources: [],
        related_questions: [],
        outcome: 'answered',
        message_id: encodeMessageReference({ workspaceId: site.page.workspace.id, messageId: site.page.workspace.id }),
        conversation_id: site.page.workspace.id,
      }
    },
    handOffPublic: async (input) => {
      if (site.full)
        throw new AppError('rate_limited', 'rate_limited', 'Too many requests.', { details: { retry_after: 30 } })
      if (site.broken) throw new Error('the inbox is unavailable')
      site.handedOver.push(input)
    },
    voteOnFaq: async ({ faqId, vote }) => {
      if (site.full)
        throw new AppError('rate_limited', 'rate_limited', 'Too many requests.', { details: { retry_after: 30 } })
      if (site.broken) throw new Error('the votes are unavailable')
      site.votes.push({ faqId, vote })
    },
    // The pages' own rendering is proved by visitor-build.test.ts and the end-to-end tests.
    assets: () => ({
      render: (view) => `<main>${escapeHtml(JSON.stringify(view))}</main>`,
      css: 'main{color:red}',
      collectionsCss: 'main{margin:0}',
      script: '/visitor-assets/visitor-abc.js',
    }),
  })

const ask = (
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const req = request({ port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const body = Buffer.concat(chunks)
        const encoding = res.headers['content-encoding']
        const plain = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : (b: Buffer) => b
        const text = body.byteLength ? plain(body).toString() : ''
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body, text })
      })
    })
    req.on('error', reject)
    req.end(body)
  })

export async function startVisitorServer(): Promise<VisitorServer> {
  const site = {
    page: publicPage('acme'),
    sources: [],
    sourceLoads: 0,
    loads: [],
    questions: [],
    handedOver: [],
    votes: [],
    logged: [],
    broken: false,
    full: false,
    fast: 0,
  } as unknown as VisitorServer
  site.pages = visitorPages(site)
  const app = new Hono<HttpEnv>()
  app.use(async (context, next) => {
    context.set('log', createLogger({ logLevel: 'error' }, { write: (line) => site.logged.push(line) }))
    context.set('origin', {
      host: context.req.header('host') ?? '',
      clientAddress: '',
      protocol: 'https',
      proxied: false,
    })
    await next()
  })
  app.use(openBodies(createBodyReader({ folder: tmpdir() })))
  app.use(site.pages.onDomain)
  app.route('/', site.pages.routes)
  const listener = getRequestListener(app.fetch)
  const server = createServer((req, res) => {
    const reply = site.pages.fromMemory(req)
    if (reply) {
      site.fast += 1
      sendReply(res, reply)
    } else void listener(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  site.get = (path, headers = {}, method = 'GET') => ask(port, path, headers, method)
  site.post = (path, fields, headers = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return ask(port, path, { ...type, ...headers }, 'POST', new URLSearchParams(fields).toString())
  }
  site.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return site
}
