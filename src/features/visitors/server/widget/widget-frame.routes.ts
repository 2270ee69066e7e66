import { type Context, Hono, type Next } from 'hono'
import { compressBody, cors, type HttpApp, type HttpEnv } from '../../../../platform/http/index.ts'
import type { MissingView } from '../../contract.ts'
import type { FrameSource, FrameView } from '../../domain/frame.ts'
import type { PageCache } from '../page-cache.ts'
import { missingView } from '../page-views.ts'
import { type Rendered, rendered, respond } from '../rendered.ts'
import { type FrameAddress, frameVariant, isName, launcherOf, readFrameAddress, sourceKey } from './frame-address.ts'
import { type FrameAssets, frameDocument } from './frame-document.ts'
import { frameView } from './frame-views.ts'
import type { WidgetFramesDeps } from './widget-frames.ts'

const LAUNCHER_PATH = '/widget/launcher.js'
/** Browsers use a copy for a minute, and while they get a newer one. */
const LAUNCHER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=60, stale-while-revalidate=86400',
}
const NOT_STORED = { 'cache-control': 'no-store' }
/** Every view of a frame reaches the server, which notes the pages that show the widget. */
const REVALIDATE = { 'cache-control': 'no-cache' }

/** @param note called for each served frame with the page that embeds it */
export function frameRoutes(
  deps: WidgetFramesDeps,
  cache: PageCache<FrameSource>,
  note: (source: FrameSource, pageUrl: string | null, referer: string | undefined) => void,
): HttpApp {
  const missingFrames = new WeakMap<FrameAssets, Map<string, Promise<Rendered>>>()

  async function render(
    view: FrameView | MissingView,
    address: FrameAddress,
    allowedOrigins: readonly string[],
  ): Promise<Rendered> {
    const options = { allowedOrigins, theme: address.theme, https: deps.appUrl.startsWith('https:') }
    const { html, headers } = frameDocument(view, await deps.assets(), options)
    // A browser that revalidates may keep the old headers, and with them the old list of who may show the frame.
    const caching = allowedOrigins.length > 0 ? NOT_STORED : REVALIDATE
    const all = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language', ...headers, ...caching }
    return rendered(view.kind === 'missing' ? 404 : 200, all, await compressBody(Buffer.from(html)))
  }

  /** The frame of an unknown workspace: rendered once, since requests for it are unlimited. */
  async function missing(address: FrameAddress): Promise<Rendered> {
    const language = address.asked ?? address.language ?? undefined
    const assets = await deps.assets()
    const kept = missingFrames.get(assets) ?? new Map<string, Promise<Rendered>>()
    missingFrames.set(assets, kept)
    const key = `${language ?? ''}|${address.theme ?? ''}`
    const known = kept.get(key) ?? render(missingView(language), address, [])
    kept.set(key, known)
    known.catch(() => kept.delete(key))
    return known
  }

  async function frame(context: Context<HttpEnv>): Promise<Response> {
    const { pathname, search } = new URL(context.req.url)
    const address = readFrameAddress(pathname + search, context.req.header('accept-language'))
    if (!address) return context.notFound()
    const key = sourceKey(address)
    const entry = isName(address) ? await cache.workspace(key) : null
    if (!entry) return respond(context, await missing(address))
    const source = entry.page
    const page = await cache.render(key, entry, frameVariant(source, address), () =>
      render(frameView(source, address, deps.appUrl), address, source.allowedOrigins),
    )
    if (context.req.method === 'GET') note(source, address.pageUrl, context.req.header('referer'))
    return respond(context, page)
  }

  /** The button's script with the rules of its workspace. Without rules it is the file that all workspaces share. */
  async function launcher(context: Context<HttpEnv>, next: Next): Promise<Response | undefined> {
    const { pathname, search } = new URL(context.req.url)
    const workspace = launcherOf(pathname + search)
    const key = workspace && sourceKey({ workspace })
    const entry = key ? await cache.workspace(key) : null
    const rules = entry?.page.pageRules
    if (!key || !entry || !rules?.rules.length) {
      await next()
      return undefined
    }
    const script = await cache.render(key, entry, 'launcher', async () => {
      const { launcherScript } = await deps.assets()
      const code = `${await launcherScript()}\nexport const pages=${JSON.stringify(rules)}\n`
      return rendered(200, LAUNCHER_HEADERS, await compressBody(Buffer.from(code)))
    })
    return respond(context, script)
  }

  return new Hono<HttpEnv>().use(LAUNCHER_PATH, cors).get(LAUNCHER_PATH, launcher).get('/widget/frame', frame)
}
