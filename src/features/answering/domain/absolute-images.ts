import { absoluteImages, IMAGE_PATH, type MarkupBlock, markupToHtml } from '../../../kernel/markup.ts'

/** An answer or a section in the forms that the public API gives. */
interface PresentedAnswer {
  blocks: MarkupBlock[]
  answer?: string
  answer_html?: string
  text?: string
  html?: string
}

function withAbsoluteSources<T>(markupPart: T, origin: string): T {
  if (Array.isArray(markupPart)) return markupPart.map((nestedPart) => withAbsoluteSources(nestedPart, origin)) as T
  if (typeof markupPart !== 'object' || markupPart === null) return markupPart
  const fields = Object.entries(markupPart).map(([name, value]) => [name, withAbsoluteSources(value, origin)])
  const copy = Object.fromEntries(fields) as T & { kind?: unknown; src?: unknown }
  if (copy.kind === 'image') copy.src = `${origin}${copy.src}`
  return copy
}

/** The same content whose images other sites can show: by default an address of ours is a path. */
export function withAbsoluteImages<T extends PresentedAnswer>(content: T, origin: string): T {
  const { answer, text } = content
  if (!(answer ?? text ?? '').includes(IMAGE_PATH)) return content
  const blocks = withAbsoluteSources(content.blocks, origin)
  const html = markupToHtml(blocks)
  return {
    ...content,
    blocks,
    ...(answer === undefined ? {} : { answer: absoluteImages(answer, origin), answer_html: html }),
    ...(text === undefined ? {} : { text: absoluteImages(text, origin), html }),
  }
}
