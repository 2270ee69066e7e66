import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../../kernel/escape-html.ts'
import { securityHeaders } from '../../../../platform/http/index.ts'
import type { MissingView, VisitorAssets } from '../../contract.ts'
import { brandStyle, headingOf } from '../../domain/branding.ts'
import { EARLY_SCRIPT } from '../../domain/early-question.ts'
import type { FrameTheme, FrameView } from '../../domain/frame.ts'
import { promptScript } from '../../domain/prompt-count.ts'
import type { PageDocument } from '../document.ts'

/** Build output of the frame for the server. */
export type FrameAssets = Omit<VisitorAssets, 'render' | 'collectionsCss'> & {
  render(view: FrameView | MissingView): string
  /** The script of the button. */
  launcherScript(): string | Promise<string>
}

const contentHash = (inlineContent: string) => `sha256-${createHash('sha256').update(inlineContent).digest('base64')}`

/**
 * A frame's whole document. It is made to be shown by other sites, so nothing in it opens inside the frame: links and
 * plain forms lead to a new tab.
 *
 * @param documentOptions.allowedOrigins sites that may show it; empty for all
 */
export function frameDocument(
  frameView: FrameView | MissingView,
  frameAssets: FrameAssets,
  documentOptions: { allowedOrigins: readonly string[]; theme: FrameTheme | null; https: boolean },
): PageDocument {
  const { place, texts } = frameView
  const documentTitle =
    frameView.kind === 'missing'
      ? texts.missingTitle
      : `${headingOf(frameView.workspace, texts)} · ${frameView.workspace.name}`
  const styleSheet = (frameView.kind === 'missing' ? '' : brandStyle(frameView.workspace)) + frameAssets.css
  const directionAttribute = place.dir === 'rtl' ? ' dir="rtl"' : ''
  const themeAttribute = documentOptions.theme ? ` data-theme="${documentOptions.theme}"` : ''
  const countsPrompts = frameView.kind === 'frame' && frameView.hasPrompts
  const inlineScripts = countsPrompts ? [EARLY_SCRIPT, promptScript(frameView.workspace.subdomain)] : [EARLY_SCRIPT]
  const documentHtml = `<!doctype html><html lang="${escapeHtml(place.lang)}"${directionAttribute}${themeAttribute}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="${documentOptions.theme ?? 'light dark'}"><title>${escapeHtml(documentTitle)}</title><meta name="robots" content="noindex"><base target="_blank"><link rel="icon" href="data:,"><style>${styleSheet}</style>${inlineScripts.map((inlineScript) => `<script>${inlineScript}</script>`).join('')}<script type="module" src="${escapeHtml(frameAssets.script)}"></script></head><body>${frameAssets.render(frameView)}</body></html>`
  const frameAncestors =
    documentOptions.allowedOrigins.length > 0 ? ["'self'", ...documentOptions.allowedOrigins] : undefined
  const contentHashes = { styleHashes: [contentHash(styleSheet)], scriptHashes: inlineScripts.map(contentHash) }
  return {
    html: documentHtml,
    headers: securityHeaders('frame', { ...contentHashes, frameAncestors, https: documentOptions.https }),
  }
}
