import { absoluteImages, IMAGE_PATH, type MarkupBlock, markupToHtml } from '../../../kernel/markup.ts'

/** An answer or a section in the forms that the public API gives. */
interface Presented {
  blocks: MarkupBlock[]
  answer?: string
  answer_html?: string
  text?: string
  html?: string
}

function absoluteBlocks<T>(part: T, origin: string): T {
  if (Array.isArray(part)) return part.map((one) => absoluteBlocks(one, origin)) as T
  if (typeof part !== 'object' || part === null) return part
  const fields = Object.entries(part).map(([name, value]) => [name, absoluteBlocks(value, origin)])
  const copy = Object.fromEntries(fields) as T & { kind?: unknown; src?: unknown }
  if (copy.kind === 'image') copy.src = `${origin}${copy.src}`
  return copy
}

/** The same content whose images other sites can show: by default an address of ours is a path. */
export function withAbsoluteImages<T extends Presented>(content: T, origin: string): T {
  const { answer, text } = content
  if (!(answer ?? text ?? '').includes(IMAGE_PATH)) return content
  const blocks = absoluteBlocks(content.blocks, origin)
  const html = markupToHtml(blocks)
  return {
    ...content,
    blocks,
    ...(answer === undefined ? {} : { answer: absoluteImages(answer, origin), answer_html: html }),
    ...(text === undefined ? {} : { text: absoluteImages(text, origin), html }),
  }
}
