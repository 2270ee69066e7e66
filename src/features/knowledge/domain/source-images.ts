import type { SourceKind } from '../contract.ts'
import { hideImageMarks, type PlacedImage, takePlaceholders } from './image-marks.ts'
import { type Passage, splitPassages } from './passages.ts'
import { readableMarkup } from './source-markup.ts'

/** Images of a source, as its page shows them. */
export interface SourceImages {
  /** Storage folder, which ends in '/'. */
  folder: string
  items: (PlacedImage & { width: number; height: number })[]
}

/** The passages of a text, without marks of images, and where they show these. */
export function passagesWithImages(kind: SourceKind, markdown: string): { passages: Passage[]; images: PlacedImage[] } {
  const { text, alts } = hideImageMarks(readableMarkup(kind, markdown))
  const passages: Passage[] = []
  const images: PlacedImage[] = []
  for (const passage of splitPassages(text)) {
    const taken = takePlaceholders(passage.text)
    const last = passages.at(-1)
    // Images without a word belong to the end of the passage before them; at the very beginning to the first one.
    const isBare = taken.text === ''
    const at = isBare ? (last?.text.length ?? 0) : null
    for (const image of taken.images)
      images.push({
        number: image.number,
        alt: alts.get(image.number) ?? '',
        passage: Math.max(0, isBare ? passages.length - 1 : passages.length),
        at: at ?? image.at,
      })
    if (!isBare) passages.push({ ...passage, text: taken.text })
  }
  return { passages, images }
}
