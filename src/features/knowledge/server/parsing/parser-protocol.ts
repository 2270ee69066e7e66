import type { PixelImage } from './formats/pdf-images.ts'
import type { ReadablePage, ReadDocument, ReadPage } from './read-result.ts'
import type { GreyPicture } from './scanned-picture.ts'

/** A request to a parser process; one at a time. */
export type ParserTask =
  | { kind: 'document'; name: string; bytes: Uint8Array; scans: boolean; images: boolean }
  | { kind: 'picture'; bytes: Uint8Array; page: number }
  | { kind: 'images'; bytes: Uint8Array }
  | ({ kind: 'page' } & ReadablePage)

export type ParserResult = ReadDocument | ReadPage | GreyPicture | PixelImage[] | null
export type ParserAnswer = { ok: true; result: ParserResult } | { ok: false; reason: string }
