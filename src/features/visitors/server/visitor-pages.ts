import type { Context, Next } from 'hono'
import type { HttpApp, HttpEnv, MemoryReply, RequestHead } from '../../../platform/http/index.ts'
import type { AskInput, AskOutput, HandoffInput, SearchResult } from '../../answering/contract.ts'
import type { SourcePage } from '../../knowledge/contract.ts'
import type { Vote } from '../../questions/contract.ts'
import type { PublicPage, VisitorAssets } from '../contract.ts'

export interface VisitorPagesDependencies {
  /** The instance's own address, without a slash at the end. */
  appUrl: string
  /** Null when no workspace has this subdomain, or had it before: then the page names the one it has now. */
  loadPublicPage(subdomain: string): Promise<PublicPage | null>
  /** A document that visitors may open; null where there is none. */
  loadSource(workspaceId: string, slug: string): Promise<SourcePage | null>
  /** Domains of the workspaces' own. */
  domains: {
    /** The subdomain of the workspace whose domain was asked; null on the instance's own host, undefined where that must be looked up. */
    peek(head: RequestHead): string | null | undefined
    /** The same for a host (with or without a port), looked up. */
    find(host: string): Promise<string | null>
  }
  /** The `?q=` page's search; may throw an AppError (a rate limit), which the page says in words. */
  searchPublic(
    input: { subdomain: string; q: string; limit: number },
    context: Context<HttpEnv>,
  ): Promise<{ results: SearchResult[] }>
  /** The same page's question when it was sent without JavaScript. */
  askPublic(input: AskInput, context: Context<HttpEnv>): Promise<AskOutput>
  /** Passes a question of the same page on to a person; may throw. */
  handOffPublic(input: HandoffInput, context: Context<HttpEnv>): Promise<void>
  /** Counts a vote that was sent from a FAQ's page; may throw. */
  voteOnFaq(input: { subdomain: string; faqId: string; vote: Vote }, context: Context<HttpEnv>): Promise<void>
  /** Called for each render, so that development can hand out the newest; built assets are loaded once. */
  assets(): VisitorAssets | Promise<VisitorAssets>
  /** Size limit of the page cache in bytes; 64 MB by default. */
  cacheBytes?: number
}

export interface VisitorPages {
  /** The answer from the cache, before anything else runs; null when the request is for `routes`. */
  fromMemory(head: RequestHead): MemoryReply | null
  /** `GET /faq/:subdomain` and what is below it, and `POST` of its forms: asking for a person, and votes on a FAQ. Mount at the root. */
  routes: HttpApp
  /** Answers on the workspaces' own domains; put it before all other routes. */
  onDomain(context: Context<HttpEnv>, next: Next): Promise<Response | undefined>
  /** Forgets a workspace's pages: subscribe it to faq.changed and workspace.changed. */
  drop(workspaceId: string): void
  /**
   * Called when events may have been missed: loads everything again, and shows the last known content when loading
   * fails.
   */
  markStale(): void
  /** Forgets everything. */
  flush(): void
}
