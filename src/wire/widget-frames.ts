import { listCategories, publishedFaqs } from '../features/faqs/server/index.ts'
import { readShownRules } from '../features/page-rules/server/index.ts'
import {
  contentLanguage,
  createWidgetFrames,
  FRAME_FAQS_MAX,
  type FrameSource,
  recordWidgetPages,
  type WidgetFrames,
} from '../features/visitors/server/index.ts'
import {
  jobContext,
  readPublicInfo,
  readPublished,
  visitorScope,
  type WorkspaceName,
  type WorkspaceServices,
} from '../features/workspaces/server/index.ts'
import type { Core } from './core.ts'
import type { Surfaces } from './surfaces.ts'

export async function loadFrame(services: WorkspaceServices, name: WorkspaceName): Promise<FrameSource | null> {
  const scope = await visitorScope(services, name)
  if (!scope) return null
  return readPublished(scope.ctx, async (transaction) => {
    const info = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!info) return null
    const faqs = await publishedFaqs(transaction, FRAME_FAQS_MAX)
    return {
      workspace: info.workspace,
      faqs,
      sources: [],
      categories: await listCategories(transaction),
      lang: contentLanguage(faqs),
      domain: info.domain,
      version: String(info.contentVersion),
      allowedOrigins: scope.allowedOrigins,
      pageRules: await readShownRules(transaction),
    }
  })
}

/** The widget's frames, dropped when what they show changes; where they were seen is kept for the editor. */
export function createFrames(core: Core, surfaces: Surfaces): WidgetFrames {
  const { services, config, events, log } = core
  const frames = createWidgetFrames({
    appUrl: config.appUrl.origin,
    assets: surfaces.frame,
    loadFrame: (name) => loadFrame(services, name),
    sightings: {
      record: (workspaceId, pages) => recordWidgetPages(jobContext(services, workspaceId), pages),
      failed: (error) => log.warn({ err: error }, 'Where the widget was seen could not be kept'),
    },
  })
  for (const type of ['faq.changed', 'content.changed', 'workspace.changed'] as const)
    events.on(type, ({ workspace_id: id }) => frames.drop(id))
  // A new or deleted workspace changes what an address that was missing a moment ago answers.
  for (const type of ['workspace.created', 'workspace.deleted'] as const) events.on(type, () => frames.flush())
  events.onReset(() => frames.markStale())
  surfaces.onChange(() => frames.flush())
  return frames
}
