import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { slugify } from '../../../kernel/text.ts'

export interface Section {
  id: string
  title: string
  /** Its text as Markdown, with its subsections. */
  markdown: string
}

export interface MarkdownPage {
  /** Its first heading. */
  title: string
  /** Everything after it. */
  html: string
  /** Markdown before the first section. */
  opening: string
  /** The headings of the second level. */
  sections: Section[]
}

const ID_MAX = 80
const plain = (markdown: string) => markdown.replace(/[`*_]/g, '')

/** A heading's anchor. */
export const anchorOf = (heading: string): string => slugify(plain(heading), ID_MAX) || 'section'

/**
 * Our own Markdown as HTML: headings get anchors, wide tables a frame to scroll in. Only for files of this repository:
 * HTML in them stays as it is.
 *
 * @param linkTo where a relative link leads; null takes the link out and leaves its text
 */
export function renderMarkdown(markdown: string, linkTo: (href: string) => string | null): MarkdownPage {
  const anchors = [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  // The main part of every page has the first of these ids.
  const taken = new Set(['content', ...anchors])
  const idOf = (text: string, depth: number): string => {
    const anchor = anchorOf(text)
    if (depth <= 2) return anchor
    let id = anchor
    for (let n = 2; taken.has(id); n++) id = `${anchor}-${n}`
    taken.add(id)
    return id
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${idOf(text, depth)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const inside = this.parser.parseInline(tokens)
        const to = /^(https?:|mailto:|#|\/)/.test(href) ? href : linkTo(href)
        return to === null ? inside : `<a href="${to.replaceAll('"', '%22')}">${inside}</a>`
      },
      // Scrollable elements must be focusable by keyboard.
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
    hooks: {
      postprocess: (html: string) =>
        html
          .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>')
          .replaceAll('<th></th>', '<td></td>')
          .replaceAll('<th>', '<th scope="col">'),
    },
  })
  const tokens = marked.lexer(markdown)
  const [first] = tokens
  const title = first?.type === 'heading' && first.depth === 1 ? plain((first as Tokens.Heading).text) : ''
  const rest = title ? markdown.slice(first?.raw.length) : markdown
  const [opening = '', ...parts] = rest.split(/^(?=## )/m)
  const sections = parts.map((part) => {
    const heading = part.slice(3, part.indexOf('\n')).trim()
    return { id: anchorOf(heading), title: plain(heading), markdown: part }
  })
  return { title, html: String(marked.parse(rest)), opening: opening.trim(), sections }
}
