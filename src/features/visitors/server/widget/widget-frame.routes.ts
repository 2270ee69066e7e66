import { type Context, Hono, type Next } from 'hono'
import { compressBody, cors, type HttpApp, type HttpEnv } from '../../../../platform/http/index.ts'
import type { MissingView } from '../../contract.ts'
import { launcherColor } from '../../domain/branding.ts'
import type { FrameSource, FrameView } from '../../domain/frame.ts'
import type { PageCache } from '../page-cache.ts'
import { missingView } from '../page-views.ts'
import { type RenderedResponse, renderedResponse, sendRendered } from '../rendered.ts'
import {
  type FrameAddress,
  frameSourceKey,
  frameVariant,
  isPossibleWorkspace,
  launcherWorkspaceOf,
  readFrameAddress,
} from './frame-address.ts'
import { type FrameAssets, frameDocument } from './frame-document.ts'
import { frameView } from './frame-views.ts'
import type { WidgetFramesDependencies } from './widget-frames.ts'

const LAUNCHER_PATH = '/widget/launcher.js'
/** Browsers use a copy for a minute, and while they get a newer one. */
const LAUNCHER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=60, stale-while-revalidate=86400',
}
const NO_STORE_HEADERS = { 'cache-control': 'no-store' }
/** Every view of a frame reaches the server, which notes the pages that show the widget. */
const REVALIDATE_HEADERS = { 'cache-control': 'no-cache' }

/** @param noteInstallation called for each served frame with the page that embeds it */
export function widgetFrameRoutes(
  dependencies: WidgetFramesDependencies,
  frameCache: PageCache<FrameSource>,
  noteInstallation: (source: FrameSource, pageUrl: string | null, referer: string | undefined) => void,
): HttpApp {
  const missingFrames = new WeakMap<FrameAssets, Map<string, Promise<RenderedResponse>>>()

  async function renderFrame(
    pageView: FrameView | MissingView,
    frameAddress: FrameAddress,
    allowedOrigins: readonly string[],
  ): Promise<RenderedResponse> {
    const documentOptions = {
      allowedOrigins,
      theme: frameAddress.theme,
      https: dependencies.appUrl.startsWith('https:'),
    }
    const { html, headers } = frameDocument(pageView, await dependencies.assets(), documentOptions)
    // A browser that revalidates may keep the old headers, and with them the old list of who may show the frame.
    const cacheHeaders = allowedOrigins.length > 0 ? NO_STORE_HEADERS : REVALIDATE_HEADERS
    const responseHeaders = {
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Language',
      ...headers,
      ...cacheHeaders,
    }
    return renderedResponse(
      pageView.kind === 'missing' ? 404 : 200,
      responseHeaders,
      await compressBody(Buffer.from(html)),
    )
  }

  /** The frame of an unknown workspace: rendered once, since requests for it are unlimited. */
  async function renderMissing(frameAddress: FrameAddress): Promise<RenderedResponse> {
    const language = frameAddress.asked ?? frameAddress.language ?? undefined
    const frameAssets = await dependencies.assets()
    const framesByVariant = missingFrames.get(frameAssets) ?? new Map<string, Promise<RenderedResponse>>()
    missingFrames.set(frameAssets, framesByVariant)
    const variantKey = `${language ?? ''}|${frameAddress.theme ?? ''}`
    const missingFrame = framesByVariant.get(variantKey) ?? renderFrame(missingView(language), frameAddress, [])
    framesByVariant.set(variantKey, missingFrame)
    missingFrame.catch(() => framesByVariant.delete(variantKey))
    return missingFrame
  }

  async function respondWithFrame(httpContext: Context<HttpEnv>): Promise<Response> {
    const { pathname, search } = new URL(httpContext.req.url)
    const frameAddress = readFrameAddress(pathname + search, httpContext.req.header('accept-language'))
    if (!frameAddress) return httpContext.notFound()
    const workspaceKey = frameSourceKey(frameAddress)
    const cachedWorkspace = isPossibleWorkspace(frameAddress) ? await frameCache.workspace(workspaceKey) : null
    if (!cachedWorkspace) return sendRendered(httpContext, await renderMissing(frameAddress))
    const frameSource = cachedWorkspace.page
    const renderedFrame = await frameCache.render(
      workspaceKey,
      cachedWorkspace,
      frameVariant(frameSource, frameAddress),
      () =>
        renderFrame(
          frameView(frameSource, frameAddress, dependencies.appUrl),
          frameAddress,
          frameSource.allowedOrigins,
        ),
    )
    if (httpContext.req.method === 'GET')
      noteInstallation(frameSource, frameAddress.pageUrl, httpContext.req.header('referer'))
    return sendRendered(httpContext, renderedFrame)
  }

  /** The button's script with the settings of its workspace. */
  async function respondWithLauncher(httpContext: Context<HttpEnv>, nextHandler: Next): Promise<Response | undefined> {
    const { pathname, search } = new URL(httpContext.req.url)
    const workspace = launcherWorkspaceOf(pathname + search)
    const workspaceKey = workspace && frameSourceKey({ workspace })
    const cachedWorkspace = workspaceKey ? await frameCache.workspace(workspaceKey) : null
    if (!workspaceKey || !cachedWorkspace) {
      await nextHandler()
      return undefined
    }
    const { workspace: branding, pageRules } = cachedWorkspace.page
    const settings = { rules: [], ...pageRules, color: launcherColor(branding) }
    const renderedScript = await frameCache.render(workspaceKey, cachedWorkspace, 'launcher', async () => {
      const { launcherScript } = await dependencies.assets()
      const scriptCode = `${await launcherScript()}\nexport const pages=${JSON.stringify(settings)}\n`
      return renderedResponse(200, LAUNCHER_HEADERS, await compressBody(Buffer.from(scriptCode)))
    })
    return sendRendered(httpContext, renderedScript)
  }

  return new Hono<HttpEnv>()
    .use(LAUNCHER_PATH, cors)
    .get(LAUNCHER_PATH, respondWithLauncher)
    .get('/widget/frame', respondWithFrame)
}
