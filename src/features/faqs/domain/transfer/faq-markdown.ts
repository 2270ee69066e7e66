import type { FileFaq } from './file-fields.ts'

/** Metadata below a question's heading, as a comment that Markdown renderers hide. */
const MARK = '<!-- faq '
const HEADING = '## '
const ESCAPED = /^\\*<!-- faq /u

/** One FAQ: a heading, its comment, its answer. */
export function writeFaqMarkdown(faq: FileFaq): string {
  const heading = faq.question.replace(/\s+/gu, ' ')
  const { question, answer, ...rest } = faq
  const about = JSON.stringify({ ...(heading === question ? {} : { question }), ...rest })
  const lines = answer.split('\n').map((line) => (ESCAPED.test(line) ? `\\${line}` : line))
  // Nothing in a comment may look like its end.
  return `${HEADING}${heading}\n${MARK}${about.replaceAll('>', '\\u003e')} -->\n\n${lines.join('\n')}\n\n`
}

export const MARKDOWN_HEAD = '# FAQs\n\n'

interface Marked {
  line: number
  heading: string
  about: Record<string, unknown> | null
  answer: string
}

/** Reads what `writeFaqMarkdown` wrote; null where a text has no such comments. */
export function readMarked(text: string): Marked[] | null {
  // An editor may have changed the line breaks of the whole file, but it does not change some.
  const whole = /(?<!\r)\n/u.test(text) ? text : text.replaceAll('\r\n', '\n')
  const lines = whole.split('\n')
  const starts = lines.flatMap((line, index) =>
    line.startsWith(HEADING) && lines[index + 1]?.startsWith(MARK) ? [index] : [],
  )
  if (starts.length === 0) return null
  return starts.map((start, n) => {
    const answer = lines.slice(start + 2, starts[n + 1] ?? lines.length)
    return {
      line: start + 1,
      heading: (lines[start] ?? '').slice(HEADING.length).trim(),
      about: aboutOf(lines[start + 1] ?? ''),
      answer: answer
        .map((line) => (/^\\+<!-- faq /u.test(line) ? line.slice(1) : line))
        .join('\n')
        .trim(),
    }
  })
}

function aboutOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.slice(MARK.length).replace(/-->\s*$/u, ''))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
