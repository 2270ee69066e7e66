import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { HttpApp, HttpEnv } from '../../../platform/http/index.ts'
import type { AskInput, AskOutput, SearchResult } from '../../answering/contract.ts'
import type { PublicPage, VisitorAssets } from '../contract.ts'

export interface VisitorPagesDeps {
  /** The instance's own address, without a slash at the end. */
  appUrl: string
  /** Null when no workspace has this subdomain. */
  loadPublicPage(subdomain: string): Promise<PublicPage | null>
  /** The `?q=` page's search; may throw an AppError (a rate limit), which the page says in words. */
  searchPublic(
    input: { subdomain: string; q: string; limit: number },
    c: Context<HttpEnv>,
  ): Promise<{ results: SearchResult[] }>
  /** The same page's question when it was sent without JavaScript. */
  askPublic(input: AskInput, c: Context<HttpEnv>): Promise<AskOutput>
  /** Called for each render, so that development can hand out the newest; built assets are loaded once. */
  assets(): VisitorAssets | Promise<VisitorAssets>
  /** Bound of the page cache in bytes; 64 MB unless told. */
  cacheBytes?: number
}

export interface VisitorPages {
  /** Answers from the cache, before anything else runs; false when the request is for `routes`. */
  before(req: IncomingMessage, res: ServerResponse): boolean
  /** `GET /faq/:subdomain` and what is below it; mount at the root. */
  routes: HttpApp
  /** Forgets a workspace's pages: subscribe it to faq.changed and workspace.changed. */
  drop(workspaceId: string): void
  /** Forgets everything: for when events may have been missed. */
  flush(): void
}
