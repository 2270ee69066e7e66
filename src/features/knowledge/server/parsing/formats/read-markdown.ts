import { parse } from 'yaml'
import { cleanMarkup } from '../../../domain/source-markup.ts'
import { cleanMarkdown } from '../clean-markdown.ts'
import type { FindImage } from '../document-images.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { decodeText, normalizeLines } from './read-text-file.ts'

const FRONT_MATTER = /^\uFEFF?---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** The title that the front matter of a Markdown file gives. */
function titleIn(frontMatter: string | undefined): string | null {
  if (frontMatter === undefined) return null
  try {
    const values: unknown = parse(frontMatter, { maxAliasCount: 0 })
    const title = typeof values === 'object' && values !== null && 'title' in values ? values.title : null
    return typeof title === 'string' && title.trim() !== '' ? title.trim() : null
  } catch {
    return null
  }
}

/** Markdown or MDX: the text that its readers see, with the title of its front matter. */
export function readMarkdown(bytes: Uint8Array, findImage: FindImage = () => null): ReadDocument {
  const whole = normalizeLines(decodeText(bytes))
  const [matter, values] = FRONT_MATTER.exec(whole) ?? []
  const text = cleanMarkup(
    cleanMarkdown(whole.slice(matter?.length ?? 0), {
      convert: (html) => fragmentToMarkdown(html, findImage),
      findImage,
    }),
  )
  const title = titleIn(values) ?? /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? null
  return plainDocument(text, title)
}
