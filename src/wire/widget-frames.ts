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

export async function loadFrame(
  services: WorkspaceServices,
  workspaceName: WorkspaceName,
): Promise<FrameSource | null> {
  const visitorAccess = await visitorScope(services, workspaceName)
  if (!visitorAccess) return null
  return readPublished(visitorAccess.ctx, async (transaction) => {
    const publicInfo = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!publicInfo) return null
    const faqs = await publishedFaqs(transaction, FRAME_FAQS_MAX)
    return {
      workspace: publicInfo.workspace,
      faqs,
      sources: [],
      categories: await listCategories(transaction),
      lang: contentLanguage(faqs),
      domain: publicInfo.domain,
      version: String(publicInfo.contentVersion),
      allowedOrigins: visitorAccess.allowedOrigins,
      pageRules: await readShownRules(transaction),
    }
  })
}

/** The widget's frames, dropped when what they show changes; where they were seen is kept for the editor. */
export function createFrames(applicationCore: Core, surfaces: Surfaces): WidgetFrames {
  const { services, config, events, log } = applicationCore
  const widgetFrames = createWidgetFrames({
    appUrl: config.appUrl.origin,
    assets: surfaces.frame,
    loadFrame: (workspaceName) => loadFrame(services, workspaceName),
    sightings: {
      record: (workspaceId, widgetPages) => recordWidgetPages(jobContext(services, workspaceId), widgetPages),
      failed: (error) => log.warn({ err: error }, 'Where the widget was seen could not be kept'),
    },
  })
  for (const eventType of ['faq.changed', 'content.changed', 'workspace.changed'] as const)
    events.on(eventType, ({ workspace_id: id }) => widgetFrames.drop(id))
  // A new or deleted workspace changes what an address that was missing a moment ago answers.
  for (const eventType of ['workspace.created', 'workspace.deleted'] as const)
    events.on(eventType, () => widgetFrames.flush())
  events.onReset(() => widgetFrames.markStale())
  surfaces.onChange(() => widgetFrames.flush())
  return widgetFrames
}
