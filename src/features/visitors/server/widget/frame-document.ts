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

const hashOf = (inline: string) => `sha256-${createHash('sha256').update(inline).digest('base64')}`

/**
 * A frame's whole document. It is made to be shown by other sites, so nothing in it opens inside the frame: links and
 * plain forms lead to a new tab.
 *
 * @param o.allowedOrigins sites that may show it; empty for all
 */
export function frameDocument(
  view: FrameView | MissingView,
  assets: FrameAssets,
  options: { allowedOrigins: readonly string[]; theme: FrameTheme | null; https: boolean },
): PageDocument {
  const e = escapeHtml
  const { place, texts } = view
  const title =
    view.kind === 'missing' ? texts.missingTitle : `${headingOf(view.workspace, texts)} · ${view.workspace.name}`
  const style = (view.kind === 'missing' ? '' : brandStyle(view.workspace)) + assets.css
  const direction = place.dir === 'rtl' ? ' dir="rtl"' : ''
  const theme = options.theme ? ` data-theme="${options.theme}"` : ''
  const counts = view.kind === 'frame' && view.hasPrompts
  const scripts = counts ? [EARLY_SCRIPT, promptScript(view.workspace.subdomain)] : [EARLY_SCRIPT]
  const html = `<!doctype html><html lang="${e(place.lang)}"${direction}${theme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="${options.theme ?? 'light dark'}"><title>${e(title)}</title><meta name="robots" content="noindex"><base target="_blank"><link rel="icon" href="data:,"><style>${style}</style>${scripts.map((script) => `<script>${script}</script>`).join('')}<script type="module" src="${e(assets.script)}"></script></head><body>${assets.render(view)}</body></html>`
  const frameAncestors = options.allowedOrigins.length > 0 ? ["'self'", ...options.allowedOrigins] : undefined
  const hashes = { styleHashes: [hashOf(style)], scriptHashes: scripts.map(hashOf) }
  return { html, headers: securityHeaders('frame', { ...hashes, frameAncestors, https: options.https }) }
}
