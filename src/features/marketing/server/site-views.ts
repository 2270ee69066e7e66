import type { GuideLink, ShownWorkspace, SitePage } from '../contract.ts'
import { type Guide, loadGuides, loadText } from './guides.ts'

/** Parts of the pages that never change while the process runs. */
export interface SiteTexts {
  guides(): Guide[]
  /** Pages that are written as Markdown, by their path. */
  texts: Map<string, () => SitePage & { kind: 'text' }>
}

const FILES = [
  { path: '/changelog', file: 'CHANGELOG.md', title: 'Changelog' },
  { path: '/privacy', file: 'docs/legal/privacy.md', title: 'Privacy' },
  { path: '/terms', file: 'docs/legal/terms.md', title: 'Terms' },
] as const

/**
 * Each is rendered when a visitor first asks for it, and not while the server starts.
 * @param contact how the operator is reached, in a few words
 */
export function loadSiteTexts(contact: string): SiteTexts {
  const texts = FILES.map(({ path, file, title }) => {
    let html: string | undefined
    const page = () => {
      html ??= loadText(file, { contact }).html
      return { kind: 'text' as const, path, title, html }
    }
    return [path, page] as const
  })
  return { guides: loadGuides, texts: new Map(texts) }
}

export const guideLinks = (guides: readonly Guide[]): GuideLink[] =>
  guides.map(({ slug, title, summary, group }) => ({ slug, title, summary, group }))

/** The guide at this address; null when there is none. */
export function guidePage(guides: readonly Guide[], slug: string, help: ShownWorkspace | null): SitePage | null {
  const guide = guides.find((one) => one.slug === slug)
  if (!guide) return null
  const sections = guide.sections.map(({ id, title }) => ({ id, title }))
  return { kind: 'guide', guides: guideLinks(guides), slug, title: guide.title, html: guide.html, sections, help }
}
