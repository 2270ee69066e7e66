const FENCE_LINE = /^\s*(`{3,}|~{3,})(.*)$/u
/** MkDocs: `!!! note "Title"`, `??? tip`, `=== "Tab"`; the lines below are indented by four. */
const INDENTED_BLOCK = /^( *)(?:(?:!!!|\?\?\?\+?) +[\w-]+(?: +[\w-]+)*|===[!+]?)(?: +"([^"\n]*)"| +'([^'\n]*)')? *$/u
/** mdBook and MyST write a notice as a fence: ```` ```admonish warning title="…" ````, ```` ```{note} Title ````. */
const NOTICE_FENCE =
  /^(?:admonish\b|\{(?:admonition|attention|caution|danger|error|hint|important|note|seealso|tip|warning|dropdown)\})(.*)$/u
const DEFINITION_LINE = /^ {0,3}: {1,3}(?=[\p{L}\p{N}"'“„`*[])/u
const NO_TERM = /^(?: {4}|\s*(?:[-*+>|:]|\d+[.)]|#{1,6}\s)|\s*$)/u
const INDENT_WIDTH = 4

const isIndented = (line: string, indentWidth: number): boolean => line.startsWith(' '.repeat(indentWidth))
const titleLines = (title: string | undefined): string[] => (title?.trim() ? ['', `**${title.trim()}**`, ''] : [''])

/**
 * Rewrites what only some generators understand in plain Markdown: notices and tabs of MkDocs, notices of mdBook and
 * MyST, and definition lists. Their words stay, their signs do not reach visitors.
 */
export function dialectsToMarkdown(markdown: string): string {
  if (!/^ *(?:!!!|\?\?\?|===)|^\s*(?:`{3,}|~{3,})(?:admonish|\{)|^ {0,3}: /mu.test(markdown)) return markdown
  return convertLines(markdown.split('\n')).join('\n')
}

function convertLines(lines: readonly string[]): string[] {
  const outputLines: string[] = []
  let lineIndex = 0
  while (lineIndex < lines.length) {
    const line = lines[lineIndex]!
    const [, fence, info = ''] = FENCE_LINE.exec(line) ?? []
    const blockMatch = fence === undefined ? INDENTED_BLOCK.exec(line) : null
    if (fence !== undefined) lineIndex = readFence(lines, lineIndex, { fence, info }, outputLines)
    else if (blockMatch) lineIndex = readIndented(lines, lineIndex, blockMatch, outputLines)
    else if (DEFINITION_LINE.test(line) && outputLines.length > 0)
      lineIndex = readDefinition(lines, lineIndex, outputLines)
    else {
      outputLines.push(line)
      lineIndex += 1
    }
  }
  return outputLines
}

/** Code stays as it is; a notice that is written as a fence is text. */
function readFence(
  lines: readonly string[],
  startLine: number,
  { fence, info }: { fence: string; info: string },
  outputLines: string[],
): number {
  let endLine = startLine + 1
  while (endLine < lines.length && !lines[endLine]!.trim().startsWith(fence)) endLine += 1
  const [, rest] = NOTICE_FENCE.exec(info.trim()) ?? []
  if (rest === undefined) outputLines.push(...lines.slice(startLine, endLine + 1))
  else {
    const title = info.trim().startsWith('{') ? rest : /\btitle=["']([^"'\n]*)["']/u.exec(rest)?.[1]
    const bodyLines = lines.slice(startLine + 1, endLine).filter((line) => !/^:[\w-]+:/u.test(line))
    outputLines.push(...titleLines(title), ...convertLines(bodyLines), '')
  }
  return endLine + 1
}

/** The lines of a block's body without its indentation; blank lines at the end are not part of it. */
function readBlockBody(lines: readonly string[], startLine: number, indentWidth: number): string[] {
  let endLine = startLine
  while (endLine < lines.length && (lines[endLine]!.trim() === '' || isIndented(lines[endLine]!, indentWidth)))
    endLine += 1
  while (endLine > startLine && lines[endLine - 1]!.trim() === '') endLine -= 1
  return lines.slice(startLine, endLine).map((line) => line.slice(indentWidth))
}

function readIndented(
  lines: readonly string[],
  startLine: number,
  blockMatch: RegExpExecArray,
  outputLines: string[],
): number {
  const outerIndent = blockMatch[1] ?? ''
  const bodyLines = readBlockBody(lines, startLine + 1, outerIndent.length + INDENT_WIDTH)
  const title = blockMatch[2] ?? blockMatch[3]
  // Without a body or a title these signs are text.
  if (bodyLines.length === 0 && title === undefined) outputLines.push(lines[startLine]!)
  else
    outputLines.push(
      ...[...titleLines(title), ...convertLines(bodyLines), ''].map((line) =>
        line === '' ? line : outerIndent + line,
      ),
    )
  return startLine + 1 + bodyLines.length
}

/** `Term`, and below it `: What it means.` A heading is its own term. */
function readDefinition(lines: readonly string[], startLine: number, outputLines: string[]): number {
  const bodyLines = readBlockBody(lines, startLine + 1, INDENT_WIDTH)
  const definitionText = lines[startLine]!.replace(DEFINITION_LINE, '')
  const termIndex = outputLines.findLastIndex((line) => line.trim() !== '')
  const termLine = outputLines[termIndex]
  const isTerm = termLine !== undefined && !NO_TERM.test(termLine) && NO_TERM.test(outputLines[termIndex - 1] ?? '')
  if (isTerm) {
    const termText = termLine.trim().replaceAll('**', '')
    outputLines.splice(termIndex)
    outputLines.push(`**${termText}**`, '')
  } else outputLines.push('')
  outputLines.push(definitionText, ...convertLines(bodyLines), '')
  return startLine + 1 + bodyLines.length
}
