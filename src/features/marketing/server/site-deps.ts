import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import type {
  DocsResult,
  LandingPage,
  MarketingAssets,
  ShownWorkspace,
  SiteViewer,
  StatusComponent,
} from '../contract.ts'
import type { ContactDeps } from './contact.routes.ts'
import type { TryDeps } from './try-page.ts'

export interface SiteDeps {
  /** The instance's own address, without a slash at the end. */
  appUrl: string
  /** Called for each render, so that development can hand out the newest. */
  assets(): MarketingAssets | Promise<MarketingAssets>
  /** The demo workspace, and the one that holds the docs; null where there is none. */
  demo(): Promise<ShownWorkspace | null>
  help(): Promise<ShownWorkspace | null>
  viewer(context: Context<HttpEnv>): Promise<SiteViewer>
  /** Path where a signed-in user subscribes; null when plans are not sold. */
  checkout: string | null
  plans: LandingPage['plans']
  /** Looks through the docs. Throws `rate_limited` when an address has looked enough. */
  searchDocs(query: string, address: string): Promise<DocsResult[]>
  contact: ContactDeps
  tryOut: TryDeps
  /** Contact of the operator in a few words. */
  contactText: string
  /** The operator's own pages, by the path of ours that leads to them. */
  elsewhere: ReadonlyMap<string, string>
  /** Looks at the server's parts now, and at what was recorded of them. Throws `rate_limited` like `searchDocs`. */
  status(address: string): Promise<{ components: StatusComponent[]; since: string | null }>
  now?: () => Date
}
