import type { SourceKind } from '../contract.ts'
import { withoutComponents } from './component-tags.ts'
import { listsToMarkdown } from './html-lists.ts'
import { dialectsToMarkdown } from './markdown-dialects.ts'

/** The text of a source as visitors may read it. Readers of files and pages have already removed what is not text. */
export const readableMarkup = (kind: SourceKind, text: string): string =>
  kind === 'text' ? cleanMarkup(text) : betweenFences(text, cleanGenerated)

/**
 * Markdown as visitors may read it: without what only a site's generator understands (front matter, imports, components,
 * templates, comments) and without images. Code stays as it is; marks of pages and slides, too.
 */
export function cleanMarkup(text: string): string {
  const { body, title } = takeFrontMatter(text.replace(/\r\n?/gu, '\n').replace(/^\uFEFF/u, ''))
  const converted = betweenFences(dialectsToMarkdown(body), (prose) => aroundCode(prose, cleanProse))
  const cleaned = betweenFences(converted, (prose) => prose.replace(/\n{3,}/gu, '\n\n'))
  return title !== null && !/^# /mu.test(cleaned) ? `# ${title}\n\n${cleaned.trimStart()}` : cleaned
}

const FRONT_MATTER = /^\s*---[ \t]*\n([\s\S]{0,20000}?)\n---[ \t]*(?:\n|$)/u
const TITLE = /^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))$/mu

/** The front matter's title is the page's title. */
function takeFrontMatter(text: string): { body: string; title: string | null } {
  const match = FRONT_MATTER.exec(text)
  // A text between two rules is front matter only if it has fields.
  if (!match || !/^[\w-]+:/mu.test(match[1] ?? '')) return { body: text, title: null }
  const [, double, single, bare] = TITLE.exec(match[1] ?? '') ?? []
  const title = (double ?? single ?? bare ?? '').trim()
  return { body: text.slice(match[0].length), title: title === '' ? null : title }
}

const FENCE = /^ {0,12}(`{3,}|~{3,})/u

/** Markdown without spaces at the ends of lines and with single blank lines, except in fenced code. */
export const withSingleBlankLines = (text: string): string =>
  betweenFences(text, (prose) =>
    prose
      .replace(/[ \t]+$/gmu, '')
      .replace(/\n{3,}/gu, '\n\n')
      .replace(/^\n{2,}|\n{2,}$/gu, '\n'),
  )

/** Applies a change to everything outside fenced code. */
function betweenFences(text: string, change: (prose: string) => string): string {
  const out: string[] = []
  let lines: string[] = []
  let fence: string | null = null
  const flush = (isProse: boolean) => {
    if (lines.length > 0) out.push(isProse ? change(lines.join('\n')) : lines.join('\n'))
    lines = []
  }
  for (const line of text.split('\n')) {
    const [, signs] = FENCE.exec(line) ?? []
    if (fence === null && signs !== undefined) {
      flush(true)
      fence = signs
      lines.push(line)
    } else if (fence !== null && line.trim().startsWith(fence)) {
      lines.push(line)
      fence = null
      flush(false)
    } else lines.push(line)
  }
  flush(fence === null)
  return out.join('\n')
}

const INLINE_CODE = /(`+)(?!`)[^\n]{0,2000}?[^`\n]\1(?!`)/gu
const PLACEHOLDER = /\uE000(\d+)\uE001/gu

/** Applies a change to everything outside inline code. */
function aroundCode(prose: string, change: (prose: string) => string): string {
  const code: string[] = []
  const marked = prose.replace(INLINE_CODE, (span) => `\uE000${code.push(span) - 1}\uE001`)
  return change(marked).replace(PLACEHOLDER, (_, index: string) => code[Number(index)] ?? '')
}

const MODULE_LINE =
  /^(?:import\s[^\n]{0,300}from\s+['"][^'"\n]+['"];?|import\s+['"][^'"\n]+['"];?|export\s+(?:const|default|let|function)\s[^\n]*)$/gmu
const COMMENT = /<!--[\s\S]{0,20000}?-->|\{\/\*[\s\S]{0,20000}?\*\/\}/gu
const EMBEDDED = /<(script|style|svg|template|noscript|iframe)\b[^>]{0,2000}>[\s\S]{0,50000}?<\/\1\s*>/giu
/** Code that shows a template's tags is no template. */
const CODE_OR_LIQUID =
  /(`[^`\n]{1,2000}`)|\{%-?\s*(?:capture|comment|raw)\b[\s\S]{0,5000}?\{%-?\s*end(?:capture|comment|raw)\s*-?%\}|\{%[\s\S]{0,2000}?%\}|\{\{[^{}\n]{0,500}\}\}/gu
const IMAGE =
  /!\[[^\]\n]{0,500}\](?:\((?!image:\d{1,4}\))[^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^\]\n]{0,200}\])(?:\{[^}\n]{0,300}\})?|<(?:img|source|video|audio|input|wbr)\b[^>]{0,2000}>/giu
