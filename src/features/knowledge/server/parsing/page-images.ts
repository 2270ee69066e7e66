import { imageMark } from '../../domain/image-marks.ts'
import { joinPlaces, placesOf } from '../../domain/place-marks.ts'
import type { PixelImage } from './formats/pdf-images.ts'
import type { ReadDocument } from './read-result.ts'

/** Adds images below the texts of their pages; pages without a text, which are scans, stay without. */
export function withPageImages(read: ReadDocument, images: readonly PixelImage[]): ReadDocument {
  const textsByPage = placesOf(read.text)
  const shownImages = images.filter(({ page }) => textsByPage.has(page) && !read.scanned.includes(page))
  if (shownImages.length === 0) return read
  for (const [index, { page }] of shownImages.entries())
    textsByPage.set(page, `${textsByPage.get(page)}\n\n${imageMark('', index + 1)}`)
  return { ...read, text: joinPlaces(textsByPage), images: [...shownImages] }
}
