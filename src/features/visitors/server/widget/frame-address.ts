import { isId } from '../../../../kernel/ids.ts'
import { type FrameSource, type FrameTheme, frameLimit, pageRuleOf } from '../../domain/frame.ts'
import { type Language, languageOf, negotiateLanguage } from '../../domain/languages.ts'
import { isSubdomain } from '../address.ts'

const FRAME_PATH = '/widget/frame'

/** A request for a frame, read but not yet looked up. */
export interface FrameAddress {
  workspace: { workspace_id: string } | { subdomain: string }
  limit: number
  theme: FrameTheme | null
  inPanel: boolean
  /** The language that the address asks for (`?lang=`), else the browser. */
  asked: Language | null
  language: Language | null
  /** URL of the embedding page, as reported by the widget's script. */
  pageUrl: string | null
}

/** @returns null when it is not the address of a frame */
export function readFrameAddress(requestTarget: string, acceptLanguage: string | undefined): FrameAddress | null {
  if (requestTarget !== FRAME_PATH && !requestTarget.startsWith(`${FRAME_PATH}?`)) return null
  const searchParams = new URLSearchParams(requestTarget.slice(FRAME_PATH.length + 1))
  const requestedTheme = searchParams.get('theme')
  const workspaceId = searchParams.get('workspace_id')?.trim().toLowerCase()
  return {
    workspace: workspaceId
      ? { workspace_id: workspaceId }
      : { subdomain: searchParams.get('subdomain')?.trim().toLowerCase() ?? '' },
    limit: frameLimit(searchParams.get('limit')),
    theme: requestedTheme === 'light' || requestedTheme === 'dark' ? requestedTheme : null,
    inPanel: searchParams.get('mode') === 'launcher',
    asked: languageOf(searchParams.get('lang')),
    language: negotiateLanguage(acceptLanguage),
    pageUrl: searchParams.get('page_url'),
  }
}

const LAUNCHER_PREFIX = '/widget/launcher.js?'

/** The workspace whose button is about to be shown; null when the request is for something else. */
export function launcherWorkspaceOf(requestTarget: string): FrameAddress['workspace'] | null {
  const workspaceId = requestTarget.startsWith(LAUNCHER_PREFIX)
    ? new URLSearchParams(requestTarget.slice(LAUNCHER_PREFIX.length)).get('workspace_id')
    : null
  return workspaceId && isId(workspaceId.toLowerCase()) ? { workspace_id: workspaceId.toLowerCase() } : null
}

/** Returns true when a workspace could have this id or subdomain; others are not looked up. */
export const isPossibleWorkspace = ({ workspace }: FrameAddress): boolean =>
  'workspace_id' in workspace ? isId(workspace.workspace_id) : isSubdomain(workspace.subdomain)

/** The workspace's name in the cache: ids and subdomains can look alike. */
export const frameSourceKey = ({ workspace }: Pick<FrameAddress, 'workspace'>): string =>
  'workspace_id' in workspace ? `id:${workspace.workspace_id}` : `sub:${workspace.subdomain}`

/** Parts of a cache key. */
export const workspaceOfKey = (sourceKey: string): FrameAddress['workspace'] =>
  sourceKey.startsWith('id:') ? { workspace_id: sourceKey.slice(3) } : { subdomain: sourceKey.slice(4) }

/** The frame's variant in the cache: everything of the address that its page depends on, and the rule for the page. */
export function frameVariant(
  frameSource: FrameSource,
  { limit, theme, inPanel, asked, language, pageUrl }: FrameAddress,
) {
  const pageRule = pageRuleOf(frameSource, pageUrl)
  const ruleIndex = pageRule ? frameSource.pageRules?.rules.indexOf(pageRule) : ''
  return [limit, theme ?? '', inPanel ? 'panel' : '', asked ?? language ?? '', ruleIndex].join('|')
}