const EMPTY_ANCHOR = /<a\s+(?:name|id)\s*=\s*["']?[^"'>\s]*["']?\s*(?:\/>|>\s*<\/a>)/giu
const BLOCK_TAG =
  /^[ \t]*<\/?(?:p|div|section|article|center|details|figure|figcaption|blockquote|ul|ol|dl|main|header|footer|nav|aside|head|body|html|br|hr)\b[^<>]{0,2000}>[ \t]*$/gimu
const HEADING = /<h([1-6])\b[^>]{0,300}>\s*([^<\n]{1,300}?)\s*<\/h\1>/giu
const SUMMARY = /<summary\b[^>]{0,300}>\s*([\s\S]{0,300}?)\s*<\/summary>/giu
const ADMONITION = /^[ \t]*:::+[ \t]*(?:\w+)?[ \t]*(?:\[([^\]\n]*)\]|([^\n[{]*))?(?:\{[^}\n]*\})?[ \t]*$/gmu
const ATTRIBUTES = /[ \t]*\{(?:[#:.][^{}\n]{0,200})\}/gu
const DEFINITION = /^ {0,3}\[[^\]\n]{1,100}\]:[ \t]+\S+[^\n]*$/gmu
const UNDERLINED = /^(?![-*+>#|\s])([^\n|]{1,200})\n(?:(=+)|-{3,})[ \t]*$/gmu
const TOC_LINE = /^\s*(?:\[\[?toc\]?\]|\* TOC|\{:\s*toc\s*\})\s*$/gimu

const underlinedHeading = (_: string, title: string, first?: string) => `${first ? '#' : '##'} ${title}`

const cleanGenerated = (text: string): string =>
  aroundCode(text, (prose) => prose.replace(IMAGE, '').replace(UNDERLINED, underlinedHeading))

const cleanProse = (text: string): string =>
  withoutComponents(
    listsToMarkdown(
      text
        .replace(COMMENT, '')
        .replace(EMBEDDED, '')
        .replace(CODE_OR_LIQUID, (_, code: string | undefined) => code ?? ''),
    ),
  )
    .replace(HEADING, (_, level: string, title: string) => `\n\n${'#'.repeat(Number(level))} ${title}\n\n`)
    .replace(MODULE_LINE, '')
    .replace(TOC_LINE, '')
    .replace(SUMMARY, '\n\n**$1**\n\n')
    .replace(IMAGE, '')
    .replace(EMPTY_ANCHOR, '')
    .replace(BLOCK_TAG, '')
    .replace(ADMONITION, (_, bracketed?: string, bare?: string) => {
      const label = (bracketed ?? bare ?? '').trim()
      return label === '' ? '' : `\n**${label}**\n`
    })
    .replace(UNDERLINED, underlinedHeading)
    .replace(ATTRIBUTES, '')
    .replace(DEFINITION, '')
    .replace(/^[ \t]+$/gmu, '')
