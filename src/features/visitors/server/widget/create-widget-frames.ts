import type { MemoryReply, RequestHead } from '../../../../platform/http/index.ts'
import type { FrameSource } from '../../domain/frame.ts'
import { seenPage } from '../../domain/seen-page.ts'
import { PageCache } from '../page-cache.ts'
import { memoryReply } from '../rendered.ts'
import {
  type FrameAddress,
  frameVariant,
  launcherOf,
  readFrameAddress,
  sourceKey,
  workspaceOfKey,
} from './frame-address.ts'
import { frameRoutes } from './widget-frame.routes.ts'
import type { WidgetFrames, WidgetFramesDeps } from './widget-frames.ts'
import { WidgetInstallations } from './widget-installations.ts'

const CACHE_BYTES = 32 * 1024 * 1024

/** The widget's frames of all workspaces: rendered on the server once, then answered from memory until they change. */
export function createWidgetFrames(deps: WidgetFramesDeps): WidgetFrames {
  const cache = new PageCache<FrameSource>((key) => deps.loadFrame(workspaceOfKey(key)), deps.cacheBytes ?? CACHE_BYTES)
  const sightings = new WidgetInstallations(deps.sightings)

  function note(source: FrameSource, pageUrl: string | null, referer: string | undefined): void {
    const page = seenPage(pageUrl, referer)
    if (!page) return
    const { allowedOrigins, workspace } = source
    if (allowedOrigins.length === 0 || allowedOrigins.includes(new URL(page).origin)) sightings.note(workspace.id, page)
  }

  /** A button that was never opened counts as a widget, too; its script reports only the origin of the site. */
  async function noteLauncher(workspace: FrameAddress['workspace'], referer: string | undefined): Promise<void> {
    const entry = await cache.workspace(sourceKey({ workspace }))
    if (entry) note(entry.page, null, referer)
  }

  function fromMemory(head: RequestHead): MemoryReply | null {
    if (head.method !== 'GET' && head.method !== 'HEAD') return null
    const { headers } = head
    const launcher = launcherOf(head.url ?? '')
    if (launcher) noteLauncher(launcher, headers.referer).catch(deps.sightings.failed)
    const address = readFrameAddress(head.url ?? '', headers['accept-language'])
    if (!address) return null
    const key = sourceKey(address)
    const source = cache.source(key)
    if (!source) return null
    const found = cache.peek(key, frameVariant(source, address))
    if (!found || found === 'missing') return null
    if (head.method === 'GET') note(source, address.pageUrl, headers.referer)
    return memoryReply(head, found)
  }

  return {
    fromMemory,
    routes: frameRoutes(deps, cache, note),
    drop: (workspaceId) => cache.drop(workspaceId),
    markStale: () => cache.markStale(),
    flush: () => cache.flush(),
    close: () => sightings.flush(),
  }
}
