const FENCE = /^\s*(`{3,}|~{3,})(.*)$/u
/** MkDocs: `!!! note "Title"`, `??? tip`, `=== "Tab"`; the lines below are indented by four. */
const INDENTED_BLOCK = /^( *)(?:(?:!!!|\?\?\?\+?) +[\w-]+(?: +[\w-]+)*|===[!+]?)(?: +"([^"\n]*)"| +'([^'\n]*)')? *$/u
/** mdBook and MyST write a notice as a fence: ```` ```admonish warning title="…" ````, ```` ```{note} Title ````. */
const NOTICE_FENCE =
  /^(?:admonish\b|\{(?:admonition|attention|caution|danger|error|hint|important|note|seealso|tip|warning|dropdown)\})(.*)$/u
const DEFINITION = /^ {0,3}: {1,3}(?=[\p{L}\p{N}"'“„`*[])/u
const NO_TERM = /^(?: {4}|\s*(?:[-*+>|:]|\d+[.)]|#{1,6}\s)|\s*$)/u
const INDENT = 4

const isIndented = (line: string, indent: number): boolean => line.startsWith(' '.repeat(indent))
const titled = (title: string | undefined): string[] => (title?.trim() ? ['', `**${title.trim()}**`, ''] : [''])

/**
 * Rewrites what only some generators understand in plain Markdown: notices and tabs of MkDocs, notices of mdBook and
 * MyST, and definition lists. Their words stay, their signs do not reach visitors.
 */
export function dialectsToMarkdown(text: string): string {
  if (!/^ *(?:!!!|\?\?\?|===)|^\s*(?:`{3,}|~{3,})(?:admonish|\{)|^ {0,3}: /mu.test(text)) return text
  return plainLines(text.split('\n')).join('\n')
}

function plainLines(lines: readonly string[]): string[] {
  const out: string[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    const [, fence, info = ''] = FENCE.exec(line) ?? []
    const block = fence === undefined ? INDENTED_BLOCK.exec(line) : null
    if (fence !== undefined) at = readFence(lines, at, { fence, info }, out)
    else if (block) at = readIndented(lines, at, block, out)
    else if (DEFINITION.test(line) && out.length > 0) at = readDefinition(lines, at, out)
    else {
      out.push(line)
      at += 1
    }
  }
  return out
}

/** Code stays as it is; a notice that is written as a fence is text. */
function readFence(
  lines: readonly string[],
  start: number,
  { fence, info }: { fence: string; info: string },
  out: string[],
): number {
  let end = start + 1
  while (end < lines.length && !lines[end]!.trim().startsWith(fence)) end += 1
  const [, rest] = NOTICE_FENCE.exec(info.trim()) ?? []
  if (rest === undefined) out.push(...lines.slice(start, end + 1))
  else {
    const title = info.trim().startsWith('{') ? rest : /\btitle=["']([^"'\n]*)["']/u.exec(rest)?.[1]
    const body = lines.slice(start + 1, end).filter((line) => !/^:[\w-]+:/u.test(line))
    out.push(...titled(title), ...plainLines(body), '')
  }
  return end + 1
}

/** The lines of a block's body without its indentation; blank lines at the end are not part of it. */
function bodyFrom(lines: readonly string[], start: number, indent: number): string[] {
  let end = start
  while (end < lines.length && (lines[end]!.trim() === '' || isIndented(lines[end]!, indent))) end += 1
  while (end > start && lines[end - 1]!.trim() === '') end -= 1
  return lines.slice(start, end).map((line) => line.slice(indent))
}

function readIndented(lines: readonly string[], start: number, block: RegExpExecArray, out: string[]): number {
  const outer = block[1] ?? ''
  const body = bodyFrom(lines, start + 1, outer.length + INDENT)
  const title = block[2] ?? block[3]
  // Without a body or a title these signs are text.
  if (body.length === 0 && title === undefined) out.push(lines[start]!)
  else out.push(...[...titled(title), ...plainLines(body), ''].map((line) => (line === '' ? line : outer + line)))
  return start + 1 + body.length
}

/** `Term`, and below it `: What it means.` A heading is its own term. */
function readDefinition(lines: readonly string[], start: number, out: string[]): number {
  const rest = bodyFrom(lines, start + 1, INDENT)
  const first = lines[start]!.replace(DEFINITION, '')
  const termAt = out.findLastIndex((line) => line.trim() !== '')
  const term = out[termAt]
  const isTerm = term !== undefined && !NO_TERM.test(term) && NO_TERM.test(out[termAt - 1] ?? '')
  if (isTerm) {
    const name = term.trim().replaceAll('**', '')
    out.splice(termAt)
    out.push(`**${name}**`, '')
  } else out.push('')
  out.push(first, ...plainLines(rest), '')
  return start + 1 + rest.length
}
