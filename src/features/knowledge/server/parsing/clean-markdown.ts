import { listsToMarkdown } from '../../domain/html-lists.ts'
import { imageMark } from '../../domain/image-marks.ts'
import type { FindImage } from './document-images.ts'
import { escapeMarkdown } from './escape-markdown.ts'

const FENCED_CODE = /^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\2[`~]*[ \t]*(?=\n|$)|(?![\s\S]))/gm
const INLINE_CODE = /(`+)(?!`)[^\n]*?[^`]\1(?!`)/g
/** Placeholder of code while the text around it is changed; no text holds this sign. */
const CODE_PLACEHOLDER = /\uE000(\d+)\uE001/g

interface Conversion {
  /** Takes HTML tables and headings out of Markdown as Markdown. */
  convert(html: string): string
  findImage: FindImage
}

/**
 * Removes from Markdown what programs read and people do not: imports and exports, JSX components, Liquid tags, HTML
 * comments, anchors and image tags; images that are found get a mark. Code stays as it is.
 */
export function cleanMarkdown(markdown: string, { convert, findImage }: Conversion): string {
  const keptCode: string[] = []
  const keepCode = (codeText: string) => `\uE000${keptCode.push(codeText) - 1}\uE001`
  const markedText = markdown.replace(FENCED_CODE, keepCode).replace(INLINE_CODE, keepCode)
  const cleanedMarkdown = withoutTags(markImages(withoutPrograms(markedText), findImage), convert)
  return cleanedMarkdown
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(CODE_PLACEHOLDER, (_, codeIndex: string) => keptCode[Number(codeIndex)] ?? '')
    .trim()
    .concat('\n')
}

const IMAGE_MARKUP =
  /!\[((?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,500})\]\(\s*<?([^\s()<>]{1,2000})>?(?:\s+["'][^"'\n]{0,500}["'])?\s*\)/g
const IMAGE_TAG = /<img\s[^>]{0,5000}>/gi
const readAttribute = (htmlTag: string, attributeName: string): string =>
  new RegExp(`\\s${attributeName}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(htmlTag)?.slice(1).find(Boolean) ?? ''

const escapeBracket = (bracket: string): string => (bracket.length > 1 ? bracket : `\\${bracket}`)

/** Images of the document in their two notations; others stay as they are. */
function markImages(markdown: string, findImage: FindImage): string {
  const replaceImage = (imageMarkup: string, altText: string, address: string) => {
    const imageNumber = findImage(address)
    return imageNumber === null ? imageMarkup : imageMark(altText.replace(/\\?[[\]]/g, escapeBracket), imageNumber)
  }
  return markdown
    .replace(IMAGE_MARKUP, replaceImage)
    .replace(IMAGE_TAG, (htmlTag) =>
      replaceImage(htmlTag, escapeMarkdown(readAttribute(htmlTag, 'alt')), readAttribute(htmlTag, 'src')),
    )
}

const withoutPrograms = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    // Liquid, Jinja and Hugo.
    .replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, '')
    .replace(/\{%[\s\S]*?%\}/g, '')
    .replace(/\{\{[<%]?[\s\S]*?[>%]?\}\}/g, '')
    .replace(/^import\s[^\n]*(?:\n(?!\n)[^\n]*)*?(?:from\s*)?['"][^'"\n]+['"];?[ \t]*$/gm, '')
    .replace(/^export\s+(?:default|const|let|function|async)\b[^\n]*(?:\n(?!\n)[^\n]*)*/gm, '')
    // Ids and classes behind headings and links.
    .replace(/[ \t]*\{:?[ \t]*[#.][^}\n]*\}/g, '')

/** A label that a component carries as an attribute is text. */
const LABEL_ATTRIBUTE = /\b(?:title|label|summary|header|alt)=(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`]*)["'`]\})/i
const HEADED_COMPONENT = /^(?:tab|tabitem|accordion|step|details|card|panel|expander|faq)/i

function withoutTags(markdown: string, convert: Conversion['convert']): string {
  const withTables = markdown.replace(/<table[\s>][\s\S]*?<\/table>/gi, (tableHtml) => `\n\n${convert(tableHtml)}\n\n`)
  return (
    listsToMarkdown(withTables)
      .replace(/<summary[^>]*>([\s\S]*?)<\/summary>/gi, (_, summaryText: string) => `\n\n**${summaryText.trim()}**\n\n`)
      .replace(/<(h[1-6])(?:\s[^>]*)?>([\s\S]*?)<\/\1>/gi, (headingHtml) => `\n\n${convert(headingHtml)}\n\n`)
      .replace(/<img\s[^>]*>/gi, '')
      .replace(/<a\s[^>]*href=["']([^"']+)["'][^>]*>([\s\S]*?)<\/a>/gi, (_, href: string, linkText: string) =>
        /^https?:/i.test(href) ? `[${linkText.trim()}](${href})` : linkText,
      )
      .replace(/<br\s*\/?>/gi, '\n')
      // Attributes of components may hold signs of greater-than in braces and quotes.
      .replace(
        /<\/?([a-z][\w.-]*)((?:\s+[\w:@-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^\s"'{}>]+))?|\s+\{\.{3}[^}]*\})*)\s*\/?>/gi,
        (componentTag, tagName: string, attributes: string) => {
          const labelMatch = LABEL_ATTRIBUTE.exec(attributes)
          const componentTitle = labelMatch?.[1] ?? labelMatch?.[2] ?? labelMatch?.[3] ?? ''
          const isComponent = /^[A-Z]/.test(tagName) && !componentTag.startsWith('</')
          return isComponent && componentTitle !== '' && HEADED_COMPONENT.test(tagName)
            ? `\n\n**${componentTitle}**\n\n`
            : isComponent && componentTitle !== ''
              ? ` ${componentTitle} `
              : ''
        },
      )
      .replace(/<\/?>/g, '')
  )
}
