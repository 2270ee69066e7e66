import type { MarkupBlock } from './blocks.ts'

/** Shown before the link of a card. */
export const VIDEO_SIGN = '▶️'

const VIDEO = /^https:\/\/(www\.|m\.)?(youtu\.be\/|youtube\.com\/(watch|shorts|live)|vimeo\.com\/\d|loom\.com\/share)/

export const isVideoAddress = (address: string): boolean => VIDEO.test(address)

/** True for a paragraph that is a link to a video, which is shown as a card: no player, no request to another host. */
export function isVideo(block: MarkupBlock): boolean {
  if (block.kind !== 'paragraph') return false
  const [link, ...others] = block.children
  return link?.kind === 'link' && others.length === 0 && isVideoAddress(link.href)
}
