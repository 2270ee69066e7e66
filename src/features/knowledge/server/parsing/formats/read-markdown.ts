import { parse } from 'yaml'
import { cleanMarkup } from '../../../domain/source-markup.ts'
import { cleanMarkdown } from '../clean-markdown.ts'
import type { FindImage } from '../document-images.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { decodeText, normalizeLines } from './read-text-file.ts'

const FRONT_MATTER = /^\uFEFF?---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** The title that the front matter of a Markdown file gives. */
function frontMatterTitle(frontMatter: string | undefined): string | null {
  if (frontMatter === undefined) return null
  try {
    const frontMatterFields: unknown = parse(frontMatter, { maxAliasCount: 0 })
    const fieldTitle =
      typeof frontMatterFields === 'object' && frontMatterFields !== null && 'title' in frontMatterFields
        ? frontMatterFields.title
        : null
    return typeof fieldTitle === 'string' && fieldTitle.trim() !== '' ? fieldTitle.trim() : null
  } catch {
    return null
  }
}

/** Markdown or MDX: the text that its readers see, with the title of its front matter. */
export function readMarkdown(fileBytes: Uint8Array, findImage: FindImage = () => null): ReadDocument {
  const fileText = normalizeLines(decodeText(fileBytes))
  const [matter, values] = FRONT_MATTER.exec(fileText) ?? []
  const cleanedText = cleanMarkup(
    cleanMarkdown(fileText.slice(matter?.length ?? 0), {
      convert: (html) => fragmentToMarkdown(html, findImage),
      findImage,
    }),
  )
  const title = frontMatterTitle(values) ?? /^#\s+(.+?)\s*#*$/m.exec(cleanedText)?.[1] ?? null
  return plainDocument(cleanedText, title)
}
