import type { MemoryReply, RequestHead } from '../../../../platform/http/index.ts'
import type { FrameSource } from '../../domain/frame.ts'
import { embeddingPage } from '../../domain/seen-page.ts'
import { PageCache } from '../page-cache.ts'
import { memoryReply } from '../rendered.ts'
import {
  type FrameAddress,
  frameSourceKey,
  frameVariant,
  launcherWorkspaceOf,
  readFrameAddress,
  workspaceOfKey,
} from './frame-address.ts'
import { widgetFrameRoutes } from './widget-frame.routes.ts'
import type { WidgetFrames, WidgetFramesDependencies } from './widget-frames.ts'
import { WidgetInstallations } from './widget-installations.ts'

const CACHE_BYTES = 32 * 1024 * 1024

/** The widget's frames of all workspaces: rendered on the server once, then answered from memory until they change. */
export function createWidgetFrames(dependencies: WidgetFramesDependencies): WidgetFrames {
  const frameCache = new PageCache<FrameSource>(
    (sourceKey) => dependencies.loadFrame(workspaceOfKey(sourceKey)),
    dependencies.cacheBytes ?? CACHE_BYTES,
  )
  const installations = new WidgetInstallations(dependencies.sightings)

  function noteInstallation(
    frameSource: FrameSource,
    reportedUrl: string | null,
    refererHeader: string | undefined,
  ): void {
    const embeddingUrl = embeddingPage(reportedUrl, refererHeader)
    if (!embeddingUrl) return
    const { allowedOrigins, workspace } = frameSource
    if (allowedOrigins.length === 0 || allowedOrigins.includes(new URL(embeddingUrl).origin))
      installations.note(workspace.id, embeddingUrl)
  }

  /** A button that was never opened counts as a widget, too; its script reports only the origin of the site. */
  async function noteLauncher(workspace: FrameAddress['workspace'], refererHeader: string | undefined): Promise<void> {
    const cachedFrame = await frameCache.workspace(frameSourceKey({ workspace }))
    if (cachedFrame) noteInstallation(cachedFrame.page, null, refererHeader)
  }

  function replyFromMemory(requestHead: RequestHead): MemoryReply | null {
    if (requestHead.method !== 'GET' && requestHead.method !== 'HEAD') return null
    const { headers } = requestHead
    const launcherWorkspace = launcherWorkspaceOf(requestHead.url ?? '')
    if (launcherWorkspace) noteLauncher(launcherWorkspace, headers.referer).catch(dependencies.sightings.failed)
    const frameAddress = readFrameAddress(requestHead.url ?? '', headers['accept-language'])
    if (!frameAddress) return null
    const workspaceKey = frameSourceKey(frameAddress)
    const frameSource = frameCache.source(workspaceKey)
    if (!frameSource) return null
    const cachedFrame = frameCache.peek(workspaceKey, frameVariant(frameSource, frameAddress))
    if (!cachedFrame || cachedFrame === 'missing') return null
    if (requestHead.method === 'GET') noteInstallation(frameSource, frameAddress.pageUrl, headers.referer)
    return memoryReply(requestHead, cachedFrame)
  }

  return {
    fromMemory: replyFromMemory,
    routes: widgetFrameRoutes(dependencies, frameCache, noteInstallation),
    drop: (workspaceId) => frameCache.drop(workspaceId),
    markStale: () => frameCache.markStale(),
    flush: () => frameCache.flush(),
    close: () => installations.flush(),
  }
}
