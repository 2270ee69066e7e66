import type { MarkupBlock } from './blocks.ts'

const VIDEO = /^https:\/\/(www\.|m\.)?(youtu\.be\/|youtube\.com\/(watch|shorts|live)|vimeo\.com\/\d|loom\.com\/share)/

/** True for a paragraph that is a link to a video, which is shown as a card: no player, no request to another host. */
export function isVideo(block: MarkupBlock): boolean {
  if (block.kind !== 'paragraph') return false
  const [link, ...others] = block.children
  return link?.kind === 'link' && others.length === 0 && VIDEO.test(link.href)
}
