import { listsToMarkdown } from '../../domain/html-lists.ts'
import { imageMark } from '../../domain/image-marks.ts'
import type { FindImage } from './document-images.ts'
import { escapeMarkdown } from './escape-markdown.ts'

const FENCED = /^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\2[`~]*[ \t]*(?=\n|$)|(?![\s\S]))/gm
const INLINE_CODE = /(`+)(?!`)[^\n]*?[^`]\1(?!`)/g
/** Placeholder of code while the text around it is changed; no text holds this sign. */
const PLACE = /\uE000(\d+)\uE001/g

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
  const kept: string[] = []
  const keep = (code: string) => `\uE000${kept.push(code) - 1}\uE001`
  const text = markdown.replace(FENCED, keep).replace(INLINE_CODE, keep)
  const cleaned = withoutTags(markImages(withoutPrograms(text), findImage), convert)
  return cleaned
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(PLACE, (_, index: string) => kept[Number(index)] ?? '')
    .trim()
    .concat('\n')
}

const IMAGE =
  /!\[((?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,500})\]\(\s*<?([^\s()<>]{1,2000})>?(?:\s+["'][^"'\n]{0,500}["'])?\s*\)/g
const IMAGE_TAG = /<img\s[^>]{0,5000}>/gi
const attributeOf = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? ''

const escapedBracket = (sign: string): string => (sign.length > 1 ? sign : `\\${sign}`)

/** Images of the document in their two notations; others stay as they are. */
function markImages(text: string, findImage: FindImage): string {
  const marked = (whole: string, alt: string, address: string) => {
    const number = findImage(address)
    return number === null ? whole : imageMark(alt.replace(/\\?[[\]]/g, escapedBracket), number)
  }
  return text
    .replace(IMAGE, marked)
    .replace(IMAGE_TAG, (tag) => marked(tag, escapeMarkdown(attributeOf(tag, 'alt')), attributeOf(tag, 'src')))
}

const withoutPrograms = (text: string): string =>
  text
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
const LABELS = /\b(?:title|label|summary|header|alt)=(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`]*)["'`]\})/i
const HEADED = /^(?:tab|tabitem|accordion|step|details|card|panel|expander|faq)/i

function withoutTags(text: string, convert: Conversion['convert']): string {
  const withTables = text.replace(/<table[\s>][\s\S]*?<\/table>/gi, (html) => `\n\n${convert(html)}\n\n`)
  return (
    listsToMarkdown(withTables)
      .replace(/<summary[^>]*>([\s\S]*?)<\/summary>/gi, (_, label: string) => `\n\n**${label.trim()}**\n\n`)
      .replace(/<(h[1-6])(?:\s[^>]*)?>([\s\S]*?)<\/\1>/gi, (html) => `\n\n${convert(html)}\n\n`)
      .replace(/<img\s[^>]*>/gi, '')
      .replace(/<a\s[^>]*href=["']([^"']+)["'][^>]*>([\s\S]*?)<\/a>/gi, (_, href: string, label: string) =>
        /^https?:/i.test(href) ? `[${label.trim()}](${href})` : label,
      )
      .replace(/<br\s*\/?>/gi, '\n')
      // Attributes of components may hold signs of greater-than in braces and quotes.
      .replace(
        /<\/?([a-z][\w.-]*)((?:\s+[\w:@-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^\s"'{}>]+))?|\s+\{\.{3}[^}]*\})*)\s*\/?>/gi,
        (tag, name: string, attributes: string) => {
          const label = LABELS.exec(attributes)
          const title = label?.[1] ?? label?.[2] ?? label?.[3] ?? ''
          const isComponent = /^[A-Z]/.test(name) && !tag.startsWith('</')
          return isComponent && title !== '' && HEADED.test(name)
            ? `\n\n**${title}**\n\n`
            : isComponent && title !== ''
              ? ` ${title} `
              : ''
        },
      )
      .replace(/<\/?>/g, '')
  )
}
