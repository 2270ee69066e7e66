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
    const extracted = takePlaceholders(passage.text)
    const lastPassage = passages.at(-1)
    // Images without a word belong to the end of the passage before them; at the very beginning to the first one.
    const hasNoText = extracted.text === ''
    const endOfPassage = hasNoText ? (lastPassage?.text.length ?? 0) : null
    for (const takenImage of extracted.images)
      images.push({
        number: takenImage.number,
        alt: alts.get(takenImage.number) ?? '',
        passage: Math.max(0, hasNoText ? passages.length - 1 : passages.length),
        at: endOfPassage ?? takenImage.at,
      })
    if (!hasNoText) passages.push({ ...passage, text: extracted.text })
  }
  return { passages, images }
}
