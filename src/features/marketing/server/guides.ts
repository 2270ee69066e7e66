import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { excerpt } from '../../../kernel/text.ts'
import { inProgram } from '../../../platform/program/index.ts'
import { type MarkdownPage, renderMarkdown } from './markdown.ts'

export interface Guide extends MarkdownPage {
  slug: string
  summary: string
  /** Heading above it in the list of guides. */
  group: string
}

const FOLDER = inProgram('docs', 'guides')
/** The guides in their groups and their order. */
const GROUPS: Record<string, string[]> = {
  'Show your help': ['widget', 'embedding', 'components', 'custom-domains'],
  'Content and answers': ['import-and-export', 'how-answers-are-chosen', 'export-and-erasure'],
  Connect: ['integrations', 'google', 'api', 'webhooks', 'mcp'],
  'Run your own server': ['debian', 'self-hosting', 'deployment', 'operating', 'scaling', 'reliability', 'security'],
}

/** From guide to guide; what is in the repository and on no page is no link. */
function linkBetween(href: string): string | null {
  const [, slug, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#[\w-]*)?$/.exec(href) ?? []
  return slug ? `/docs/${slug}${anchor}` : null
}

/** Markdown as it reads: without marks, fences and the rules of tables, its words in their order. */
export const plainWords = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/^\|[\s:|-]+\|$\n?/gm, '')
    .replace(/^\|\s*|\s*\|$/gm, '')
    .replace(/ *\| */g, ': ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()

const SUMMARY_MAX = 140

/** The first sentences of a guide that fit. */
function summaryOf({ opening, sections }: MarkdownPage): string {
  const text = opening || (sections[0]?.markdown.split('\n').slice(1).join('\n').trim() ?? '')
  const [first = '', ...others] = plainWords(text.split('\n\n')[0] ?? '').split(/(?<=\.)\s+(?=[A-Z])/u)
  let summary = first
  for (const sentence of others) {
    if (summary.length + sentence.length >= SUMMARY_MAX) break
    summary += ` ${sentence}`
  }
  return excerpt(summary.replace(/:$/u, '.'), SUMMARY_MAX)
}

const readGuide = (slug: string): string => readFileSync(path.join(FOLDER, `${slug}.md`), 'utf8')

let loadedGuides: Guide[] | undefined

/** The guides of the repository, as pages. Rendering them takes a quarter of a second, so it is done once, when needed. */
export function loadGuides(): Guide[] {
  loadedGuides ??= Object.entries(GROUPS).flatMap(([group, slugs]) =>
    slugs.map((slug) => {
      const page = renderMarkdown(readGuide(slug), linkBetween)
      return { slug, ...page, summary: summaryOf(page), group }
    }),
  )
  return loadedGuides
}

export const guideSlugs: readonly string[] = Object.values(GROUPS).flat()

/** Changes with the text of any guide. */
export function hashGuides(): string {
  const hash = createHash('sha256')
  for (const slug of guideSlugs) hash.update(`${slug}\0${readGuide(slug)}\0`)
  return hash.digest('base64url')
}

/** Reads a Markdown file of the repository by its path from the root. `fill` replaces `{names}` in it. */
export function loadText(file: string, fill: Record<string, string> = {}): MarkdownPage {
  const text = readFileSync(inProgram(file), 'utf8')
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => fill[name] ?? whole)
  return renderMarkdown(filled, () => null)
}

/** One text of the docs' workspace for each section of a guide. */
export interface GuideText {
  title: string
  content: string
  /** Path on this server. */
  path: string
}

/** The guides in the pieces they are found in. */
export const guideTexts = (guides: readonly Guide[]): GuideText[] =>
  guides.flatMap(({ slug, title, opening, sections }) => [
    ...(opening ? [{ title, content: plainWords(opening), path: `/docs/${slug}` }] : []),
    ...sections.map((section) => ({
      title: `${title}: ${section.title}`,
      content: plainWords(section.markdown.slice(section.markdown.indexOf('\n'))),
      path: `/docs/${slug}#${section.id}`,
    })),
  ])
