import type { FileFaq } from './file-fields.ts'

/** Metadata below a question's heading, as a comment that Markdown renderers hide. */
const FAQ_MARK = '<!-- faq '
const HEADING_SIGN = '## '
const ESCAPED_MARK = /^\\*<!-- faq /u

/** One FAQ: a heading, its comment, its answer. */
export function writeFaqMarkdown(faq: FileFaq): string {
  const headingText = faq.question.replace(/\s+/gu, ' ')
  const { question, answer, ...rest } = faq
  const aboutJson = JSON.stringify({ ...(headingText === question ? {} : { question }), ...rest })
  const answerLines = answer
    .split('\n')
    .map((answerLine) => (ESCAPED_MARK.test(answerLine) ? `\\${answerLine}` : answerLine))
  // Nothing in a comment may look like its end.
  return `${HEADING_SIGN}${headingText}\n${FAQ_MARK}${aboutJson.replaceAll('>', '\\u003e')} -->\n\n${answerLines.join('\n')}\n\n`
}

export const MARKDOWN_HEAD = '# FAQs\n\n'

interface MarkedFaq {
  line: number
  heading: string
  about: Record<string, unknown> | null
  answer: string
}

/** Reads what `writeFaqMarkdown` wrote; null where a text has no such comments. */
export function readMarked(markdownText: string): MarkedFaq[] | null {
  // An editor may have changed the line breaks of the whole file, but it does not change some.
  const normalizedText = /(?<!\r)\n/u.test(markdownText) ? markdownText : markdownText.replaceAll('\r\n', '\n')
  const markdownLines = normalizedText.split('\n')
  const markLines = markdownLines.flatMap((markdownLine, index) =>
    markdownLine.startsWith(HEADING_SIGN) && markdownLines[index + 1]?.startsWith(FAQ_MARK) ? [index] : [],
  )
  if (markLines.length === 0) return null
  return markLines.map((markLine, markNumber) => {
    const answerText = markdownLines.slice(markLine + 2, markLines[markNumber + 1] ?? markdownLines.length)
    return {
      line: markLine + 1,
      heading: (markdownLines[markLine] ?? '').slice(HEADING_SIGN.length).trim(),
      about: aboutOf(markdownLines[markLine + 1] ?? ''),
      answer: answerText
        .map((answerLine) => (/^\\+<!-- faq /u.test(answerLine) ? answerLine.slice(1) : answerLine))
        .join('\n')
        .trim(),
    }
  })
}

function aboutOf(markdownLine: string): Record<string, unknown> | null {
  try {
    const parsedAbout: unknown = JSON.parse(markdownLine.slice(FAQ_MARK.length).replace(/-->\s*$/u, ''))
    return typeof parsedAbout === 'object' && parsedAbout !== null ? (parsedAbout as Record<string, unknown>) : null
  } catch {
    return null
  }
}
