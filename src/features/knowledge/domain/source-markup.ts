import type { SourceKind } from '../contract.ts'
import { withoutComponents } from './component-tags.ts'
import { listsToMarkdown } from './html-lists.ts'
import { dialectsToMarkdown } from './markdown-dialects.ts'

/** The text of a source as visitors may read it. Readers of files and pages have already removed what is not text. */
export const readableMarkup = (kind: SourceKind, markdown: string): string =>
  kind === 'text' ? cleanMarkup(markdown) : betweenFences(markdown, cleanGenerated)

/**
 * Markdown as visitors may read it: without what only a site's generator understands (front matter, imports, components,
 * templates, comments) and without images. Code stays as it is; marks of pages and slides, too.
 */
export function cleanMarkup(markdown: string): string {
  const { body, title } = takeFrontMatter(markdown.replace(/\r\n?/gu, '\n').replace(/^\uFEFF/u, ''))
  const convertedMarkdown = betweenFences(dialectsToMarkdown(body), (prose) => aroundCode(prose, cleanProse))
  const cleanedMarkdown = betweenFences(convertedMarkdown, (prose) => prose.replace(/\n{3,}/gu, '\n\n'))
  return title !== null && !/^# /mu.test(cleanedMarkdown)
    ? `# ${title}\n\n${cleanedMarkdown.trimStart()}`
    : cleanedMarkdown
}

const FRONT_MATTER = /^\s*---[ \t]*\n([\s\S]{0,20000}?)\n---[ \t]*(?:\n|$)/u
const TITLE_FIELD = /^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))$/mu

/** The front matter's title is the page's title. */
function takeFrontMatter(markdown: string): { body: string; title: string | null } {
  const frontMatter = FRONT_MATTER.exec(markdown)
  // A text between two rules is front matter only if it has fields.
  if (!frontMatter || !/^[\w-]+:/mu.test(frontMatter[1] ?? '')) return { body: markdown, title: null }
  const [, double, single, bare] = TITLE_FIELD.exec(frontMatter[1] ?? '') ?? []
  const title = (double ?? single ?? bare ?? '').trim()
  return { body: markdown.slice(frontMatter[0].length), title: title === '' ? null : title }
}

const FENCE_OPENING = /^ {0,12}(`{3,}|~{3,})/u

/** Markdown without spaces at the ends of lines and with single blank lines, except in fenced code. */
export const withSingleBlankLines = (markdown: string): string =>
  betweenFences(markdown, (prose) =>
    prose
      .replace(/[ \t]+$/gmu, '')
      .replace(/\n{3,}/gu, '\n\n')
      .replace(/^\n{2,}|\n{2,}$/gu, '\n'),
  )

/** Applies a change to everything outside fenced code. */
function betweenFences(markdown: string, rewriteProse: (prose: string) => string): string {
  const outputParts: string[] = []
  let pendingLines: string[] = []
  let openFence: string | null = null
  const flushLines = (isProse: boolean) => {
    if (pendingLines.length > 0)
      outputParts.push(isProse ? rewriteProse(pendingLines.join('\n')) : pendingLines.join('\n'))
    pendingLines = []
  }
  for (const line of markdown.split('\n')) {
    const [, signs] = FENCE_OPENING.exec(line) ?? []
    if (openFence === null && signs !== undefined) {
      flushLines(true)
      openFence = signs
      pendingLines.push(line)
    } else if (openFence !== null && line.trim().startsWith(openFence)) {
      pendingLines.push(line)
      openFence = null
      flushLines(false)
    } else pendingLines.push(line)
  }
  flushLines(openFence === null)
  return outputParts.join('\n')
}

const INLINE_CODE = /(`+)(?!`)[^\n]{0,2000}?[^`\n]\1(?!`)/gu
const CODE_PLACEHOLDER = /\uE000(\d+)\uE001/gu

/** Applies a change to everything outside inline code. */
function aroundCode(prose: string, rewriteProse: (prose: string) => string): string {
  const codeSpans: string[] = []
  const proseWithPlaceholders = prose.replace(INLINE_CODE, (codeSpan) => `\uE000${codeSpans.push(codeSpan) - 1}\uE001`)
  return rewriteProse(proseWithPlaceholders).replace(
    CODE_PLACEHOLDER,
    (_, spanIndex: string) => codeSpans[Number(spanIndex)] ?? '',
  )
}

const MODULE_LINE =
  /^(?:import\s[^\n]{0,300}from\s+['"][^'"\n]+['"];?|import\s+['"][^'"\n]+['"];?|export\s+(?:const|default|let|function)\s[^\n]*)$/gmu
const HTML_COMMENT = /<!--[\s\S]{0,20000}?-->|\{\/\*[\s\S]{0,20000}?\*\/\}/gu
const EMBEDDED_ELEMENT = /<(script|style|svg|template|noscript|iframe)\b[^>]{0,2000}>[\s\S]{0,50000}?<\/\1\s*>/giu
/** Code that shows a template's tags is no template. */
const CODE_OR_LIQUID =
  /(`[^`\n]{1,2000}`)|\{%-?\s*(?:capture|comment|raw)\b[\s\S]{0,5000}?\{%-?\s*end(?:capture|comment|raw)\s*-?%\}|\{%[\s\S]{0,2000}?%\}|\{\{[^{}\n]{0,500}\}\}/gu
const IMAGE_MARKUP =
  /!\[[^\]\n]{0,500}\](?:\((?!image:\d{1,4}\))[^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^\]\n]{0,200}\])(?:\{[^}\n]{0,300}\})?|<(?:img|source|video|audio|input|wbr)\b[^>]{0,2000}>/giu
