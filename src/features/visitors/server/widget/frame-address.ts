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
export function readFrameAddress(target: string, acceptLanguage: string | undefined): FrameAddress | null {
  if (target !== FRAME_PATH && !target.startsWith(`${FRAME_PATH}?`)) return null
  const query = new URLSearchParams(target.slice(FRAME_PATH.length + 1))
  const theme = query.get('theme')
  const id = query.get('workspace_id')?.trim().toLowerCase()
  return {
    workspace: id ? { workspace_id: id } : { subdomain: query.get('subdomain')?.trim().toLowerCase() ?? '' },
    limit: frameLimit(query.get('limit')),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    inPanel: query.get('mode') === 'launcher',
    asked: languageOf(query.get('lang')),
    language: negotiateLanguage(acceptLanguage),
    pageUrl: query.get('page_url'),
  }
}

const LAUNCHER = '/widget/launcher.js?'

/** The workspace whose button is about to be shown; null when the request is for something else. */
export function launcherOf(target: string): FrameAddress['workspace'] | null {
  const id = target.startsWith(LAUNCHER) ? new URLSearchParams(target.slice(LAUNCHER.length)).get('workspace_id') : null
  return id && isId(id.toLowerCase()) ? { workspace_id: id.toLowerCase() } : null
}

/** Returns true when a workspace could have this id or subdomain; others are not looked up. */
export const isName = ({ workspace }: FrameAddress): boolean =>
  'workspace_id' in workspace ? isId(workspace.workspace_id) : isSubdomain(workspace.subdomain)

/** The workspace's name in the cache: ids and subdomains can look alike. */
export const sourceKey = ({ workspace }: Pick<FrameAddress, 'workspace'>): string =>
  'workspace_id' in workspace ? `id:${workspace.workspace_id}` : `sub:${workspace.subdomain}`

/** Parts of a cache key. */
export const workspaceOfKey = (key: string): FrameAddress['workspace'] =>
  key.startsWith('id:') ? { workspace_id: key.slice(3) } : { subdomain: key.slice(4) }

/** The frame's variant in the cache: everything of the address that its page depends on, and the rule for the page. */
export function frameVariant(source: FrameSource, { limit, theme, inPanel, asked, language, pageUrl }: FrameAddress) {
  const rule = pageRuleOf(source, pageUrl)
  const index = rule ? source.pageRules?.rules.indexOf(rule) : ''
  return [limit, theme ?? '', inPanel ? 'panel' : '', asked ?? language ?? '', index].join('|')
}
