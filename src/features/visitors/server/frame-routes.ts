import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { compressBody, type HttpApp, type HttpEnv, jsonBody, negotiateEncoding } from '../../../platform/http/index.ts'
import type { MissingView } from '../contract.ts'
import type { FrameSource, FrameView } from '../domain/frame.ts'
import { type FrameAddress, frameVariant, isName, readFrameAddress, sourceKey } from './frame-address.ts'
import { type FrameAssets, frameDocument } from './frame-document.ts'
import { frameView } from './frame-views.ts'
import type { PageCache } from './page-cache.ts'
import { missingView } from './page-views.ts'
import { REVALIDATE } from './render-page.ts'
import { type Rendered, rendered, respond } from './rendered.ts'
import type { WidgetFramesDeps } from './widget-frames.ts'

/** Stands in the kept page where each answer has a token of its own; no workspace can write it. */
const TOKEN_PLACE = '\u0007frame-token\u0007'
/** The same inside the page's state, which is JSON. */
const TOKEN_PATTERN = '\\u0007frame-token\\u0007'
const compress = promisify(gzip)
const renewInput = z.object({ token: z.string().max(200) })

/** @param note told of each frame that was served, and of what says where it stands */
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
    const all = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language', ...headers, ...REVALIDATE }
    return rendered(view.kind === 'missing' ? 404 : 200, all, await compressBody(Buffer.from(html)))
  }

  /** The frame for a workspace that does not exist: made once, since anybody can ask for it at will. */
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

  /** The kept page with a token of this visitor's own. */
  async function withToken(c: Context<HttpEnv>, page: Rendered, workspaceId: string): Promise<Response> {
    const { bytes, full } = page.forms.identity
    const text = bytes.toString('latin1').replace(TOKEN_PATTERN, deps.tokens.issue(workspaceId))
    const html = Buffer.from(text, 'latin1')
    const zipped = negotiateEncoding(c.req.header('accept-encoding')) !== 'identity'
    const body = zipped ? await compress(html) : html
    const { etag: _, ...headers } = full.headers
    const own = { 'cache-control': 'no-store', 'content-length': String(body.byteLength) }
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: { ...headers, ...own, ...(zipped && { 'content-encoding': 'gzip' }) },
    })
  }

  async function frame(c: Context<HttpEnv>): Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    const address = readFrameAddress(pathname + search, c.req.header('accept-language'))
    if (!address) return c.notFound()
    const key = sourceKey(address)
    const entry = isName(address) ? await cache.workspace(key) : null
    if (!entry) return respond(c, await missing(address))
    const source = entry.page
    const { allowedOrigins, workspace } = source
    const listed = allowedOrigins.length > 0
    const page = await cache.render(key, entry, frameVariant(address), () =>
      render(frameView(source, address, listed ? TOKEN_PLACE : null, deps.appUrl), address, allowedOrigins),
    )
    if (c.req.method === 'GET') note(source, address.pageUrl, c.req.header('referer'))
    return listed ? withToken(c, page, workspace.id) : respond(c, page)
  }

  /** Only our own page can read the answer, and only who has a token gets one. */
  async function renew(c: Context<HttpEnv>): Promise<Response> {
    await deps.limit(c.var.clientAddress)
    const { token } = await jsonBody(c, renewInput)
    const fresh = deps.tokens.renew(token)
    if (!fresh) throw new AppError('forbidden', 'widget.token_invalid', 'This widget has been open for too long.')
    c.header('cache-control', 'no-store')
    return c.json({ token: fresh })
  }

  return new Hono<HttpEnv>().get('/widget/frame', frame).post('/widget/token', renew)
}