const EMPTY_ANCHOR = /<a\s+(?:name|id)\s*=\s*["']?[^"'>\s]*["']?\s*(?:\/>|>\s*<\/a>)/giu
const BLOCK_TAG =
  /^[ \t]*<\/?(?:p|div|section|article|center|details|figure|figcaption|blockquote|ul|ol|dl|main|header|footer|nav|aside|head|body|html|br|hr)\b[^<>]{0,2000}>[ \t]*$/gimu
const HTML_HEADING = /<h([1-6])\b[^>]{0,300}>\s*([^<\n]{1,300}?)\s*<\/h\1>/giu
const HTML_SUMMARY = /<summary\b[^>]{0,300}>\s*([\s\S]{0,300}?)\s*<\/summary>/giu
const ADMONITION = /^[ \t]*:::+[ \t]*(?:\w+)?[ \t]*(?:\[([^\]\n]*)\]|([^\n[{]*))?(?:\{[^}\n]*\})?[ \t]*$/gmu
const ATTRIBUTES = /[ \t]*\{(?:[#:.][^{}\n]{0,200})\}/gu
const DEFINITION = /^ {0,3}\[[^\]\n]{1,100}\]:[ \t]+\S+[^\n]*$/gmu
const UNDERLINED_HEADING = /^(?![-*+>#|\s])([^\n|]{1,200})\n(?:(=+)|-{3,})[ \t]*$/gmu
const TOC_LINE = /^\s*(?:\[\[?toc\]?\]|\* TOC|\{:\s*toc\s*\})\s*$/gimu

const underlinedHeading = (_: string, title: string, first?: string) => `${first ? '#' : '##'} ${title}`

const cleanGenerated = (markdown: string): string =>
  aroundCode(markdown, (prose) => prose.replace(IMAGE_MARKUP, '').replace(UNDERLINED_HEADING, underlinedHeading))

const cleanProse = (markdown: string): string =>
  withoutComponents(
    listsToMarkdown(
      markdown
        .replace(HTML_COMMENT, '')
        .replace(EMBEDDED_ELEMENT, '')
        .replace(CODE_OR_LIQUID, (_, codeSpan: string | undefined) => codeSpan ?? ''),
    ),
  )
    .replace(
      HTML_HEADING,
      (_, headingLevel: string, title: string) => `\n\n${'#'.repeat(Number(headingLevel))} ${title}\n\n`,
    )
    .replace(MODULE_LINE, '')
    .replace(TOC_LINE, '')
    .replace(HTML_SUMMARY, '\n\n**$1**\n\n')
    .replace(IMAGE_MARKUP, '')
    .replace(EMPTY_ANCHOR, '')
    .replace(BLOCK_TAG, '')
    .replace(ADMONITION, (_, bracketed?: string, bare?: string) => {
      const noticeLabel = (bracketed ?? bare ?? '').trim()
      return noticeLabel === '' ? '' : `\n**${noticeLabel}**\n`
    })
    .replace(UNDERLINED_HEADING, underlinedHeading)
    .replace(ATTRIBUTES, '')
    .replace(DEFINITION, '')
    .replace(/^[ \t]+$/gmu, '')
