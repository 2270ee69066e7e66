import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { excerpt } from '../../../kernel/text.ts'
import { inProgram } from '../../../platform/program/index.ts'
import { type MarkdownPage, renderMarkdown } from './markdown.ts'

export interface Guide extends MarkdownPage {
  slug: string
  summary: string
}

const FOLDER = inProgram('docs', 'guides')
/** Order of the first guides; the others follow by name. */
const ORDER = [
  'widget',
  'embedding',
  'components',
  'import-and-export',
  'how-answers-are-chosen',
  'integrations',
  'google',
  'api',
  'webhooks',
  'mcp',
  'custom-domains',
  'self-hosting',
]

const place = (slug: string) => (ORDER.indexOf(slug) + 1 || ORDER.length + 1) * 1_000

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

/** First paragraph of a guide. */
function summaryOf({ opening, sections }: MarkdownPage): string {
  const text = opening || (sections[0]?.markdown.split('\n').slice(1).join('\n').trim() ?? '')
  return excerpt(plainWords(text.split('\n\n')[0] ?? ''), SUMMARY_MAX)
}

/** The guides of the repository, as pages. */
export function loadGuides(): Guide[] {
  const slugs = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
  return slugs
    .sort((left, right) => place(left) - place(right) || left.localeCompare(right))
    .map((slug) => {
      const page = renderMarkdown(readFileSync(path.join(FOLDER, `${slug}.md`), 'utf8'), linkBetween)
      return { slug, ...page, summary: summaryOf(page) }
    })
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
